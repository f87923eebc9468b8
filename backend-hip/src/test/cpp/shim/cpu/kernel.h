// What HIP C++ has beyond C++, for kernels that g++ compiles: put before the source of a program. It includes nothing,
// since parsing the standard library would take longer than compiling most kernels.
#define __HIPCC_RTC__ 1
#define __HIP_DEVICE_COMPILE__ 1
#define __global__ __attribute__((visibility("hidden")))
#define __device__
#define __host__
#define __constant__ const
#define __forceinline__ inline __attribute__((always_inline))
#define __noinline__ __attribute__((noinline))
#define __launch_bounds__(...)
// A block is run by one thread of the CPU, and each of these runs one block at a time.
#define __shared__ __thread

struct sporos_shim_Dim {
    unsigned x, y, z;
};

// Where the running thread of the kernel is; the library has one for each thread of the CPU.
struct sporos_shim_Place {
    sporos_shim_Dim thread, block, threads, blocks, next;
    unsigned char *memory;
    int wavefront, shuffled;
};
extern "C" {
extern __thread sporos_shim_Place sporos_shim_place __attribute__((tls_model("initial-exec")));
void sporos_shim_barrier();
void sporos_shim_shuffle();
void sporos_shim_pause();
unsigned long long sporos_shim_exchange(unsigned long long value, int source, int width);
unsigned long long sporos_shim_vote(int value);
double sqrt(double), fabs(double), fma(double, double, double), floor(double), ceil(double), rint(double);
double trunc(double), sin(double), cos(double), tan(double), asin(double), acos(double), atan(double);
double sinh(double), cosh(double), tanh(double), exp(double), expm1(double), log(double), log1p(double);
double log10(double), cbrt(double), atan2(double, double), hypot(double, double), pow(double, double);
double scalbn(double, int), fmod(double, double), fmin(double, double), fmax(double, double);
double copysign(double, double);
float sqrtf(float), fabsf(float), fmaf(float, float, float), floorf(float), ceilf(float), rintf(float);
float truncf(float), scalbnf(float, int), fmodf(float, float), fminf(float, float), fmaxf(float, float);
struct sporos_shim_Time {
    long seconds, nanos;
};
int clock_gettime(int clock, sporos_shim_Time *now);
float sinf(float), cosf(float), tanf(float), expf(float), logf(float), powf(float, float), copysignf(float, float);
}
// The monotonic clock of the CPU, in nanoseconds.
static __forceinline__ long long wall_clock64() {
    sporos_shim_Time now;
    clock_gettime(1, &now);
    return now.seconds * 1000000000LL + now.nanos;
}
#define threadIdx (sporos_shim_place.thread)
#define blockIdx (sporos_shim_place.block)
#define blockDim (sporos_shim_place.threads)
#define gridDim (sporos_shim_place.blocks)
#define warpSize (sporos_shim_place.wavefront)

static __forceinline__ void __syncthreads() { sporos_shim_barrier(); }
// Threads that wait for another block pause.
static __forceinline__ void __builtin_amdgcn_s_sleep(int) { sporos_shim_pause(); }
static __forceinline__ void __threadfence() { __atomic_thread_fence(__ATOMIC_SEQ_CST); }
static __forceinline__ void __threadfence_block() { __atomic_thread_fence(__ATOMIC_SEQ_CST); }
static __forceinline__ void __threadfence_system() { __atomic_thread_fence(__ATOMIC_SEQ_CST); }

