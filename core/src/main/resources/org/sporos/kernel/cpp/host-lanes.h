// Vectors of doubles, by the vector extensions of g++.
#if defined(__x86_64__) && defined(__AVX2__) && !defined(__clang__) && __GNUC__ >= 10
#define JAVA_HAS_LANES
namespace java {
namespace strict {
// Vectors of N doubles, N longs and N ints.
template <int N> struct Lanes {
    typedef double D __attribute__((vector_size(8 * N)));
    typedef long long L __attribute__((vector_size(8 * N)));
    typedef int I __attribute__((vector_size(4 * N)));
};

// Returns whether any lane of a mask is set. A mask is the result of a comparison: all bits of a lane are equal.
template <int N, class L> JAVA_FUNCTION bool any_of(L mask) {
    long long all = 0;
    for (int l = 0; l < N; l++) all |= mask[l];
    return all != 0;
}
#if defined(__AVX512F__) && defined(__AVX512DQ__)
#if __has_builtin(__builtin_ia32_cvtq2mask512)
JAVA_FUNCTION bool any(Lanes<8>::L mask) { return __builtin_ia32_cvtq2mask512(mask) != 0; }
#else
JAVA_FUNCTION bool any(Lanes<8>::L mask) { return any_of<8>(mask); }
#endif
#endif
#if __has_builtin(__builtin_ia32_movmskpd256)
JAVA_FUNCTION bool any(Lanes<4>::L mask) { return __builtin_ia32_movmskpd256((Lanes<4>::D) mask) != 0; }
#else
JAVA_FUNCTION bool any(Lanes<4>::L mask) { return any_of<4>(mask); }
#endif
JAVA_FUNCTION bool any(Lanes<2>::L mask) { return any_of<2>(mask); }

template <class D, class L> JAVA_FUNCTION D head_of(D a) { return (D) ((L) a & -0x100000000LL); }
#if defined(__AVX512F__) && defined(__AVX512DQ__)
JAVA_FUNCTION Lanes<8>::D head(Lanes<8>::D a) { return head_of<Lanes<8>::D, Lanes<8>::L>(a); }
#endif
JAVA_FUNCTION Lanes<4>::D head(Lanes<4>::D a) { return head_of<Lanes<4>::D, Lanes<4>::L>(a); }
JAVA_FUNCTION Lanes<2>::D head(Lanes<2>::D a) { return head_of<Lanes<2>::D, Lanes<2>::L>(a); }

// Returns y, with the lanes of the mask scalar replaced by function(lane).
template <int N, class F>
JAVA_FUNCTION typename Lanes<N>::D
patched(typename Lanes<N>::D y, typename Lanes<N>::L scalar, F function) {
    if (__builtin_expect(any(scalar), 0)) {
        for (int l = 0; l < N; l++) {
            if (scalar[l] != 0) y[l] = function(l);
        }
    }
    return y;
}

template <int N> JAVA_FUNCTION typename Lanes<N>::D doubles(typename Lanes<N>::L small) {
    return __builtin_convertvector(__builtin_convertvector(small, typename Lanes<N>::I), typename Lanes<N>::D);
}
// Rounds numbers of less than 2^31 towards zero.
template <int N> JAVA_FUNCTION typename Lanes<N>::L longs(typename Lanes<N>::D small) {
    return __builtin_convertvector(__builtin_convertvector(small, typename Lanes<N>::I), typename Lanes<N>::L);
}
template <int N> JAVA_FUNCTION typename Lanes<N>::L signs(typename Lanes<N>::D x) {
    return (typename Lanes<N>::L) x & (-9223372036854775807LL - 1);
}
template <int N> JAVA_FUNCTION typename Lanes<N>::L magnitudes(typename Lanes<N>::D x) {
    return (typename Lanes<N>::L) x >> 32 & 0x7fffffff;
}
}
}
#endif
