// After fdlibm 5.3: Copyright (C) 1993, 2004 by Sun Microsystems, Inc. All rights reserved. Developed at SunSoft, a Sun
// Microsystems, Inc. business. Permission to use, copy, modify, and distribute this software is freely granted,
// provided that this notice is preserved. Vector variants of some functions of StrictMath, for loops that g++
// vectorizes.
#ifdef JAVA_HAS_LANES
namespace java {
namespace strict {
template <int N> JAVA_FUNCTION typename Lanes<N>::D exp_lanes(typename Lanes<N>::D x) {
    typedef typename Lanes<N>::D D;
    typedef typename Lanes<N>::L L;
    const L size = magnitudes<N>(x);
    const L one = x < 0.0 ? L{} - 1 : L{} + 1;
    const D half = (D) (signs<N>(x) | 0x3fe0000000000000LL);
    const L far = longs<N>(PER_LN2 * x + half);
    const L k = size > 0x3fd62e42 ? (size < 0x3ff0a2b2 ? one : far) : L{};
    const D n = doubles<N>(k);
    const D h = x - n * LN2_HIGH;
    const D l = n * LN2_LOW;
    const D r = h - l;
    const D c = r - exp_series(r * r);
    const D y = 1.0 - ((l - (r * c) / (2.0 - c)) - h);
    const D shifted = (D) ((L) y + (k << 52));
    const L scalar = size >= 0x40862e42 | k < -1021;
    return patched<N>(size < 0x3e300000 ? 1.0 + x : shifted, scalar, [&](int l) { return exp(x[l]); });
}

template <int N> JAVA_FUNCTION typename Lanes<N>::D log_lanes(typename Lanes<N>::D x) {
    typedef typename Lanes<N>::D D;
    typedef typename Lanes<N>::L L;
    const L all = (L) x >> 32;
    const L size = all & 0xfffff;
    const L next = (size + 0x95f64) & 0x100000;
    const D n = doubles<N>((all >> 20) - 1023 + (next >> 20));
    const D f = (D) (((L) x & 0xfffffffffffffLL) | (next ^ 0x3ff00000) << 32) - 1.0;
    const D s = f / (2.0 + f);
    const D R = log_series(s * s);
    const D q = 0.5 * f * f;
    const L is_middle = ((size - 0x6147a) | (0x6b851 - size)) > 0;
    const D inner = is_middle ? q - (s * (q + R) + n * LN2_LOW) : s * (f - R) - n * LN2_LOW;
    const L is_near = (0xfffff & (2 + size)) < 3 & f != 0.0;
    const L scalar = is_near | all < SUBNORMAL | all >= NOT_FINITE;
    return patched<N>(n * LN2_HIGH - (inner - f), scalar, [&](int l) { return log(x[l]); });
}

// The sines and cosines of angles after their reduction by whole quarters of a circle. The angles are not negative.
template <int N> struct Turned {
    typename Lanes<N>::D sin, cos;
    typename Lanes<N>::L quarters;
    // The lanes that the scalar function computes.
    typename Lanes<N>::L scalar;
};

template <int N> JAVA_FUNCTION Turned<N> turned(typename Lanes<N>::D x) {
    typedef typename Lanes<N>::D D;
    typedef typename Lanes<N>::L L;
    const L size = (L) x >> 32;
    const L is_near = size <= SIZE_QUARTER_PI;
    const L n = is_near ? L{} : longs<N>(x * PER_HALF_PI + 0.5);
    const D fn = doubles<N>(n);
    const D r = x - fn * PI_PART_1;
    const D w = fn * PI_REST_1;
    const D head = r - w;
    const D tail = (r - head) - w;
    const L before = size >> 20;
    const L scalar = before - ((L) head >> 52 & 0x7ff) > 16 | size > SIZE_MANY;

    const D z = head * head;
    const D v = z * head;
    const D series = sin_series(z);
    const D near_sin = head + v * (SIN_1 + z * series);
    const D sin = is_near ? near_sin : head - ((z * (0.5 * tail - v * series) - tail) - v * SIN_1);

    const D c = z * cos_series(z);
    const L rest = magnitudes<N>(head);
    const D of_large = rest > 0x3fe90000 ? D{} + 0.28125 : (D) (rest - 0x00200000 << 32);
    const D q = rest < 0x3fd33333 ? D{} : of_large;
    const D cos = (1.0 - q) - ((0.5 * z - q) - (c - head * tail));
    return {sin, cos, n, scalar};
}

template <int N> JAVA_FUNCTION typename Lanes<N>::D sin_lanes(typename Lanes<N>::D x) {
    typedef typename Lanes<N>::D D;
    typedef typename Lanes<N>::L L;
    const L sign = signs<N>(x);
    const Turned<N> a = turned<N>((D) ((L) x ^ sign));
    const D y = (a.quarters & 1) != 0 ? a.cos : a.sin;
    return patched<N>((D) ((L) y ^ sign ^ (a.quarters & 2) << 62), a.scalar, [&](int l) { return sin(x[l]); });
}

template <int N> JAVA_FUNCTION typename Lanes<N>::D cos_lanes(typename Lanes<N>::D x) {
    typedef typename Lanes<N>::D D;
    typedef typename Lanes<N>::L L;
    const Turned<N> a = turned<N>((D) ((L) x ^ signs<N>(x)));
    const D y = (a.quarters & 1) != 0 ? a.sin : a.cos;
    return patched<N>((D) ((L) y ^ (a.quarters + 1 & 2) << 62), a.scalar, [&](int l) { return cos(x[l]); });
}

template <int N> JAVA_FUNCTION typename Lanes<N>::D pow_lanes(typename Lanes<N>::D x, typename Lanes<N>::D y) {
    typedef typename Lanes<N>::D D;
    typedef typename Lanes<N>::L L;
    const L all = (L) x >> 32;
    const L rest = all & 0xfffff;
    const L is_next = rest >= ROOT_OF_3;
    const L is_middle = rest > ROOT_OF_3_BY_2 & rest < ROOT_OF_3;
    const L top = (rest | 0x3ff00000) + (is_next & -0x100000);
    const D near = (D) (top << 32 | (L) x & 0xffffffff);
    const D sum_head = (D) ((top >> 1 | 0x20000000) + 0x80000 + (is_middle & 0x40000) << 32);
    const D one = is_middle ? D{} + 1.5 : D{} + 1.0;
    const D one_head = is_middle ? D{} + LOG_3_BY_2_HEAD : D{};
    const D one_tail = is_middle ? D{} + LOG_3_BY_2_TAIL : D{};
    const D exponent = doubles<N>((all >> 20) - 1023 - is_next);
    const Parts<D> z = times<D>(y, log2_of<D>(near, one, sum_head, one_head, one_tail, exponent));

    const D sum = z.tail + z.head;
    const L size = magnitudes<N>(sum);
    const L rounded = size > 0x3fe00000 ? longs<N>(head((D) ((L) sum ^ signs<N>(sum))) + 0.5) : L{};
    const L n = sum < 0.0 ? -rounded : rounded;
    const D power = (D) ((L) exp2_of<D>(z.head - doubles<N>(n), z.tail) + (n << 52));

    const D whole = (D) ((L) y ^ signs<N>(y));
    const L has_short_way = y == 2.0 | y == 0.5 | whole == 1.0;
    const L is_far = all < SUBNORMAL | all >= NOT_FINITE | size >= 0x408ff000 | ~(whole <= 0x1.0p31);
    const L scalar = has_short_way | is_far;
    return patched<N>(power, scalar, [&](int l) { return pow(x[l], y[l]); });
}
}
}

