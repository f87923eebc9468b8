// Compiles a file with hipRTC: hiprtc SOURCE OUTPUT OPTION... Exits with 0 if it compiled, 2 if there is no hipRTC.
#include <cstdio>
#include <dlfcn.h>
#include <string>
#include <vector>

template <class F> static F find(void* library, const char* name) {
    F function = reinterpret_cast<F>(dlsym(library, name));
    if (function == nullptr) {
        printf("no %s\n", name);
        _Exit(2);
    }
    return function;
}

int main(int count, char** words) {
    void* library = nullptr;
    for (const char* name : {"libhiprtc.so.7", "libhiprtc.so.6", "libamdhip64.so.6", "libamdhip64.so.5"}) {
        if (library == nullptr) library = dlopen(name, RTLD_NOW | RTLD_GLOBAL);
    }
    if (library == nullptr) {
        printf("no libamdhip64\n");
        _Exit(2);
    }
    if (count < 3) _Exit(0);
    typedef void* Program;
    auto create = find<int (*)(Program*, const char*, const char*, int, const char**, const char**)>(library, "hiprtcCreateProgram");
    auto compile = find<int (*)(Program, int, const char**)>(library, "hiprtcCompileProgram");
    auto logSize = find<int (*)(Program, size_t*)>(library, "hiprtcGetProgramLogSize");
    auto log = find<int (*)(Program, char*)>(library, "hiprtcGetProgramLog");
    auto codeSize = find<int (*)(Program, size_t*)>(library, "hiprtcGetCodeSize");
    auto code = find<int (*)(Program, char*)>(library, "hiprtcGetCode");

    FILE* in = fopen(words[1], "rb");
    std::string source;
    for (int c; (c = fgetc(in)) != EOF;) source += (char) c;
    fclose(in);
    Program program;
    if (create(&program, source.c_str(), "program.hip", 0, nullptr, nullptr) != 0) _Exit(3);
    const int failed = compile(program, count - 3, const_cast<const char**>(words + 3));
    size_t size = 0;
    logSize(program, &size);
    std::vector<char> text(size + 1);
    if (size > 0) log(program, text.data());
    printf("%.*s\n", (int) size, text.data());
    fflush(stdout);
    if (failed != 0) _Exit(1);
    codeSize(program, &size);
    std::vector<char> binary(size);
    code(program, binary.data());
    FILE* out = fopen(words[2], "wb");
    fwrite(binary.data(), 1, size, out);
    fclose(out);
    _Exit(0);
}
