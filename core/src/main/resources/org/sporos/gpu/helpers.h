// The library's own kernels: strided fills and copies that no native node does, and the no-op root and sink of wide
// graphs. In the body of a conditional a kernel returns if its gate is closed; elsewhere the address of the gate is
// null.

extern "C" __global__ void sporos_nothing() {}

template <class T> static __device__ __forceinline__ void sporos_fill(T* to, T value, long long n, long long n1,
        long long n2, long long n3, long long s0, long long s1, long long s2, long long s3) {
    long long step = (long long) gridDim.x * blockDim.x;
    for (long long at = (long long) blockIdx.x * blockDim.x + threadIdx.x; at < n; at += step) {
        long long l = at % n3, k = at / n3 % n2, j = at / n3 / n2 % n1, i = at / n3 / n2 / n1;
        to[i * s0 + j * s1 + k * s2 + l * s3] = value;
    }
}

template <class T> static __device__ __forceinline__ void sporos_copy(T* to, const T* from, long long n, long long n1,
        long long n2, long long n3, long long s0, long long s1, long long s2, long long s3, long long f0, long long f1,
        long long f2, long long f3) {
    long long step = (long long) gridDim.x * blockDim.x;
    for (long long at = (long long) blockIdx.x * blockDim.x + threadIdx.x; at < n; at += step) {
        long long l = at % n3, k = at / n3 % n2, j = at / n3 / n2 % n1, i = at / n3 / n2 / n1;
        to[i * s0 + j * s1 + k * s2 + l * s3] = from[i * f0 + j * f1 + k * f2 + l * f3];
    }
}

#define SPOROS_STRIDED(bytes, T) \
    extern "C" __global__ void sporos_fill##bytes(const int* gate, long long open, T* to, T value, long long n, \
            long long n1, long long n2, long long n3, long long s0, long long s1, long long s2, long long s3) { \
        if (gate == nullptr || *gate == open) { \
            sporos_fill<T>(to, value, n, n1, n2, n3, s0, s1, s2, s3); \
        } \
    } \
    extern "C" __global__ void sporos_copy##bytes(const int* gate, long long open, T* to, const T* from, long long n, \
            long long n1, long long n2, long long n3, long long s0, long long s1, long long s2, long long s3, \
            long long f0, long long f1, long long f2, long long f3) { \
        if (gate == nullptr || *gate == open) { \
            sporos_copy<T>(to, from, n, n1, n2, n3, s0, s1, s2, s3, f0, f1, f2, f3); \
        } \
    }
SPOROS_STRIDED(1, signed char)
SPOROS_STRIDED(2, short)
SPOROS_STRIDED(4, int)
SPOROS_STRIDED(8, long long)
