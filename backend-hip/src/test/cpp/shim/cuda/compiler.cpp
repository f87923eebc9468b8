// hipRTC's functions by NVRTC. Its errors are NVRTC's by number.
namespace shim {
namespace {

// The words of HIP that CUDA lacks. Shuffles there name the lanes that take part: all.
constexpr char WORDS[] = R"(
#define __shfl sporos_shim_shuffle
#define __shfl_up sporos_shim_shuffle_up
#define __shfl_down sporos_shim_shuffle_down
#define __shfl_xor sporos_shim_shuffle_xor
#define __ballot(v) ((unsigned long long) __ballot_sync(0xffffffffu, v))
#define __any(v) __any_sync(0xffffffffu, v)
#define __all(v) __all_sync(0xffffffffu, v)
template <class T> static __device__ __forceinline__ T sporos_shim_shuffle(T v, int l, int w = 32) {
    return __shfl_sync(0xffffffffu, v, l, w);
}
template <class T> static __device__ __forceinline__ T sporos_shim_shuffle_up(T v, unsigned s, int w = 32) {
    return __shfl_up_sync(0xffffffffu, v, s, w);
}
template <class T> static __device__ __forceinline__ T sporos_shim_shuffle_down(T v, unsigned s, int w = 32) {
    return __shfl_down_sync(0xffffffffu, v, s, w);
}
template <class T> static __device__ __forceinline__ T sporos_shim_shuffle_xor(T v, int m, int w = 32) {
    return __shfl_xor_sync(0xffffffffu, v, m, w);
}
static __device__ __forceinline__ long long wall_clock64() {
    long long ns;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(ns));
    return ns;
}
#define __HIPCC_RTC__ 1
#line 1
)";

std::string translated(const std::string &option) {
    if (option.compare(0, 17, "--offload-arch=gf") == 0 || option.compare(0, 19, "--gpu-architecture=") == 0) {
        return "--gpu-architecture=sm_" + std::to_string(attribute(75)) + std::to_string(attribute(76));
    }
    if (option == "-ffp-contract=off") return "-fmad=false";
    if (option == "-ffp-contract=fast") return "-fmad=true";
    if (option == "-freciprocal-math") return "-prec-div=false";
    if (option == "-fno-hip-fp32-correctly-rounded-divide-sqrt") return "-prec-sqrt=false";
    if (option.compare(0, 5, "-std=") == 0) return "-" + option;
    return option.compare(0, 2, "-O") == 0 || option == "-w" ? "" : option;
}
}
}

EXPORT int hiprtcVersion(int *major, int *minor) {
    return cuda().compiler == nullptr ? 11 : cuda().nvrtcVersion(major, minor);
}

EXPORT const char *hiprtcGetErrorString(int result) {
    static const char *const names[] = {"HIPRTC_SUCCESS", "HIPRTC_ERROR_OUT_OF_MEMORY",
                                        "HIPRTC_ERROR_PROGRAM_CREATION_FAILURE", "HIPRTC_ERROR_INVALID_INPUT",
                                        "HIPRTC_ERROR_INVALID_PROGRAM", "HIPRTC_ERROR_INVALID_OPTION",
                                        "HIPRTC_ERROR_COMPILATION", "HIPRTC_ERROR_BUILTIN_OPERATION_FAILURE"};
    return result >= 0 && result < 8 ? names[result] : "HIPRTC_ERROR_INTERNAL_ERROR";
}

EXPORT int hiprtcCreateProgram(void **program, const char *source, const char *name, int headers, const char **texts,
                               const char **names) {
    return cuda().nvrtcCreateProgram(program, (shim::WORDS + std::string(source)).c_str(), name, headers, texts, names);
}

EXPORT int hiprtcCompileProgram(void *program, int count, const char **options) {
    // The key of NVRTC's cache leaves out -prec-div and -prec-sqrt.
    std::vector<std::string> own = {"-no-cache"};
    for (int k = 0; k < count; k++) {
        const std::string option = shim::translated(options[k]);
        if (!option.empty()) own.push_back(option);
    }
    std::vector<const char *> words;
    for (const std::string &option : own) words.push_back(option.c_str());
    return cuda().nvrtcCompileProgram(program, (int) words.size(), words.data());
}

EXPORT int hiprtcDestroyProgram(void **program) { return cuda().nvrtcDestroyProgram(program); }

EXPORT int hiprtcGetProgramLogSize(void *program, size_t *bytes) {
    return cuda().nvrtcGetProgramLogSize(program, bytes);
}

EXPORT int hiprtcGetProgramLog(void *program, char *log) { return cuda().nvrtcGetProgramLog(program, log); }

EXPORT int hiprtcGetCodeSize(void *program, size_t *bytes) { return cuda().nvrtcGetCUBINSize(program, bytes); }

EXPORT int hiprtcGetCode(void *program, char *code) { return cuda().nvrtcGetCUBIN(program, code); }
