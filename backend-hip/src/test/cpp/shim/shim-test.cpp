// Tests of the shims: shim-test LIBRARY. Says "ok NAME" or "FAILED NAME: why" for each test, and exits with the number
// of those that failed. Tests that look at what only the CPU shim has are left out with another library.
#include <dlfcn.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "hip_types.h"

static void *library;

template <class F> static F find(const char *name) { return reinterpret_cast<F>(dlsym(library, name)); }

#define SPOROS_HIP(name, result, parameters) static result(*name) parameters;
#define SPOROS_HIPRTC SPOROS_HIP
#define SPOROS_RCCL(name, result, parameters)
#include "hip_functions.def"
#undef SPOROS_HIP
static int (*hipEventQuery)(void *);
static long long (*live)(int kind);
static void (*fail_next)(const char *function, int nth, int status);
static int (*reset)();
static const char *(*message)();

struct Wrong {
    std::string text;
};

static void expect(long long is, long long wanted, const char *what, int line) {
    if (is == wanted) return;
    throw Wrong{"line " + std::to_string(line) + ": " + what + " is " + std::to_string(is) + ", not " +
                std::to_string(wanted) + (message == nullptr ? "" : std::string(" (") + message() + ")")};
}
#define IS(what, wanted) expect((long long) (what), (long long) (wanted), #what, __LINE__)
#define OK(what) IS(what, 0)

static int wavefront;
static std::string architecture;

// What a test works with, given back at its end.
struct Device {
    void *stream = nullptr;
    std::vector<void *> device, pinned, modules;

    Device() { OK(hipStreamCreateWithFlags(&stream, 1)); }
    ~Device() {
        hipStreamSynchronize(stream);
        hipStreamDestroy(stream);
        for (void *at : modules) hipModuleUnload(at);
        for (void *at : device) hipFree(at);
        for (void *at : pinned) hipHostFree(at);
    }

    template <class T> T *memory(size_t n) {
        void *at;
        OK(hipMalloc(&at, n * sizeof(T)));
        device.push_back(at);
        return (T *) at;
    }

    template <class T> T *host(size_t n) {
        void *at;
        OK(hipHostMalloc(&at, n * sizeof(T), 0));
        pinned.push_back(at);
        memset(at, 0, n * sizeof(T));
        return (T *) at;
    }

    template <class T> void in(T *to, const T *from, size_t n) { OK(hipMemcpyAsync(to, from, n * sizeof(T), 4, stream)); }

    template <class T> void out(T *to, const T *from, size_t n) {
        OK(hipMemcpyAsync(to, from, n * sizeof(T), 4, stream));
        OK(hipStreamSynchronize(stream));
    }

    void *kernel(const char *source, const char *name) {
        const std::string image = compile(source);
        void *module, *function;
        OK(hipModuleLoadData(&module, image.data()));
        modules.push_back(module);
        OK(hipModuleGetFunction(&function, module, name));
        return function;
    }

    static std::string compile(const char *source) {
        void *program;
        OK(hiprtcCreateProgram(&program, source, "test.hip", 0, nullptr, nullptr));
        const std::string target = "--gpu-architecture=" + architecture;
        const char *options[] = {target.c_str(), "-ffp-contract=off"};
        const int status = hiprtcCompileProgram(program, 2, options);
        size_t bytes = 0;
        OK(hiprtcGetProgramLogSize(program, &bytes));
        std::string log(bytes, ' ');
        if (bytes > 0) OK(hiprtcGetProgramLog(program, &log[0]));
        if (status != 0) throw Wrong{"does not compile: " + log};
        OK(hiprtcGetCodeSize(program, &bytes));
        std::string code(bytes, ' ');
        OK(hiprtcGetCode(program, &code[0]));
        OK(hiprtcDestroyProgram(&program));
        return code;
    }
};

// Packed arguments, each aligned to its size.
struct Arguments {
    std::vector<char> bytes;
    size_t size = 0;
    void *extra[5];

