#include <cmath>
#include <cstring>
#define JAVA_FUNCTION static inline
#define JAVA_MEMBER inline
#define JAVA_RARE static __attribute__((noinline))
#define JAVA_LONG JAVA_FUNCTION
#define JAVA_TABLE static const
// A body is always inlined into its loop. A loop is never inlined into the function that unpacks its arguments, where
// g++ would lose __restrict__. Interprocedural analysis of g++ 12 misses some effects: it drops calls that store at
// twice an index. The attributes hide both kinds of calls from it.
#define JAVA_BODY static inline __attribute__((always_inline))
#ifdef __clang__
#define JAVA_LOOP static __attribute__((noinline))
#else
#define JAVA_LOOP static __attribute__((noipa))
#endif
// Vectors of 512 bits, for long loops without branches and with aligned stores. Elsewhere shorter vectors are faster,
// as g++ assumes.
#if defined(__AVX512F__) && !defined(__clang__)
#define JAVA_WIDE __attribute__((target("prefer-vector-width=512")))
#else
#define JAVA_WIDE
#endif
#define JAVA_INLINED __attribute__((always_inline))
// Whether one of two numbers is NaN: predicted to be false.
#define JAVA_UNORDERED(a, b) __builtin_expect(__builtin_isunordered(a, b), 0)
#define JAVA_MOSTLY(condition) __builtin_expect(condition, 1)
// Whether a number is a constant for the compiler, and neither zero nor NaN.
#define JAVA_PLAIN(a) (__builtin_constant_p(a) && (a) == (a) && (a) != 0)
// A condition that is false only at a fault: compilers keep no register for that case.
#ifdef __has_builtin
#if __has_builtin(__builtin_expect_with_probability)
#define JAVA_SURE(condition) __builtin_expect_with_probability(condition, 1, 1.0)
#endif
#endif
#ifndef JAVA_SURE
#define JAVA_SURE(condition) __builtin_expect(condition, 1)
#endif
namespace java {
// Loads an element, or records a fault if the index is out of bounds. The index is widened before the comparison: after
// it, g++ would need another instruction for the address.
template <class F, class T> JAVA_FUNCTION JAVA_INLINED T load(F& fault, const T* elements, int i, int n, int site) {
    const unsigned long long at = (unsigned) i;
    return fault.check(at < (unsigned long long) (unsigned) n, site, i) ? elements[at] : T();
}

// The conversion instructions of x86, which return the least integer for NaN and for numbers out of range. A cast would
// be undefined there, and compilers could assume that the number is in range.
#if defined(__x86_64__) && defined(__SSE2__)
#define JAVA_CONVERTS
typedef float FourFloats __attribute__((vector_size(16)));
typedef double TwoDoubles __attribute__((vector_size(16)));
JAVA_FUNCTION int converted_int(float a) { return __builtin_ia32_cvttss2si(FourFloats{a}); }
JAVA_FUNCTION int converted_int(double a) { return __builtin_ia32_cvttsd2si(TwoDoubles{a}); }
JAVA_FUNCTION long long converted_long(float a) { return __builtin_ia32_cvttss2si64(FourFloats{a}); }
JAVA_FUNCTION long long converted_long(double a) { return __builtin_ia32_cvttsd2si64(TwoDoubles{a}); }
#endif

// A select without a branch, which could be mispredicted.
JAVA_FUNCTION int choose(bool first, int a, int b) { return b ^ ((a ^ b) & -(int) first); }
JAVA_FUNCTION long long choose(bool first, long long a, long long b) { return b ^ ((a ^ b) & -(long long) first); }
// A select of floating-point numbers by a mask in a vector register, without moves to other registers.
template <class M, class T> JAVA_FUNCTION T choose_by_mask(bool first, T a, T b) {
    typedef T Numbers __attribute__((vector_size(16)));
    typedef M Masks __attribute__((vector_size(16)));
    const Masks mask = {-(M) first};
    return ((Numbers) (((Masks) Numbers{a} & mask) | ((Masks) Numbers{b} & ~mask)))[0];
}
JAVA_FUNCTION double choose(bool first, double a, double b) { return choose_by_mask<long long>(first, a, b); }
JAVA_FUNCTION float choose(bool first, float a, float b) { return choose_by_mask<int>(first, a, b); }

// Clip an interval of indexes: to the part below a bound, to the part from a bound on, or to the longer part on one
// side of an index.
JAVA_FUNCTION void cut_below(long long& end, long long at) { end = at < end ? at : end; }
JAVA_FUNCTION void cut_from(long long& begin, long long at) { begin = at > begin ? at : begin; }
JAVA_FUNCTION void cut_out(long long& begin, long long& end, long long at) {
    if (at < begin || at >= end) return;
    (at - begin < end - at ? begin : end) = at - begin < end - at ? at + 1 : at;
}

// Returns the trip count of a loop with a stride over length indexes, after some skipped ones; 0 if skipped is -1.
JAVA_FUNCTION long long strides(long long length, int skipped, int stride) {
    return skipped < 0 || skipped >= length ? 0 : (length - skipped - 1) / stride + 1;
}

// The bytes of the fastest vectors of a core. An access to a vector as long as a cache line costs twice as much if it
// crosses lines.
#if defined(__AVX512F__) && !defined(__clang__)
constexpr int VECTOR = 64;
#else
constexpr int VECTOR = 32;
#endif
// The length of a strip: the elements of ten views fit into the L1 cache.
constexpr int STRIP = 256;
// Returns the unsigned maximum of two indexes (a negative one becomes large).
template <class W, class I> JAVA_FUNCTION W farther(W farthest, I i) { return (W) i > farthest ? (W) i : farthest; }
// Returns the elements between the start of a cache line and an address in it; 0 if vectors are shorter than a line and
// need no alignment.
template <class T> JAVA_FUNCTION int behind_line(const T* at) {
    return VECTOR < 64 ? 0 : (int) (((unsigned long long) at & 63) / sizeof(T));
}
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
template <class T> JAVA_FUNCTION T atomic_get(T* at) {
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
        T old = atomic_get(at);
        if (swap_if(at, old, old + value)) return old;
    }
}
}