#define JAVA_ONE(type) type x
#define JAVA_TWO(type) type x, type y
// A function of a number of lanes, under its symbol of the x86-64 vector function ABI.
#define JAVA_LANES(name, symbol, lanes, parameters, ...) \
    __attribute__((used, visibility("hidden"))) java::strict::Lanes<lanes>::D symbol( \
            parameters(java::strict::Lanes<lanes>::D)) { \
        return java::strict::name##_lanes<lanes>(__VA_ARGS__); \
    }
#if defined(__AVX512F__) && defined(__AVX512DQ__)
#define JAVA_EIGHT(...) __VA_ARGS__
#else
#define JAVA_EIGHT(...)
#endif
// The declaration with the attribute simd has another name than the scalar function: otherwise g++ would generate its
// own vector variants. The letters encode the parameters in the ABI, a v each.
#define JAVA_VECTORS(name, letters, parameters, ...) \
    extern "C" { \
    __attribute__((simd("notinbranch"), const, nothrow, visibility("hidden"))) double java_strict_##name(parameters(double)); \
    __attribute__((used, visibility("hidden"))) double java_scalar_##name(parameters(double)) { \
        return java::strict::name(__VA_ARGS__); \
    } \
    __asm__(".set java_strict_" #name ", java_scalar_" #name); \
    JAVA_LANES(name, _ZGVbN2##letters##_java_strict_##name, 2, parameters, __VA_ARGS__) \
    JAVA_LANES(name, _ZGVdN4##letters##_java_strict_##name, 4, parameters, __VA_ARGS__) \
    JAVA_EIGHT(JAVA_LANES(name, _ZGVeN8##letters##_java_strict_##name, 8, parameters, __VA_ARGS__)) \
    } \
    namespace java { \
    JAVA_FUNCTION double strict_##name(parameters(double)) { return java_strict_##name(__VA_ARGS__); } \
    }
#define JAVA_STRICT_LANES(name) JAVA_VECTORS(name, v, JAVA_ONE, x)
#define JAVA_STRICT_LANES_OF_TWO(name) JAVA_VECTORS(name, vv, JAVA_TWO, x, y)
#endif
