// After fdlibm 5.3: Copyright (C) 1993, 2004 by Sun Microsystems, Inc. All rights reserved. Developed at SunSoft, a Sun
// Microsystems, Inc. business. Permission to use, copy, modify, and distribute this software is freely granted,
// provided that this notice is preserved.
// The trigonometric functions of StrictMath and their inverses, as in strict.h.
namespace java {
namespace strict {
constexpr double PI = 0x1.921fb54442d18p1;
constexpr double HALF_PI = 0x1.921fb54442d18p0;
constexpr double HALF_PI_LOW = 0x1.1a62633145c07p-54;
constexpr double QUARTER_PI = 0x1.921fb54442d18p-1;
constexpr double QUARTER_PI_LOW = 0x1.1a62633145c07p-55;
// pi / 2 in three parts of 33 bits each; a REST is pi / 2 less the parts up to that number.
constexpr double PI_PART_1 = 0x1.921fb544p0;
constexpr double PI_REST_1 = 0x1.0b4611a626331p-34;
constexpr double PI_PART_2 = 0x1.0b4611a6p-34;
constexpr double PI_REST_2 = 0x1.3198a2e037073p-69;
constexpr double PI_PART_3 = 0x1.3198a2ep-69;
constexpr double PI_REST_3 = 0x1.b839a252049c1p-104;
constexpr double PER_HALF_PI = 0x1.45f306dc9c883p-1;
constexpr int SIZE_QUARTER_PI = 0x3fe921fb;
constexpr int SIZE_MANY = 0x413921fb; // 2^19 pi

// An angle reduced by whole quarters of a circle: head + tail is between plus and minus an eighth of a circle. The
// number of quarters may be modulo 8.
struct Angle {
    double head, tail;
    int quarters;
};

// 2 / pi in digits of 24 bits, and pi / 2 in parts of 24 bits.
JAVA_TABLE int DIGITS[] = {
    0xa2f983, 0x6e4e44, 0x1529fc, 0x2757d1, 0xf534dd, 0xc0db62, 0x95993c, 0x439041, 0xfe5163, 0xabdebb, 0xc561b7,
    0x246e3a, 0x424dd2, 0xe00649, 0x2eea09, 0xd1921c, 0xfe1deb, 0x1cb129, 0xa73ee8, 0x8235f5, 0x2ebb44, 0x84e99c,
    0x7026b4, 0x5f7e41, 0x3991d6, 0x398353, 0x39f49c, 0x845f8b, 0xbdf928, 0x3b1ff8, 0x97ffde, 0x05980f, 0xef2f11,
    0x8b5a0a, 0x6d1f6d, 0x367ecf, 0x27cb09, 0xb74f46, 0x3f669e, 0x5fea2d, 0x7527ba, 0xc7ebe5, 0xf17b3d, 0x0739f7,
    0x8a5292, 0xea6bfb, 0x5fb11f, 0x8d5d08, 0x560330, 0x46fc7b, 0x6babf0, 0xcfbc20, 0x9af436, 0x1da9e3, 0x91615e,
    0xe61b08, 0x659985, 0x5f14a0, 0x68408d, 0xffd880, 0x4d7327, 0x310606, 0x1556ca, 0x73a8c9, 0x60e27b, 0xc08c6b};
JAVA_TABLE double PI_PARTS[] = {0x1.921fb4p0, 0x1.4442dp-24, 0x1.846988p-48, 0x1.8cc516p-72, 0x1.01b838p-96,
    0x1.a25204p-120, 0x1.382228p-145, 0x1.9f31dp-169};
constexpr double TWO_24 = 0x1.0p24;
constexpr double PER_TWO_24 = 0x1.0p-24;

// Reduces an angle of more than 2^19 pi: digits of its product with 2 / pi that are whole circles are not computed
// (Payne and Hanek, 1983).
// Unrolled by nvcc, it would raise the registers of each kernel with a sine from 40 to 48, for angles that are rare: 1e7
// products of a sine and an exponential take 95 us then, and 85 so on an H200.
JAVA_RARE Angle far_angle(double x) {
    constexpr int FIRST = 4;
    double parts[3];
    const int scale = (high(x) >> 20) - 1046;
    double rest = shifted(x, -scale);
    int last = 0;
    for (int i = 0; i < 3; i++) {
        parts[i] = i < 2 ? (double) (int) rest : rest;
        rest = (rest - parts[i]) * TWO_24;
        last = parts[i] != 0.0 ? i : last;
    }
    const int skipped = (scale - 3) / 24;
    int exponent = scale - 24 * (skipped + 1);

    // products[k] is digit k of the product of x and 2 / pi, before carries, the most significant one first.
    double products[20];
    int digits[20];
    int n = FIRST;
    int known = 0;
    int quarters;
    int up;
    double z;
    for (;;) {
        for (; known <= n; known++) {
            double sum = 0.0;
#pragma unroll 1
            for (int j = 0; j <= last; j++) {
                const int digit = skipped + known - j;
                sum += parts[j] * (digit < 0 ? 0.0 : (double) DIGITS[digit]);
            }
            products[known] = sum;
        }
        z = products[n];
#pragma unroll 1
        for (int i = 0, j = n; j > 0; i++, j--) {
            const double carry = (double) (int) (PER_TWO_24 * z);
            digits[i] = (int) (z - TWO_24 * carry);
            z = products[j - 1] + carry;
        }
        z = scalb(z, exponent);
        z -= 8.0 * floor(z * 0.125);
        quarters = (int) z;
        z -= (double) quarters;
        up = 0;
        if (exponent > 0) {
            const int whole = digits[n - 1] >> (24 - exponent);
            quarters += whole;
            digits[n - 1] -= whole << (24 - exponent);
            up = digits[n - 1] >> (23 - exponent);
        } else if (exponent == 0) {
            up = digits[n - 1] >> 23;
        } else if (z >= 0.5) {
            up = 2;
        }
        if (up > 0) {
            // The remainder is more than half a quarter: the quarters are rounded up, and the remainder becomes
            // negative.
            quarters++;
            bool borrows = false;
#pragma unroll 1
            for (int i = 0; i < n; i++) {
                const int digit = digits[i];
                digits[i] = borrows ? 0xffffff - digit : digit != 0 ? 0x1000000 - digit : 0;
                borrows |= digit != 0;
            }
            if (exponent > 0) digits[n - 1] &= 0xffffff >> exponent;
            if (up == 2) {
                z = 1.0 - z;
                if (borrows) z -= scalb(1.0, exponent);
            }
        }
        if (z != 0.0) break;
        int any = 0;
        for (int i = n - 1; i >= FIRST; i--) any |= digits[i];
        if (any != 0) break;
        // All digits of the remainder are 0 by cancellation: more digits are computed.
        int more = 1;
        while (digits[FIRST - more] == 0) more++;
        n += more;
    }
    if (z == 0.0) {
        do {
            n--;
            exponent -= 24;
        } while (digits[n] == 0);
    } else {
        z = scalb(z, -exponent);
        if (z >= TWO_24) {
            const double carry = (double) (int) (PER_TWO_24 * z);
            digits[n] = (int) (z - TWO_24 * carry);
            n++;
            exponent += 24;
            digits[n] = (int) carry;
        } else {
            digits[n] = (int) z;
        }
    }

    double scaled = scalb(1.0, exponent);
    for (int i = n; i >= 0; i--) {
        products[i] = scaled * (double) digits[i];
        scaled *= PER_TWO_24;
    }
    double terms[20];
    for (int i = n; i >= 0; i--) {
        double sum = 0.0;
        for (int k = 0; k <= FIRST && k <= n - i; k++) sum += PI_PARTS[k] * products[i + k];
        terms[n - i] = sum;
    }
    double head = 0.0;
    for (int i = n; i >= 0; i--) head += terms[i];
    double tail = terms[0] - head;
    for (int i = 1; i <= n; i++) tail += terms[i];
    return up == 0 ? Angle{head, tail, quarters} : Angle{-head, -tail, quarters};
}

JAVA_FUNCTION int exponent_of(double a) { return high(a) >> 20 & 0x7ff; }

// Reduces an angle of more than an eighth of a circle, which is finite.
JAVA_FUNCTION Angle angle(double x) {
    const int size = high(x);
    if (size > SIZE_MANY) return far_angle(x);
    const bool is_first = size < 0x4002d97c; // less than three eighths of a circle
    const int n = is_first ? 1 : (int) (x * PER_HALF_PI + 0.5);
    double r = x - n * PI_PART_1;
    double w = n * PI_REST_1;
    double head = r - w;
    const int before = size >> 20;
    // The subtraction cancels as many bits as the exponent decreases; if many, further parts of pi / 2 are subtracted.
    const bool is_close = is_first ? size == 0x3ff921fb : before - exponent_of(head) > 16;
    if (is_close) {
        double t = r;
        w = n * PI_PART_2;
        r = t - w;
        w = is_first ? PI_REST_2 : n * PI_REST_2 - ((t - r) - w);
        head = r - w;
        if (!is_first && before - exponent_of(head) > 49) {
            t = r;
            w = n * PI_PART_3;
            r = t - w;
            w = n * PI_REST_3 - ((t - r) - w);
            head = r - w;
        }
    }
    return {head, (r - head) - w, n};
}

// Returns s such that sin x is about x + x^3 * (SIN_1 + z * s) with z = x * x.
constexpr double SIN_1 = -0x1.5555555555549p-3;
template <class D> JAVA_FUNCTION D sin_series(D z) {
    return horner(z, 0x1.111111110f8a6p-7, -0x1.a01a019c161d5p-13, 0x1.71de357b1fe7dp-19, -0x1.ae5e68a2b9cebp-26,
            0x1.5d93a5acfd57cp-33);
}

// Returns c such that cos x is about 1 - z / 2 + z * c with z = x * x.
template <class D> JAVA_FUNCTION D cos_series(D z) {
    return z * horner(z, 0x1.555555555554cp-5, -0x1.6c16c16c15177p-10, 0x1.a01a019cb159p-16, -0x1.27e4f809c52adp-22,
            0x1.1ee9ebdb4b1c4p-29, -0x1.8fae9be8838d4p-37);
}

JAVA_FUNCTION double near_sin(double x) {
    if (magnitude(x) < 0x3e400000) return x; // 2^-27
    const double z = x * x;
    return x + (z * x) * (SIN_1 + z * sin_series(z));
}

JAVA_FUNCTION double near_sin(double x, double tail) {
    if (magnitude(x) < 0x3e400000) return x; // 2^-27
    const double z = x * x;
    const double v = z * x;
    return x - ((z * (0.5 * tail - v * sin_series(z)) - tail) - v * SIN_1);
}

JAVA_FUNCTION double near_cos(double x, double tail) {
    const int size = magnitude(x);
    if (size < 0x3e400000) return 1.0; // 2^-27
    const double z = x * x;
    const double r = z * cos_series(z);
    if (size < 0x3fd33333) return 1.0 - (0.5 * z - (r - x * tail)); // 0.3
    // q is about x / 4 and has few bits. It is subtracted from 1 and from z / 2, so that the first difference is exact.
    const double q = size > 0x3fe90000 ? 0.28125 : of_halves(size - 0x00200000, 0); // 0.78125
    return (1.0 - q) - ((0.5 * z - q) - (r - x * tail));
}

JAVA_LONG double sin(double x) {
    const int size = magnitude(x);
    if (size <= SIZE_QUARTER_PI) return near_sin(x);
    if (size >= NOT_FINITE) return nan();
    const Angle a = angle(abs(x));
    const double y = (a.quarters & 1) != 0 ? near_cos(a.head, a.tail) : near_sin(a.head, a.tail);
    return ((a.quarters & 2) != 0) != (x < 0.0) ? -y : y;
}

JAVA_LONG double cos(double x) {
    const int size = magnitude(x);
    if (size <= SIZE_QUARTER_PI) return near_cos(x, 0.0);
    if (size >= NOT_FINITE) return nan();
    const Angle a = angle(abs(x));
    const double y = (a.quarters & 1) != 0 ? near_sin(a.head, a.tail) : near_cos(a.head, a.tail);
    return ((a.quarters + 1) & 2) != 0 ? -y : y;
}

// Returns -1 / (x + tail), where sum is x + tail rounded.
JAVA_FUNCTION double negative_inverse(double sum, double x, double tail) {
    const double z = head(sum);
    const double v = tail - (z - x);
    const double a = -1.0 / sum;
    const double t = head(a);
    return t + a * ((1.0 + t * z) + t * v);
}

// The tangent of x + tail, or -1 by that.
JAVA_FUNCTION double near_tan(double x, double tail, bool inverse) {
    const int size = magnitude(x);
    if (size < 0x3e300000) { // 2^-28
        if (!inverse) return x;
        return x == 0.0 ? infinity() : negative_inverse(x + tail, x, tail);
    }
    const bool is_large = size >= 0x3fe59428; // 0.6744
    const bool is_negative = x < 0.0;
    if (is_large) {
        x = (QUARTER_PI - (is_negative ? -x : x)) + (QUARTER_PI_LOW - (is_negative ? -tail : tail));
        tail = 0.0;
    }
    const double z = x * x;
    const double w = z * z;
    const double odd = horner(w, 0x1.111111110fe7ap-3, 0x1.664f48406d637p-6, 0x1.d6d22c9560328p-9, 0x1.344d8f2f26501p-11,
            0x1.47e88a03792a6p-14, -0x1.375cbdb605373p-16);
    const double even = z * horner(w, 0x1.ba1ba1bb341fep-5, 0x1.226e3e96e8493p-7, 0x1.7dbc8fee08315p-10, 0x1.026f71a8d1068p-12,
            0x1.2b80f32f0a7e9p-14, 0x1.b2a7074bf7ad4p-16);
    const double s = z * x;
    double r = tail + z * (s * (odd + even) + tail);
    r += 0x1.5555555555563p-2 * s;
    const double sum = x + r;
    if (is_large) {
        const double v = inverse ? -1.0 : 1.0;
        const double y = v - 2.0 * (x - (sum * sum / (sum + v) - r));
        return is_negative ? -y : y;
    }
    return inverse ? negative_inverse(sum, x, r) : sum;
}

JAVA_LONG double tan(double x) {
    const int size = magnitude(x);
    if (size <= SIZE_QUARTER_PI) return near_tan(x, 0.0, false);
    if (size >= NOT_FINITE) return nan();
    const Angle a = angle(abs(x));
    const double y = near_tan(a.head, a.tail, (a.quarters & 1) != 0);
    return x < 0.0 ? -y : y;
}

// asin x is x + x * R, of t = x * x.
JAVA_FUNCTION double asin_quotient(double t) {
    const double p = t * horner(t, 0x1.5555555555555p-3, -0x1.4d61203eb6f7dp-2, 0x1.9c1550e884455p-3, -0x1.48228b5688f3bp-5,
            0x1.9efe07501b288p-11, 0x1.23de10dfdf709p-15);
    const double q = horner(t, 1.0, -0x1.33a271c8a2d4bp1, 0x1.02ae59c598ac8p1, -0x1.6066c1b8d0159p-1, 0x1.3b8c5b12e9282p-4);
    return p / q;
}

JAVA_LONG double asin(double x) {
    const int size = magnitude(x);
    const double a = abs(x);
    if (size >= 0x3ff00000) return a == 1.0 ? x * HALF_PI + x * HALF_PI_LOW : nan();
    if (size < 0x3e400000) return x; // 2^-27
    if (size < 0x3fe00000) return x + x * asin_quotient(x * x);
    const double t = (1.0 - a) * 0.5;
    const double r = asin_quotient(t);
    const double s = sqrt(t);
    double y;
    if (size >= 0x3fef3333) { // 0.975
        y = HALF_PI - (2.0 * (s + s * r) - HALF_PI_LOW);
    } else {
        const double w = head(s);
        const double c = (t - w * w) / (s + w);
        const double p = 2.0 * s * r - (HALF_PI_LOW - 2.0 * c);
        y = QUARTER_PI - (p - (QUARTER_PI - 2.0 * w));
    }
    return x < 0.0 ? -y : y;
}

JAVA_LONG double acos(double x) {
    const int size = magnitude(x);
    if (size >= 0x3ff00000) return x == 1.0 ? 0.0 : x == -1.0 ? PI + 2.0 * HALF_PI_LOW : nan();
    if (size <= 0x3c600000) return HALF_PI + HALF_PI_LOW; // 2^-57
    if (size < 0x3fe00000) return HALF_PI - (x - (HALF_PI_LOW - x * asin_quotient(x * x)));
    const double z = (1.0 - abs(x)) * 0.5;
    const double r = asin_quotient(z);
    const double s = sqrt(z);
    if (x < 0.0) return PI - 2.0 * (s + (r * s - HALF_PI_LOW));
    const double w = head(s);
    const double c = (z - w * w) / (s + w);
    return 2.0 * (w + (r * s + c));
}

JAVA_LONG double atan(double x) {
    const int size = magnitude(x);
    const bool is_negative = x < 0.0;
    if (!(x == x)) return x;
    if (size >= 0x44100000) return is_negative ? -HALF_PI - HALF_PI_LOW : HALF_PI + HALF_PI_LOW; // 2^66
    if (size < 0x3e200000) return x; // 2^-29
    const bool is_near = size < 0x3fdc0000; // 7/16
    double high = 0.0;
    double low = 0.0;
    if (!is_near) {
        // Less the arc tangent of 1/2, 1, 3/2 or infinity.
        const double a = abs(x);
        if (size < 0x3fe60000) { // 11/16
            high = 0x1.dac670561bb4fp-2;
            low = 0x1.a2b7f222f65e2p-56;
            x = (2.0 * a - 1.0) / (2.0 + a);
        } else if (size < 0x3ff30000) { // 19/16
            high = QUARTER_PI;
            low = QUARTER_PI_LOW;
            x = (a - 1.0) / (a + 1.0);
        } else if (size < 0x40038000) { // 39/16
            high = 0x1.f730bd281f69bp-1;
            low = 0x1.007887af0cbbdp-56;
            x = (a - 1.5) / (1.0 + 1.5 * a);
        } else {
            high = HALF_PI;
            low = HALF_PI_LOW;
            x = -1.0 / a;
        }
    }
    const double z = x * x;
    const double w = z * z;
    const double odd = z * horner(w, 0x1.555555555550dp-2, 0x1.24924920083ffp-3, 0x1.745cdc54c206ep-4, 0x1.10d66a0d03d51p-4,
            0x1.97b4b24760debp-5, 0x1.0ad3ae322da11p-6);
    const double even = w * horner(w, -0x1.999999998ebc4p-3, -0x1.c71c6fe231671p-4, -0x1.3b0f2af749a6dp-4,
            -0x1.dde2d52defd9ap-5, -0x1.2b4442c6a6c2fp-5);
    if (is_near) return x - x * (odd + even);
    const double y = high - ((x * (odd + even) - low) - x);
    return is_negative ? -y : y;
}

JAVA_LONG double atan2(double y, double x) {
    if (!(x == x && y == y)) return x + y;
    if (x == 1.0) return atan(y);
    const bool below = high(y) < 0;
    const bool left = high(x) < 0;
    double z;
    if (y == 0.0) {
        z = left ? PI : 0.0;
    } else if (x == 0.0) {
        z = HALF_PI;
    } else if (abs(x) == infinity()) {
        const bool both = abs(y) == infinity();
        z = left ? (both ? 3.0 * QUARTER_PI : PI) : both ? QUARTER_PI : 0.0;
    } else if (abs(y) == infinity()) {
        z = HALF_PI;
    } else {
        constexpr double PI_LOW = 0x1.1a62633145c07p-53;
        const int k = (magnitude(y) - magnitude(x)) >> 20;
        z = k > 60 ? HALF_PI + 0.5 * PI_LOW : left && k < -60 ? 0.0 : atan(abs(y / x));
        if (left) return below ? (z - PI_LOW) - PI : PI - (z - PI_LOW);
    }
    return below ? -z : z;
}
}
}
