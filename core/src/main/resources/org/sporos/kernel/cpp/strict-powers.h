// After fdlibm 5.3: Copyright (C) 1993, 2004 by Sun Microsystems, Inc. All rights reserved. Developed at SunSoft, a Sun
// Microsystems, Inc. business. Permission to use, copy, modify, and distribute this software is freely granted,
// provided that this notice is preserved.
// The exponentials, logarithms, powers and hyperbolic functions of StrictMath, as in strict.h.
namespace java {
namespace strict {
// exp(r) is 1 + 2 r / (r / tanh(r / 2) - r). Returns r / tanh(r / 2) less its first term, 2, by a series in t = r * r.
template <class D> JAVA_FUNCTION D exp_series(D t) {
    return t * horner(t, 0x1.555555555553ep-3, -0x1.6c16c16bebd93p-9, 0x1.1566aaf25de2cp-14, -0x1.bbd41c5d26bf1p-20,
            0x1.6376972bea4d0p-25);
}

JAVA_LONG double exp(double x) {
    const int size = magnitude(x);
    if (size >= 0x40862e42) { // 709.78
        if (!(x == x)) return x;
        if (x > 0x1.62e42fefa39efp9) return infinity();
        if (x < -0x1.74910d52d3051p9) return 0.0;
    }
    if (size < 0x3e300000) return 1.0 + x; // 2^-28
    int k = 0;
    if (size > 0x3fd62e42) { // half of ln 2
        const int one = x < 0.0 ? -1 : 1;
        k = size < 0x3ff0a2b2 ? one : (int) (PER_LN2 * x + 0.5 * one); // three halves of ln 2
    }
    const double h = x - k * LN2_HIGH;
    const double l = k * LN2_LOW;
    const double r = h - l;
    const double c = r - exp_series(r * r);
    const double y = 1.0 - ((l - (r * c) / (2.0 - c)) - h);
    return k >= -1021 ? shifted(y, k) : shifted(y, k + 1000) * 0x1.0p-1000;
}

JAVA_LONG double expm1(double x) {
    const int size = magnitude(x);
    const bool negative = high(x) < 0;
    if (size >= 0x4043687a) { // 56 times ln 2
        if (!(x == x)) return x;
        if (x > 0x1.62e42fefa39efp9) return infinity();
        if (negative) return -1.0;
    }
    if (size < 0x3c900000) return x; // 2^-54
    int k = 0;
    double c = 0.0;
    if (size > 0x3fd62e42) { // half of ln 2
        const int one = negative ? -1 : 1;
        k = size < 0x3ff0a2b2 ? one : (int) (PER_LN2 * x + 0.5 * one); // three halves of ln 2
        const double h = x - k * LN2_HIGH;
        const double l = k * LN2_LOW;
        x = h - l;
        c = (h - x) - l;
    }
    const double half = 0.5 * x;
    const double s = x * half;
    const double r = horner(s, 1.0, -0x1.11111111110f4p-5, 0x1.a01a019fe5585p-10, -0x1.4ce199eaadbb7p-14,
            0x1.0cfca86e65239p-18, -0x1.afdb76e09c32dp-23);
    const double t = 3.0 - r * half;
    double e = s * ((r - t) / (6.0 - x * t));
    if (k == 0) return x - (x * e - s);
    e = (x * (e - c) - c) - s;
    if (k == -1) return 0.5 * (x - e) - 0.5;
    if (k == 1) return x < -0.25 ? -2.0 * (e - (x + 0.5)) : 1.0 + 2.0 * (x - e);
    if (k <= -2 || k > 56) return shifted(1.0 - (e - x), k) - 1.0;
    if (k < 20) return shifted(of_halves(0x3ff00000 - (0x200000 >> k), 0) - (e - x), k);
    return shifted(x - (e + of_halves((0x3ff - k) << 20, 0)) + 1.0, k);
}

// log(1 + f) is f - s * (f - R) with s = f / (2 + f). Returns R, a series in z = s * s, as the sum of its even and its
// odd terms.
template <class D> JAVA_FUNCTION D log_series(D z) {
    const D w = z * z;
    const D even = w * horner(w, 0x1.999999997fa04p-2, 0x1.c71c51d8e78afp-3, 0x1.39a09d078c69fp-3);
    const D odd = z * horner(w, 0x1.5555555555593p-1, 0x1.2492494229359p-2, 0x1.7466496cb03dep-3, 0x1.2f112df3e5244p-3);
    return odd + even;
}

JAVA_LONG double log(double x) {
    int k = 0;
    int size = high(x);
    if (size < SUBNORMAL) {
        if (x == 0.0) return -infinity();
        if (size < 0) return nan();
        k = -54;
        x *= TWO_54;
        size = high(x);
    }
    if (size >= NOT_FINITE) return x + x;
    k += (size >> 20) - 1023;
    size &= 0xfffff;
    // A mantissa above the square root of 2 is divided by 2, and k is incremented.
    const int next = (size + 0x95f64) & 0x100000;
    k += next >> 20;
    const double f = with_high(x, size | (next ^ 0x3ff00000)) - 1.0;
    const double n = k;
    if ((0xfffff & (2 + size)) < 3) { // |f| < 2^-20
        if (f == 0.0) return n * LN2_HIGH + n * LN2_LOW;
        const double R = f * f * (0.5 - 0.33333333333333333 * f);
        return n * LN2_HIGH - ((R - n * LN2_LOW) - f);
    }
    const double s = f / (2.0 + f);
    const double R = log_series(s * s);
    if (((size - 0x6147a) | (0x6b851 - size)) > 0) {
        const double q = 0.5 * f * f;
        return n * LN2_HIGH - ((q - (s * (q + R) + n * LN2_LOW)) - f);
    }
    return n * LN2_HIGH - ((s * (f - R) - n * LN2_LOW) - f);
}

JAVA_LONG double log1p(double x) {
    const int top = high(x);
    const int size = top & 0x7fffffff;
    if (top < 0x3fda827a) { // the root of 2, less 1
        if (size >= 0x3ff00000) return x == -1.0 ? -infinity() : nan();
        if (size < 0x3c900000) return x; // 2^-54
        if (size < 0x3e200000) return x - x * x * 0.5; // 2^-29
    }
    if (top >= NOT_FINITE) return x + x;
    int k = 0;
    double c = 0.0;
    double f = x;
    bool is_near = false;
    if (top >= 0x3fda827a || (top <= 0 && (unsigned) top > 0xbfd2bec3u)) {
        const bool is_small = top < 0x43400000; // 2^53
        double u = is_small ? 1.0 + x : x;
        int rest = high(u);
        k = (rest >> 20) - 1023;
        if (is_small) {
            c = k > 0 ? 1.0 - (u - x) : x - (u - 1.0);
            c /= u;
        }
        rest &= 0xfffff;
        if (rest < 0x6a09e) {
            u = with_high(u, rest | 0x3ff00000);
        } else {
            k++;
            u = with_high(u, rest | 0x3fe00000);
            rest = (0x100000 - rest) >> 2;
        }
        f = u - 1.0;
        is_near = rest == 0;
    }
    const double n = k;
    const double q = 0.5 * f * f;
    if (is_near) { // |f| < 2^-20
        if (f == 0.0) return k == 0 ? 0.0 : n * LN2_HIGH + (c + n * LN2_LOW);
        const double R = q * (1.0 - 0.66666666666666666 * f);
        return k == 0 ? f - R : n * LN2_HIGH - ((R - (n * LN2_LOW + c)) - f);
    }
    const double s = f / (2.0 + f);
    const double z = s * s;
    const double R = z * horner(z, 0x1.5555555555593p-1, 0x1.999999997fa04p-2, 0x1.2492494229359p-2, 0x1.c71c51d8e78afp-3,
            0x1.7466496cb03dep-3, 0x1.39a09d078c69fp-3, 0x1.2f112df3e5244p-3);
    if (k == 0) return f - (q - s * (q + R));
    return n * LN2_HIGH - ((q - (s * (q + R) + (n * LN2_LOW + c))) - f);
}

JAVA_LONG double log10(double x) {
    int k = 0;
    if (high(x) < SUBNORMAL) {
        if (x == 0.0) return -infinity();
        if (high(x) < 0) return nan();
        k = -54;
        x *= TWO_54;
    }
    if (high(x) >= NOT_FINITE) return x + x;
    k += (high(x) >> 20) - 1023;
    const int i = k < 0 ? 1 : 0;
    const double y = k + i;
    const double part = with_high(x, (high(x) & 0xfffff) | ((0x3ff - i) << 20));
    return (y * 0x1.9fef311f12b36p-42 + 0x1.bcb7b1526e50ep-2 * log(part)) + y * 0x1.34413509f6p-2;
}

// pow(x, y) is 2^(y * log2(x)). The logarithm is head + tail; the head has 20 bits behind the point.
template <class D> struct Parts {
    D head, tail;
};

// Returns log2(x) for an x within 2^-20 of 1.
JAVA_FUNCTION Parts<double> log2_near(double x) {
    const double t = x - 1.0;
    const double w = (t * t) * (0.5 - t * (0.3333333333333333333333 - t * 0.25));
    const double u = 0x1.715476p0 * t;
    const double v = t * 0x1.4ae0bf85ddf44p-26 - w * PER_LN2;
    const double sum = head(u + v);
    return {sum, v - (sum - u)};
}

// The upper halves of sqrt(3/2) and sqrt(3), without the exponents, and log2(3/2) in two parts.
constexpr int ROOT_OF_3_BY_2 = 0x3988e;
constexpr int ROOT_OF_3 = 0xbb67a;
constexpr double LOG_3_BY_2_HEAD = 0x1.2b8034p-1;
constexpr double LOG_3_BY_2_TAIL = 0x1.cfdeb43cfd006p-27;

// Returns log2(x * 2^n). The parameter one is 1 or 3/2, whichever x is near to, and one_head + one_tail its logarithm;
// sum_head is about the head of x + one.
template <class D> JAVA_FUNCTION Parts<D> log2_of(D x, D one, D sum_head, D one_head, D one_tail, D n) {
    const D u = x - one;
    const D v = 1.0 / (x + one);
    const D s = u * v;
    const D s_head = head(s);
    const D s_tail = v * ((u - s_head * sum_head) - s_head * (x - (sum_head - one)));
    const D z = s * s;
    D r = z * z * horner(z, 0x1.3333333333303p-1, 0x1.b6db6db6fabffp-2, 0x1.55555518f264dp-2, 0x1.17460a91d4101p-2,
            0x1.d864a93c9db65p-3, 0x1.a7e284a454eefp-3);
    r += s_tail * (s_head + s);
    const D square = s_head * s_head;
    const D t_head = head(3.0 + square + r);
    const D t_tail = r - ((t_head - 3.0) - square);
    const D p = s_head * t_head;
    const D q = s_tail * t_head + t_tail * s;
    const D p_head = head(p + q);
    const D p_tail = q - (p_head - p);
    const D l_head = 0x1.ec709ep-1 * p_head;
    const D l_tail = -0x1.e2fe0145b01f5p-28 * p_head + p_tail * 0x1.ec709dc3a03fdp-1 + one_tail;
    const D sum = head(((l_head + l_tail) + one_head) + n);
    return {sum, l_tail - (((sum - n) - one_head) - l_head)};
}

JAVA_FUNCTION Parts<double> log2(double x) {
    int n = 0;
    if (x < 0x1.0p-1022) {
        x *= TWO_53;
        n = -53;
    }
    const int rest = high(x) & 0xfffff;
    const bool is_next = rest >= ROOT_OF_3;
    const bool is_middle = rest > ROOT_OF_3_BY_2 && !is_next;
    n += (high(x) >> 20) - 1023 + (is_next ? 1 : 0);
    const int top = (rest | 0x3ff00000) - (is_next ? 0x100000 : 0);
    const double sum_head = of_halves((top >> 1 | 0x20000000) + (is_middle ? 0xc0000 : 0x80000), 0);
    const double one_head = is_middle ? LOG_3_BY_2_HEAD : 0.0;
    const double one_tail = is_middle ? LOG_3_BY_2_TAIL : 0.0;
    return log2_of<double>(with_high(x, top), is_middle ? 1.5 : 1.0, sum_head, one_head, one_tail, n);
}

// Returns y times a logarithm, in two parts.
template <class D> JAVA_FUNCTION Parts<D> times(D y, Parts<D> l) {
    const D y_head = head(y);
    return {y_head * l.head, (y - y_head) * l.head + y * l.tail};
}

// Returns 2^(z_head + z_tail), for a sum between -1/2 and 1/2.
template <class D> JAVA_FUNCTION D exp2_of(D z_head, D z_tail) {
    const D t = head(z_tail + z_head);
    const D u = t * 0x1.62e43p-1;
    const D v = (z_tail - (t - z_head)) * 0x1.62e42fefa39efp-1 + t * -0x1.05c610ca86c39p-29;
    const D z = u + v;
    const D w = v - (z - u);
    const D c = z - exp_series(z * z);
    return 1.0 - ((((z * c) / (c - 2.0)) - (w + z * w)) - z);
}

// Returns 2^z, for a z between the exponents of the least and the greatest double.
JAVA_FUNCTION double exp2(Parts<double> z) {
    const double sum = z.tail + z.head;
    int n = 0;
    if (magnitude(sum) > 0x3fe00000) { // a half
        const int rounded = (int) (head(abs(sum)) + 0.5);
        n = sum < 0.0 ? -rounded : rounded;
    }
    const double y = exp2_of<double>(z.head - n, z.tail);
    return (high(y) >> 20) + n <= 0 ? scalb(y, n) : shifted(y, n);
}

JAVA_LONG double pow(double x, double y) {
    const double size = abs(x);
    const double power = abs(y);
    if (y == 0.0) return 1.0;
    if (!(x == x && y == y)) return x + y;
    if (y == 2.0) return x * x;
    if (y == 0.5 && x > -infinity()) return sqrt(x + 0.0);
    if (power == 1.0) return y == 1.0 ? x : 1.0 / x;
    if (power == infinity()) {
        if (size == 1.0) return nan();
        return size > 1.0 == y > 0.0 ? infinity() : 0.0;
    }
    const bool is_negative = high(x) < 0;
    const bool is_whole = power >= TWO_53 || (double) (long long) power == power;
    const bool is_odd = power < TWO_53 && is_whole && ((long long) power & 1) != 0;
    if (size == 0.0 || size == infinity() || size == 1.0) {
        const double z = y < 0.0 ? 1.0 / size : size;
        if (!is_negative) return z;
        return size == 1.0 && !is_whole ? nan() : is_odd ? -z : z;
    }
    if (is_negative && !is_whole) return nan();
    const double sign = is_negative && is_odd ? -1.0 : 1.0;
    const bool is_far = power > 0x1.00000ffffffffp31;
    if (is_far && size < 0x1.fffffp-1) return sign * (y < 0.0 ? infinity() : 0.0);
    if (is_far && size > 0x1.00000ffffffffp0) return sign * (y > 0.0 ? infinity() : 0.0);
    const Parts<double> z = times<double>(y, is_far ? log2_near(size) : log2(size));
    const double sum = z.tail + z.head;
    const double below = sum - z.head;
    if (sum > 1024.0 || (sum == 1024.0 && z.tail + 8.0085662595372944372e-17 > below)) return sign * infinity();
    if (sum < -1075.0 || (sum == -1075.0 && z.tail <= below)) return sign * 0.0;
    return sign * exp2(z);
}

JAVA_LONG double sinh(double x) {
    const int size = magnitude(x);
    const double a = abs(x);
    const double half = high(x) < 0 ? -0.5 : 0.5;
    if (size >= NOT_FINITE) return x + x;
    if (size < 0x3e300000) return x; // 2^-28
    if (size < 0x40360000) { // 22
        const double t = expm1(a);
        return size < 0x3ff00000 ? half * (2.0 * t - t * t / (t + 1.0)) : half * (t + t / (t + 1.0));
    }
    if (size < 0x40862e42) return half * exp(a); // 709.78
    if (a > 0x1.633ce8fb9f87dp9) return x < 0.0 ? -infinity() : infinity();
    const double w = exp(0.5 * a);
    return half * w * w;
}

JAVA_LONG double cosh(double x) {
    const int size = magnitude(x);
    const double a = abs(x);
    if (size >= NOT_FINITE) return x * x;
    if (size < 0x3fd62e43) { // half of ln 2
        const double t = expm1(a);
        const double w = 1.0 + t;
        return size < 0x3c800000 ? w : 1.0 + (t * t) / (w + w);
    }
    if (size < 0x40360000) { // 22
        const double t = exp(a);
        return 0.5 * t + 0.5 / t;
    }
    if (size < 0x40862e42) return 0.5 * exp(a); // 709.78
    if (a > 0x1.633ce8fb9f87dp9) return infinity();
    const double w = exp(0.5 * a);
    return 0.5 * w * w;
}

JAVA_LONG double tanh(double x) {
    const int size = magnitude(x);
    if (!(x == x)) return x;
    if (size < 0x3c800000) return x * (1.0 + x); // 2^-55
    double z = 1.0;
    if (size < 0x40360000) { // 22
        const bool is_large = size >= 0x3ff00000;
        const double t = expm1((is_large ? 2.0 : -2.0) * abs(x));
        z = is_large ? 1.0 - 2.0 / (t + 2.0) : -t / (t + 2.0);
    }
    return x < 0.0 ? -z : z;
}
}
}
