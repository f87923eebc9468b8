#include <atomic>
#include <cmath>
#include <condition_variable>
#include <cstring>
#include <mutex>
#include <thread>
#include <vector>
#define JAVA_FUNCTION static inline
#define JAVA_MEMBER inline
// A body always becomes part of its loop. A loop never becomes part of what unpacks its arguments, where g++ would forget that
// they are __restrict__. Between functions g++ 12 looks for effects, and misses some: it drops calls that store at twice an
// index. So that it sees no call of either.
#define JAVA_BODY static inline __attribute__((always_inline))
#ifdef __clang__
#define JAVA_LOOP static __attribute__((noinline))
#else
#define JAVA_LOOP static __attribute__((noipa))
#endif
// For long loops without branches, whose stores are aligned. Elsewhere g++ is right that shorter vectors are faster.
#if defined(__AVX512F__) && !defined(__clang__)
#define JAVA_WIDE __attribute__((target("prefer-vector-width=512")))
#else
#define JAVA_WIDE
#endif
namespace java {
JAVA_FUNCTION bool begins_line(const void* at) { return ((unsigned long long) at & 63) == 0; }
JAVA_FUNCTION int bit_count(int a) { return __builtin_popcount((unsigned) a); }
JAVA_FUNCTION int bit_count(long long a) { return __builtin_popcountll((unsigned long long) a); }
JAVA_FUNCTION int leading_zeros(int a) { return a == 0 ? 32 : __builtin_clz((unsigned) a); }
JAVA_FUNCTION int leading_zeros(long long a) { return a == 0 ? 64 : __builtin_clzll((unsigned long long) a); }
JAVA_FUNCTION int trailing_zeros(int a) { return a == 0 ? 32 : __builtin_ctz((unsigned) a); }
JAVA_FUNCTION int trailing_zeros(long long a) { return a == 0 ? 64 : __builtin_ctzll((unsigned long long) a); }
JAVA_FUNCTION long long multiply_high(long long a, long long b) { return (long long) (((__int128) a * b) >> 64); }
template <class To, class From> JAVA_FUNCTION To same_bits(From a) {
    To to;
    std::memcpy(&to, &a, sizeof to);
    return to;
}
JAVA_FUNCTION int bits(float a) { return same_bits<int>(a); }
JAVA_FUNCTION long long bits(double a) { return same_bits<long long>(a); }
JAVA_FUNCTION float f32(int a) { return same_bits<float>(a); }
JAVA_FUNCTION double f64(long long a) { return same_bits<double>(a); }
template <class T> JAVA_FUNCTION bool swap_if(T* at, T expected, T value) {
    return __atomic_compare_exchange(at, &expected, &value, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
}
template <class T> JAVA_FUNCTION T atomic_read(T* at) {
    T value;
    __atomic_load(at, &value, __ATOMIC_SEQ_CST);
    return value;
}
JAVA_FUNCTION int atomic_add(int* at, int value) { return __atomic_fetch_add(at, value, __ATOMIC_SEQ_CST); }
JAVA_FUNCTION long long atomic_add(long long* at, long long value) {
    return __atomic_fetch_add(at, value, __ATOMIC_SEQ_CST);
}
template <class T> JAVA_FUNCTION T atomic_add(T* at, T value) {
    for (;;) {
        T old = atomic_read(at);
        if (swap_if(at, old, old + value)) return old;
    }
}
}
