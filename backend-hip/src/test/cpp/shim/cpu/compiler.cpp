// hipRTC's functions, by g++: preprocess, find the kernels, compile to a shared object.
#include <fcntl.h>
#include <spawn.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>

#include "handles.h"
#include "images.h"
#include "launches.h"

extern char **environ;

// The text of kernel.h, put in by the assembler.
extern "C" const char sporos_shim_header[];
extern "C" const char sporos_shim_header_end[];
asm(R"(
    .section .rodata
sporos_shim_header:
    .incbin "kernel.h"
sporos_shim_header_end:
    .byte 0
    .text
)");

namespace shim {

struct Program {
    std::string source, name, log, image;
    bool compiled = false;
};

namespace {
// hiprtcResult
enum Result { DONE = 0, NO_CREATION = 2, INVALID_INPUT = 3, INVALID_PROGRAM = 4, INVALID_OPTION = 5, NOT_COMPILED = 6, INTERNAL = 11 };

std::string read(const std::string &path) {
    std::string text;
    if (FILE *file = fopen(path.c_str(), "rb")) {
        char part[65536];
        for (size_t n; (n = fread(part, 1, sizeof part, file)) > 0;) text.append(part, n);
        fclose(file);
    }
    return text;
}

void write(const std::string &path, const std::string &text) {
    FILE *file = fopen(path.c_str(), "wb");
    if (file == nullptr || fwrite(text.data(), 1, text.size(), file) != text.size()) fail(INTERNAL, "no %s", path.c_str());
    fclose(file);
}

// A folder for one compilation.
class Folder {
    std::string at;