    template <class... T> explicit Arguments(T... values) {
        (put(values), ...);
        size = bytes.size();
        extra[0] = (void *) 1;
        extra[1] = bytes.data();
        extra[2] = (void *) 2;
        extra[3] = &size;
        extra[4] = (void *) 3;
    }
    template <class T> void put(T value) {
        while (bytes.size() % sizeof(T) != 0) bytes.push_back(0);
        bytes.insert(bytes.end(), (char *) &value, (char *) (&value + 1));
    }
};

static int launch(Device &d, void *function, unsigned grid, unsigned block, unsigned shared, Arguments a) {
    a.extra[1] = a.bytes.data();
    a.extra[3] = &a.size;
    return hipModuleLaunchKernel(function, grid, 1, 1, block, 1, 1, shared, d.stream, nullptr, a.extra);
}

static void *add_kernel(void *graph, void *function, unsigned grid, unsigned block, Arguments a,
                        std::vector<void *> after = {}) {
    a.extra[1] = a.bytes.data();
    a.extra[3] = &a.size;
    sporos_hipKernelNodeParams p{};
    p.func = function;
    p.gridDim = {grid, 1, 1};
    p.blockDim = {block, 1, 1};
    p.extra = a.extra;
    void *node;
    OK(hipGraphAddKernelNode(&node, graph, after.data(), after.size(), &p));
    return node;
}

struct Test {
    const char *name;
    bool only_cpu;
    std::function<void(Device &)> body;
};
static std::vector<Test> tests;
struct Register {
    Register(const char *name, bool only_cpu, void (*body)(Device &)) { tests.push_back({name, only_cpu, body}); }
};
#define TEST(name) \
    static void name(Device &d); \
    static const Register register_##name(#name, false, name); \
    static void name([[maybe_unused]] Device &d)
#define CPU_TEST(name) \
    static void name(Device &d); \
    static const Register register_##name(#name, true, name); \
    static void name([[maybe_unused]] Device &d)

#include "shim-tests.h"

static bool run(const Test &test) {
    try {
        Device device;
        test.body(device);
        printf("ok %s\n", test.name);
        return true;
    } catch (const Wrong &wrong) {
        printf("FAILED %s: %s\n", test.name, wrong.text.c_str());
        return false;
    }
}

int main(int count, char **words) {
    library = count < 2 ? nullptr : dlopen(words[1], RTLD_NOW);
    if (library == nullptr) {
        printf("FAILED to load: %s\n", dlerror());
        return 100;
    }
#define SPOROS_HIP(name, result, parameters) name = find<result(*) parameters>(#name);
#include "hip_functions.def"
    hipEventQuery = find<int (*)(void *)>("hipEventQuery");
    live = find<long long (*)(int)>("sporos_shim_live");
    fail_next = find<void (*)(const char *, int, int)>("sporos_shim_fail");
    reset = find<int (*)()>("sporos_shim_reset");
    message = find<const char *(*) ()>("sporos_shim_message");
    int failed = 0, devices = 0;
    if (hipGetDeviceCount(&devices) != 0) {
        printf("FAILED to find a device\n");
        return 101;
    }
    hipSetDevice(0);
    hipDeviceGetAttribute(&wavefront, SPOROS_HIP_WARP_SIZE, 0);
    std::vector<char> properties(16384);
    hipGetDeviceProperties(properties.data(), 0);
    const std::string all(properties.begin(), properties.end());
    const size_t at = all.find("gfx");
    architecture = at == std::string::npos ? "" : all.substr(at, all.find_first_of(std::string(":\0", 2), at) - at);
    printf("# %s, wavefront %d\n", architecture.c_str(), wavefront);
    for (const Test &test : tests) {
        if (test.only_cpu && reset == nullptr) continue;
        failed += !run(test);
        fflush(stdout);
    }
    return failed;
}
