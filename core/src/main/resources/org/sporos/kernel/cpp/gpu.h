#define JAVA_MEMBER __device__ __forceinline__
#define JAVA_RARE static __device__ __noinline__
// A function that is too long to be inlined at each call. The code of a reduction of 24 sines and exponentials takes 15
// s to compile with these functions inlined, and 2 s without.
#define JAVA_LONG static __device__ __noinline__
#define JAVA_TABLE static __device__ const
#define JAVA_DIVIDES_UNSIGNED
namespace java {
JAVA_FUNCTION int bit_count(int a) { return __popc((unsigned) a); }
JAVA_FUNCTION int bit_count(long long a) { return __popcll((unsigned long long) a); }
JAVA_FUNCTION int leading_zeros(int a) { return __clz(a); }
JAVA_FUNCTION int leading_zeros(long long a) { return __clzll(a); }
JAVA_FUNCTION int trailing_zeros(int a) { return a == 0 ? 32 : __popc(~a & (a - 1)); }
JAVA_FUNCTION int trailing_zeros(long long a) {
    return a == 0 ? 64 : __popcll((unsigned long long) (~a & (a - 1)));
}
JAVA_FUNCTION long long multiply_high(long long a, long long b) { return __mul64hi(a, b); }
JAVA_FUNCTION int bits(float a) { return __float_as_int(a); }
JAVA_FUNCTION long long bits(double a) { return __double_as_longlong(a); }
JAVA_FUNCTION float f32(int a) { return __int_as_float(a); }
JAVA_FUNCTION double f64(long long a) { return __longlong_as_double(a); }
JAVA_FUNCTION bool swap_if(int* at, int expected, int value) { return atomicCAS(at, expected, value) == expected; }
JAVA_FUNCTION bool swap_if(long long* at, long long expected, long long value) {
    return atomicCAS((unsigned long long*) at, (unsigned long long) expected, (unsigned long long) value)
            == (unsigned long long) expected;
}
JAVA_FUNCTION bool swap_if(float* at, float expected, float value) {
    return swap_if((int*) at, bits(expected), bits(value));
}
JAVA_FUNCTION bool swap_if(double* at, double expected, double value) {
    return swap_if((long long*) at, bits(expected), bits(value));
}
template <class T> JAVA_FUNCTION T atomic_get(T* at) { return *(volatile T*) at; }
JAVA_FUNCTION int atomic_min(int* at, int value) { return atomicMin(at, value); }
JAVA_FUNCTION int atomic_max(int* at, int value) { return atomicMax(at, value); }
JAVA_FUNCTION int atomic_add(int* at, int value) { return atomicAdd(at, value); }
JAVA_FUNCTION long long atomic_add(long long* at, long long value) {
    return (long long) atomicAdd((unsigned long long*) at, (unsigned long long) value);
}
JAVA_FUNCTION float atomic_add(float* at, float value) { return atomicAdd(at, value); }
JAVA_FUNCTION double atomic_add(double* at, double value) { return atomicAdd(at, value); }
}