  public:
    Folder() {
        const char *base = getenv("TMPDIR");
        std::string pattern = std::string(base == nullptr ? "/tmp" : base) + "/sporos-shim-XXXXXX";
        if (mkdtemp(&pattern[0]) == nullptr) fail(INTERNAL, "no folder for the compiler");
        at = pattern;
    }
    ~Folder() {
        for (const char *name : {"/program.cpp", "/program.ii", "/kernels.ii", "/kernels.so", "/log"}) unlink((at + name).c_str());
        rmdir(at.c_str());
    }
    std::string operator/(const char *name) const { return at + "/" + name; }
};

// Runs the compiler; what it says goes to a file.
bool run_compiler(const std::vector<std::string> &words, const std::string &log) {
    std::vector<char *> arguments;
    for (const std::string &word : words) arguments.push_back(const_cast<char *>(word.c_str()));
    arguments.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 1, log.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0600);
    posix_spawn_file_actions_adddup2(&actions, 1, 2);
    pid_t child;
    const int spawned = posix_spawnp(&child, arguments[0], &actions, nullptr, arguments.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    if (spawned != 0) fail(INTERNAL, "%s cannot be started", arguments[0]);
    int status = 0;
    while (waitpid(child, &status, 0) < 0) {
    }
    if (WIFSIGNALED(status)) fail(INTERNAL, "the compiler was ended by signal %d", WTERMSIG(status));
    return WEXITSTATUS(status) == 0;
}

bool starts(const std::string &text, const char *with) { return text.compare(0, strlen(with), with) == 0; }

// Returns g++'s words for options of hipRTC. It is strict: an unknown one is refused.
std::vector<std::string> translated(const std::vector<std::string> &options) {
    std::vector<std::string> words;
    for (const std::string &option : options) {
        if (starts(option, "--gpu-architecture=") || starts(option, "--offload-arch=")) {
            const std::string name = option.substr(option.find('=') + 1);
            // AMD's own ends the process here.
            if (name.substr(0, name.find(':')) != architecture()) fail(INVALID_OPTION, "this device is no %s", name.c_str());
        } else if (starts(option, "-ffp-contract=") || option == "-freciprocal-math" || option == "-fno-math-errno" ||
                   starts(option, "-D")) {
            words.push_back(option);
        } else if (!starts(option, "-O") && !starts(option, "-std=") && !starts(option, "-W") && option != "-w" &&
                   option != "-fno-hip-fp32-correctly-rounded-divide-sqrt") {
            fail(INVALID_OPTION, "unknown option %s", option.c_str());
        }
    }
    return words;
}

// Dynamic shared memory is a variable without a size in HIP, and a pointer here.
std::string prepared(const Program &p) {
    std::string text = std::string(sporos_shim_header) + "\n# 1 \"" + p.name + "\"\n" + p.source;
    const std::string mark = "extern __shared__ ";
    for (size_t at = 0; (at = text.find(mark, at)) != std::string::npos;) {
        const size_t open = text.find('[', at), end = text.find(';', at), name = text.rfind(' ', open) + 1;
        if (open == std::string::npos || end < open) fail(NOT_COMPILED, "shared memory without a size is no array");
        const std::string type = text.substr(at + mark.size(), name - at - mark.size());
        const std::string pointer = type + "*const " + text.substr(name, open - name);
        text.replace(at, end - at, pointer + " = (" + type + "*) sporos_shim_place.memory");
    }
    return text;
}

// Kernels are found after the preprocessor, as macros may make them.
std::string table(const std::string &text) {
    std::string all = "\nextern \"C\" __attribute__((visibility(\"default\"))) const sporos_shim_Kernel sporos_shim_kernels[] = {\n";
    const std::string mark = "__attribute__((visibility(\"hidden\"))) void ";
    for (size_t at = 0; (at = text.find(mark, at)) != std::string::npos;) {
        at += mark.size();
        const std::string name = text.substr(at, text.find('(', at) - at);
        const std::string runner = "sporos_shim_Runner<decltype(&" + name + "), &" + name + ">";
        all += "{\"" + name + "\", " + runner + "::run, " + runner + "::layout.at, " + runner + "::count},\n";
    }
    return all + "{nullptr, nullptr, nullptr, 0}};\n";
}

// What this process has compiled already, by source and options.
struct Known {
    std::mutex lock;
    std::map<std::string, std::string> images;
};

Known &known() {
    static Known *const all = new Known();
    return *all;
}

void compile(Program &p, const std::vector<std::string> &options);

// The file that keeps an image for other processes, in the folder that SPOROS_SHIM_IMAGES names; "" if it names none.
// All devices share it, as kernels for a CPU are the same whatever the wavefront.
std::string kept_at(const std::string &key) {
    const char *folder = getenv("SPOROS_SHIM_IMAGES");
    if (folder == nullptr) return "";
    mkdir(folder, 0700);
    const std::string all = key + sporos_shim_header + __VERSION__;
    char name[64];
    snprintf(name, sizeof name, "/%016llx-%zx", sum_of(all.data(), all.size()), all.size());
    return folder + std::string(name);
}

// Moves a whole file to its place, as others may read meanwhile.
void keep(const std::string &path, const std::string &image) {
    if (path.empty()) return;
    const std::string made = path + "." + std::to_string(getpid());
    write(made, image);
    if (rename(made.c_str(), path.c_str()) != 0) unlink(made.c_str());
}

// Tests make the same small programs over and over.
void compile_once(Program &p, const std::vector<std::string> &options) {
    std::string key = p.name + "\n" + p.source;
    for (const std::string &word : translated(options)) key += "\n" + word;
    {
        const std::lock_guard<std::mutex> held(known().lock);
        p.image = known().images[key];
    }
    const std::string path = kept_at(key);
    if (p.image.empty() && !path.empty()) p.image = read(path);
    if (p.image.empty()) {
        compile(p, options);
        keep(path, p.image);
    }
    p.compiled = true;
    const std::lock_guard<std::mutex> held(known().lock);
    known().images[key] = p.image;
}

void compile(Program &p, const std::vector<std::string> &options) {
    const Folder folder;
    const std::string log = folder / "log", so = folder / "kernels.so";
    const std::vector<std::string> words = translated(options);
    write(folder / "program.cpp", prepared(p));
    std::vector<std::string> first = {"g++", "-std=c++17", "-E", "-w", "-o", folder / "program.ii", folder / "program.cpp"};
    first.insert(first.end(), words.begin(), words.end());
    bool whole = run_compiler(first, log);
    if (whole) {
        const std::string text = read(folder / "program.ii");
        write(folder / "kernels.ii", text + table(text));
        std::vector<std::string> second = {"g++", "-std=c++17", "-fpreprocessed", "-O1", "-w", "-fPIC", "-shared", "-nostdlib",
                                           "-fno-math-errno", "-o", so, folder / "kernels.ii"};
        second.insert(second.end(), words.begin(), words.end());
        whole = run_compiler(second, log);
    }
    p.log = read(log);
    if (!whole) fail(NOT_COMPILED, "%s", p.log.c_str());
    p.image = make_image(read(so));
    p.compiled = true;
}

Program &compiled(void *handle) {
    Program &p = *programs().at(handle);
    if (!p.compiled) fail(INVALID_PROGRAM, "the program is not compiled");
    return p;
}
}
}

