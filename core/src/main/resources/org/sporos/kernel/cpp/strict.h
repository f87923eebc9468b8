// After fdlibm 5.3: Copyright (C) 1993, 2004 by Sun Microsystems, Inc. All rights reserved. Developed at SunSoft, a Sun
// Microsystems, Inc. business. Permission to use, copy, modify, and distribute this software is freely granted,
// provided that this notice is preserved. The functions of StrictMath by the algorithms of fdlibm 5.3, which Java
// specifies for StrictMath, operation by operation. They have the bits of Java if sums, products, quotients and square
// roots round by IEEE 754 and the compiler contracts none. A NaN may have other bits.
namespace java {
namespace strict {
constexpr double LN2_HIGH = 0x1.62e42feep-1;
constexpr double LN2_LOW = 0x1.a39ef35793c76p-33;
constexpr double PER_LN2 = 0x1.71547652b82fep0;
constexpr double TWO_53 = 0x1.0p53;
constexpr double TWO_54 = 0x1.0p54;
constexpr int SUBNORMAL = 0x00100000;
constexpr int NOT_FINITE = 0x7ff00000;

JAVA_FUNCTION int high(double a) { return (int) (bits(a) >> 32); }
JAVA_FUNCTION int low(double a) { return (int) bits(a); }
// The upper half of the bits without the sign: it has the order of magnitudes, up to 20 bits of the mantissa.
JAVA_FUNCTION int magnitude(double a) { return high(a) & 0x7fffffff; }
JAVA_FUNCTION double of_halves(int high, int low) { return f64(shl((long long) high, 32) | (unsigned) low); }
JAVA_FUNCTION double with_high(double a, int high) { return of_halves(high, low(a)); }
// The number with the lower half of the bits cleared: 20 bits of mantissa, so that the product of two heads is exact.
JAVA_FUNCTION double head(double a) { return of_halves(high(a), 0); }
// Returns a * 2^k by an addition to the exponent, which must not overflow.
JAVA_FUNCTION double shifted(double a, int k) { return f64(add(bits(a), shl((long long) k, 52))); }
JAVA_FUNCTION double infinity() { return f64(0x7ff0000000000000LL); }
JAVA_FUNCTION double nan() { return f64(0x7ff8000000000000LL); }

// Horner's scheme: c + t * (c' + t * (c'' + ...)).
template <class D> JAVA_FUNCTION D horner(D t, double c, double last) { return c + t * last; }
template <class D, class... C> JAVA_FUNCTION D horner(D t, double c, C... next) { return c + t * horner(t, next...); }

JAVA_FUNCTION double cbrt(double x) {
    const double a = abs(x);
    if (!(a > 0.0) || a == infinity()) return x;
    // The first approximation is the upper half of the bits, including the exponent, divided by 3: exact to 5 bits.
    double t = a < 0x1.0p-1022 ? a * TWO_54 : a;
    t = of_halves(high(t) / 3 + (a < 0x1.0p-1022 ? 696219795 : 715094163), a < 0x1.0p-1022 ? low(t) : 0);
    const double s = 0x1.15f15f15f15f1p-1 + (t * t / a) * t;
    t *= 0x1.6db6db6db6db7p-2 + 0x1.9b6db6db6db6ep0 / (s + 0x1.6a0ea0ea0ea0fp0 + -0x1.691de2532c834p-1 / s);
    t = of_halves(high(t) + 1, 0);
    const double r = a / (t * t);
    t = t + t * ((r - t) / ((t + t) + r));
    return x < 0.0 ? -t : t;
}

JAVA_FUNCTION double hypot(double x, double y) {
    double a = abs(x);
    double b = abs(y);
    if (a == infinity() || b == infinity()) return infinity();
    if (!(a == a && b == b)) return a + b;
    if (b > a) {
        const double larger = b;
        b = a;
        a = larger;
    }
    if (high(a) - high(b) > 0x3c00000) return a + b;
    int k = 0;
    if (a > 0x1.00000ffffffffp500) {
        a *= 0x1.0p-600;
        b *= 0x1.0p-600;
        k = 600;
    }
    double a_head = head(a);
    double b_head = head(b);
    if (b < 0x1.0p-500) {
        if (b == 0.0) return a;
        if (b < 0x1.0p-1022) {
            // In fdlibm the heads are not scaled if b is subnormal.
            a *= 0x1.0p1022;
            b *= 0x1.0p1022;
            k -= 1022;
        } else {
            a *= 0x1.0p600;
            b *= 0x1.0p600;
            k -= 600;
            a_head = head(a);
            b_head = head(b);
        }
    }
    double w = a - b;
    if (w > b) {
        const double a_tail = a - a_head;
        w = sqrt(a_head * a_head - (b * (-b) - a_tail * (a + a_head)));
    } else {
        const double twice = of_halves(high(a_head) + 0x100000, 0);
        a += a;
        w = sqrt(twice * b_head - (w * (-w) - (twice * (b - b_head) + (a - twice) * b)));
    }
    return k == 0 ? w : f64(shl((long long) (k + 1023), 52)) * w;
}
}
}