// Values travel through eight bytes. Beyond the bits of the value there is nothing.
template <class T> static __forceinline__ T sporos_shim_move(T value, int source, int width) {
    static_assert(sizeof(T) <= 8, "shuffles move up to eight bytes");
    unsigned long long bits = 0;
    __builtin_memcpy(&bits, &value, sizeof(T));
    bits = sporos_shim_exchange(bits, source, width);
    __builtin_memcpy(&value, &bits, sizeof(T));
    return value;
}
static __forceinline__ int sporos_shim_lane(int width) {
    const unsigned thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
    return (int) (thread & (unsigned) (width - 1));
}
template <class T> static __forceinline__ T __shfl(T value, int source, int width = warpSize) {
    return sporos_shim_move(value, source & (width - 1), width);
}
template <class T> static __forceinline__ T __shfl_up(T value, unsigned by, int width = warpSize) {
    const int lane = sporos_shim_lane(width);
    return sporos_shim_move(value, lane < (int) by ? lane : lane - (int) by, width);
}
template <class T> static __forceinline__ T __shfl_down(T value, unsigned by, int width = warpSize) {
    const int lane = sporos_shim_lane(width);
    return sporos_shim_move(value, lane + (int) by >= width ? lane : lane + (int) by, width);
}
template <class T> static __forceinline__ T __shfl_xor(T value, int mask, int width = warpSize) {
    const int lane = sporos_shim_lane(width);
    return sporos_shim_move(value, (lane ^ mask) >= width ? lane : lane ^ mask, width);
}
static __forceinline__ unsigned long long __ballot(int value) { return sporos_shim_vote(value); }
static __forceinline__ int __any(int value) { return sporos_shim_vote(value) != 0; }
static __forceinline__ int __all(int value) { return sporos_shim_vote(!value) == 0; }

static __forceinline__ int __popc(unsigned a) { return __builtin_popcount(a); }
static __forceinline__ int __popcll(unsigned long long a) { return __builtin_popcountll(a); }
static __forceinline__ int __clz(int a) { return a == 0 ? 32 : __builtin_clz((unsigned) a); }
static __forceinline__ int __clzll(long long a) { return a == 0 ? 64 : __builtin_clzll((unsigned long long) a); }
static __forceinline__ int __ffs(int a) { return __builtin_ffs(a); }
static __forceinline__ int __ffsll(long long a) { return __builtin_ffsll(a); }
static __forceinline__ long long __mul64hi(long long a, long long b) { return (long long) ((__int128) a * b >> 64); }
static __forceinline__ unsigned long long __umul64hi(unsigned long long a, unsigned long long b) {
    return (unsigned long long) ((unsigned __int128) a * b >> 64);
}
template <class To, class From> static __forceinline__ To sporos_shim_bits(From from) {
    static_assert(sizeof(To) == sizeof(From), "the same bits");
    To to;
    __builtin_memcpy(&to, &from, sizeof(To));
    return to;
}
static __forceinline__ int __float_as_int(float a) { return sporos_shim_bits<int>(a); }
static __forceinline__ float __int_as_float(int a) { return sporos_shim_bits<float>(a); }
static __forceinline__ long long __double_as_longlong(double a) { return sporos_shim_bits<long long>(a); }
static __forceinline__ double __longlong_as_double(long long a) { return sporos_shim_bits<double>(a); }

#define SPOROS_SHIM_ATOMIC(name, builtin) \
    static __forceinline__ int name(int *at, int value) { return builtin(at, value, __ATOMIC_SEQ_CST); } \
    static __forceinline__ unsigned name(unsigned *at, unsigned value) { return builtin(at, value, __ATOMIC_SEQ_CST); } \
    static __forceinline__ unsigned long long name(unsigned long long *at, unsigned long long value) { \
        return builtin(at, value, __ATOMIC_SEQ_CST); \
    }
