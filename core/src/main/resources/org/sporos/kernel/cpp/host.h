#include <atomic>
#include <cmath>
#include <condition_variable>
#include <cstring>
#include <mutex>
#include <thread>
#include <vector>
#define JAVA_FUNCTION static inline
#define JAVA_MEMBER inline
#define JAVA_RARE static __attribute__((noinline))
#define JAVA_LONG JAVA_FUNCTION
#define JAVA_TABLE static const
// A body always becomes part of its loop. A loop never becomes part of what unpacks its arguments, where g++ would
// forget that they are __restrict__. Between functions g++ 12 looks for effects, and misses some: it drops calls that
// store at twice an index. So that it sees no call of either.
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
// For steps that are done in turns: g++ puts what becomes one value side by side again, unless it orders instructions
// before it gives them registers. Elsewhere that costs registers.
#if defined(__GNUC__) && !defined(__clang__)
#define JAVA_MIXED __attribute__((optimize("schedule-insns")))
#else
#define JAVA_MIXED
#endif
#define JAVA_INLINED __attribute__((always_inline))
// Whether one of two numbers is NaN, which is rare.
#define JAVA_UNORDERED(a, b) __builtin_expect(__builtin_isunordered(a, b), 0)
#define JAVA_MOSTLY(condition) __builtin_expect(condition, 1)
// Whether the compiler knows a number, and it is neither zero nor NaN.
#define JAVA_PLAIN(a) (__builtin_constant_p(a) && (a) == (a) && (a) != 0)
// What is true unless something fails: no register is kept for when it is not.
#ifdef __has_builtin
#if __has_builtin(__builtin_expect_with_probability)
#define JAVA_SURE(condition) __builtin_expect_with_probability(condition, 1, 1.0)
#endif
#endif
#ifndef JAVA_SURE
#define JAVA_SURE(condition) __builtin_expect(condition, 1)
#endif
namespace java {
// Loads an element, or notes that it is outside. An index that is made long before it is compared, and not behind that,
// needs no instruction to become part of an address.
template <class F, class T> JAVA_FUNCTION JAVA_INLINED T load(F& fault, const T* elements, int i, int n, int site) {
    const unsigned long long at = (unsigned) i;
    return fault.check(at < (unsigned long long) (unsigned) n, site, i) ? elements[at] : T();
}

// The conversion of this processor, which makes the least number of all that has none of its own. A cast is another
// thing: of a number that is out of range it is undefined, so that a compiler may take it for in range afterwards.
#if defined(__x86_64__) && defined(__SSE2__)
#define JAVA_CONVERTS
typedef float FourFloats __attribute__((vector_size(16)));
typedef double TwoDoubles __attribute__((vector_size(16)));
JAVA_FUNCTION int converted_int(float a) { return __builtin_ia32_cvttss2si(FourFloats{a}); }
JAVA_FUNCTION int converted_int(double a) { return __builtin_ia32_cvttsd2si(TwoDoubles{a}); }
JAVA_FUNCTION long long converted_long(float a) { return __builtin_ia32_cvttss2si64(FourFloats{a}); }
JAVA_FUNCTION long long converted_long(double a) { return __builtin_ia32_cvttsd2si64(TwoDoubles{a}); }
#endif

// One of two numbers, without a branch: a core guesses wrongly what depends on data.
JAVA_FUNCTION int choose(bool first, int a, int b) { return b ^ ((a ^ b) & -(int) first); }
JAVA_FUNCTION long long choose(bool first, long long a, long long b) { return b ^ ((a ^ b) & -(long long) first); }
// A mask in a register of vectors, where the numbers are.
template <class M, class T> JAVA_FUNCTION T choose_by_mask(bool first, T a, T b) {
    typedef T Numbers __attribute__((vector_size(16)));
    typedef M Masks __attribute__((vector_size(16)));
    const Masks mask = {-(M) first};
    return ((Numbers) (((Masks) Numbers{a} & mask) | ((Masks) Numbers{b} & ~mask)))[0];
}
JAVA_FUNCTION double choose(bool first, double a, double b) { return choose_by_mask<long long>(first, a, b); }
JAVA_FUNCTION float choose(bool first, float a, float b) { return choose_by_mask<int>(first, a, b); }

// An interval of indexes becomes its piece below a bound, from a bound on, or the longer one beside an index.
JAVA_FUNCTION void cut_below(long long& end, long long at) { end = at < end ? at : end; }
JAVA_FUNCTION void cut_from(long long& begin, long long at) { begin = at > begin ? at : begin; }
JAVA_FUNCTION void cut_out(long long& begin, long long& end, long long at) {
    if (at < begin || at >= end) return;
    (at - begin < end - at ? begin : end) = at - begin < end - at ? at + 1 : at;
}

// Asks for what is used some rows or blocks later, so that the page is known and the line is near by then. It may lie
// behind the end.
constexpr int AHEAD = 512;
template <class T> JAVA_FUNCTION void ahead(const T* elements, int k) {
    __builtin_prefetch(elements + ((long long) k + AHEAD), 0, 3);
}
#if defined(__znver1__) || defined(__znver2__) || defined(__znver3__) || defined(__znver4__) || defined(__znver5__)
// In loops that store as much as they load AMD's cores (seen on Zen 4) are slowed down by what is far ahead, or comes
// into the nearest cache.
constexpr int BLOCKS_AHEAD = 200;
constexpr int NEAR = 2;
#else
constexpr int BLOCKS_AHEAD = AHEAD;
constexpr int NEAR = 3;
#endif
constexpr int BLOCK = 64;
template <class T> JAVA_FUNCTION void block_ahead(const T* block) {
    for (int k = 0; k < BLOCK; k += 64 / (int) sizeof(T)) __builtin_prefetch(block + BLOCKS_AHEAD + k, 0, NEAR);
}

// Calls a short pass for each number from k, which is not negative, to below an end. Rows are often shorter than eight.
template <class F> JAVA_FUNCTION JAVA_INLINED void passes(int& k, int end, F pass) {
    if (k >= end) return;
    int at = k;
    k = end;
    for (int left = end - at;;) {
        pass(at);
        if (left == 1) break;
        pass(at + 1);
        if (left == 2) break;
        pass(at + 2);
        if (left == 3) break;
        pass(at + 3);
        if (left == 4) break;
        pass(at + 4);
        if (left == 5) break;
        pass(at + 5);
        if (left == 6) break;
        pass(at + 6);
        if (left == 7) break;
        pass(at + 7);
        // Else g++ turns the loop such that all but its first pass are jumped to.
        if (__builtin_expect(left == 8, 1)) break;
        at += 8;
        left -= 8;
    }
}

// The bytes of the vectors that a core does best. Where they are as long as a line, each one that crosses a line costs
// as much as two.
#if defined(__AVX512F__) && !defined(__clang__)
constexpr int VECTOR = 64;
#else
constexpr int VECTOR = 32;
#endif
// The bytes of the vectors of one view that steps do in turns: so many hide what an addition takes, and fit into
// registers.
constexpr int IN_TURNS = 4 * VECTOR;
// The indexes for which one of several steps is done before the next: what ten views have for them fits into the
// nearest cache.
constexpr int STRIP = 256;
// How many elements behind the begin of a line one lies, or 0 where that is of no matter.
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