using namespace shim;

// The minor version stands for what is put before all sources, so that nobody keeps images of another one.
EXPORT int hiprtcVersion(int *major, int *minor) {
    return call("hiprtcVersion", NOTHING, [&] {
        if (major == nullptr || minor == nullptr) fail(INVALID_INPUT, "there is no place for the version");
        *major = 9;
        *minor = (int) (sum_of(sporos_shim_header, strlen(sporos_shim_header)) % 1000000);
    });
}

EXPORT const char *hiprtcGetErrorString(int result) {
    static const char *const names[] = {"HIPRTC_SUCCESS", "HIPRTC_ERROR_OUT_OF_MEMORY",
                                        "HIPRTC_ERROR_PROGRAM_CREATION_FAILURE", "HIPRTC_ERROR_INVALID_INPUT",
                                        "HIPRTC_ERROR_INVALID_PROGRAM", "HIPRTC_ERROR_INVALID_OPTION",
                                        "HIPRTC_ERROR_COMPILATION", "HIPRTC_ERROR_BUILTIN_OPERATION_FAILURE"};
    return result >= 0 && result < 8 ? names[result] : "HIPRTC_ERROR_INTERNAL_ERROR";
}

EXPORT int hiprtcCreateProgram(void **out, const char *source, const char *name, int headers, const char **, const char **) {
    return call("hiprtcCreateProgram", NOTHING, [&] {
        if (out == nullptr || source == nullptr) fail(INVALID_INPUT, "there is no source");
        if (headers != 0) fail(NO_CREATION, "headers are not known here");
        const auto p = std::make_shared<Program>();
        p->source = source;
        p->name = name == nullptr ? "program" : name;
        *out = programs().add(p);
    });
}

EXPORT int hiprtcCompileProgram(void *program, int count, const char **options) {
    return call("hiprtcCompileProgram", NOTHING, [&] {
        Program &p = *programs().at(program);
        try {
            compile_once(p, std::vector<std::string>(options, options + count));
        } catch (const Failure &failure) {
            if (p.log.empty()) p.log = failure.text;
            throw;
        }
    });
}

EXPORT int hiprtcDestroyProgram(void **program) {
    return call("hiprtcDestroyProgram", NOTHING, [&] {
        if (program == nullptr) fail(INVALID_INPUT, "there is no program");
        programs().take(*program);
        *program = nullptr;
    });
}

EXPORT int hiprtcGetProgramLogSize(void *program, size_t *bytes) {
    return call("hiprtcGetProgramLogSize", NOTHING, [&] { *bytes = programs().at(program)->log.size(); });
}

// Without a zero at the end, as AMD's.
EXPORT int hiprtcGetProgramLog(void *program, char *log) {
    return call("hiprtcGetProgramLog", NOTHING, [&] {
        const std::string &text = programs().at(program)->log;
        memcpy(log, text.data(), text.size());
    });
}

EXPORT int hiprtcGetCodeSize(void *program, size_t *bytes) {
    return call("hiprtcGetCodeSize", NOTHING, [&] { *bytes = compiled(program).image.size(); });
}

EXPORT int hiprtcGetCode(void *program, char *code) {
    return call("hiprtcGetCode", NOTHING, [&] {
        const std::string &image = compiled(program).image;
        memcpy(code, image.data(), image.size());
    });
}