SPOROS_SHIM_ATOMIC(atomicAdd, __atomic_fetch_add)
SPOROS_SHIM_ATOMIC(atomicSub, __atomic_fetch_sub)
SPOROS_SHIM_ATOMIC(atomicAnd, __atomic_fetch_and)
SPOROS_SHIM_ATOMIC(atomicOr, __atomic_fetch_or)
SPOROS_SHIM_ATOMIC(atomicXor, __atomic_fetch_xor)
SPOROS_SHIM_ATOMIC(atomicExch, __atomic_exchange_n)
#undef SPOROS_SHIM_ATOMIC
template <class T> static __forceinline__ T atomicCAS(T *at, T expected, T value) {
    __atomic_compare_exchange_n(at, &expected, value, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
    return expected;
}
template <class Bits, class T> static __forceinline__ T sporos_shim_add(T *at, T value) {
    for (Bits old = __atomic_load_n((Bits *) at, __ATOMIC_SEQ_CST);;) {
        const Bits next = sporos_shim_bits<Bits>(sporos_shim_bits<T>(old) + value);
        if (__atomic_compare_exchange_n((Bits *) at, &old, next, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) {
            return sporos_shim_bits<T>(old);
        }
    }
}
static __forceinline__ float atomicAdd(float *at, float value) { return sporos_shim_add<unsigned>(at, value); }
static __forceinline__ double atomicAdd(double *at, double value) {
    return sporos_shim_add<unsigned long long>(at, value);
}
template <class T> static __forceinline__ T atomicMin(T *at, T value) {
    T old = __atomic_load_n(at, __ATOMIC_SEQ_CST);
    while (value < old && !__atomic_compare_exchange_n(at, &old, value, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) {
    }
    return old;
}
template <class T> static __forceinline__ T atomicMax(T *at, T value) {
    T old = __atomic_load_n(at, __ATOMIC_SEQ_CST);
    while (old < value && !__atomic_compare_exchange_n(at, &old, value, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) {
    }
    return old;
}

// How a kernel is found and called: its parameters as they lie packed, and all threads of a block that have not begun.
struct sporos_shim_Parameter {
    unsigned offset, bytes, is_pointer;
};
struct sporos_shim_Kernel {
    const char *name;
    void (*run)(const unsigned char *arguments);
    const sporos_shim_Parameter *parameters;
    int count;
};
static __forceinline__ bool sporos_shim_begin_next() {
    sporos_shim_Place &place = sporos_shim_place;
    if (place.next.z == place.threads.z) return false;
    place.thread = place.next;
    if (++place.next.x == place.threads.x) {
        place.next.x = 0;
        if (++place.next.y == place.threads.y) {
            place.next.y = 0;
            place.next.z++;
        }
    }
    if (place.shuffled) sporos_shim_shuffle();
    return true;
}
template <class T> struct sporos_shim_IsPointer {
    static const bool value = false;
};
template <class T> struct sporos_shim_IsPointer<T *> {
    static const bool value = true;
};
template <class... A> struct sporos_shim_Layout {
    sporos_shim_Parameter at[sizeof...(A) + 1];
    constexpr sporos_shim_Layout() : at{{0, sizeof(A), sporos_shim_IsPointer<A>::value}..., {0, 0, 0}} {
        const unsigned alignments[] = {alignof(A)..., 1};
        unsigned offset = 0;
        for (unsigned k = 0; k < sizeof...(A); k++) {
            offset = (offset + alignments[k] - 1) / alignments[k] * alignments[k];
            at[k].offset = offset;
            offset += at[k].bytes;
        }
    }
};
template <int... K> struct sporos_shim_Indexes {};
template <class F, F f> struct sporos_shim_Runner;
template <class... A, void (*f)(A...)> struct sporos_shim_Runner<void (*)(A...), f> {
    static constexpr sporos_shim_Layout<A...> layout{};
    static const int count = sizeof...(A);
    template <int... K> static __forceinline__ void run(const unsigned char *arguments, sporos_shim_Indexes<K...>) {
        while (sporos_shim_begin_next()) f(*(const A *) (arguments + layout.at[K].offset)...);
    }
    static void run(const unsigned char *arguments) {
        using Counted = sporos_shim_Indexes<__integer_pack(sizeof...(A))...>;
        run(arguments, Counted());
    }
};
#define SPOROS_SHIM_KERNEL(f) \
    {#f, sporos_shim_Runner<decltype(&f), f>::run, sporos_shim_Runner<decltype(&f), f>::layout.at, \
     sporos_shim_Runner<decltype(&f), f>::count},
