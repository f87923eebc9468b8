namespace java {
// Integers of Java wrap around. In C++ unsigned arithmetic wraps, and overflow of signed arithmetic is undefined.
JAVA_FUNCTION int add(int a, int b) { return (int) ((unsigned) a + (unsigned) b); }
JAVA_FUNCTION int sub(int a, int b) { return (int) ((unsigned) a - (unsigned) b); }
JAVA_FUNCTION int mul(int a, int b) { return (int) ((unsigned) a * (unsigned) b); }
JAVA_FUNCTION int neg(int a) { return (int) (0u - (unsigned) a); }
JAVA_FUNCTION int shl(int a, int n) { return (int) ((unsigned) a << (n & 31)); }
JAVA_FUNCTION int shr(int a, int n) { return a >> (n & 31); }
JAVA_FUNCTION int ushr(int a, int n) { return (int) ((unsigned) a >> (n & 31)); }
JAVA_FUNCTION long long add(long long a, long long b) {
    return (long long) ((unsigned long long) a + (unsigned long long) b);
}
JAVA_FUNCTION long long sub(long long a, long long b) {
    return (long long) ((unsigned long long) a - (unsigned long long) b);
}
JAVA_FUNCTION long long mul(long long a, long long b) {
    return (long long) ((unsigned long long) a * (unsigned long long) b);
}
JAVA_FUNCTION long long neg(long long a) { return (long long) (0ull - (unsigned long long) a); }
JAVA_FUNCTION long long shl(long long a, int n) { return (long long) ((unsigned long long) a << (n & 63)); }
JAVA_FUNCTION long long shr(long long a, int n) { return a >> (n & 63); }
JAVA_FUNCTION long long ushr(long long a, int n) { return (long long) ((unsigned long long) a >> (n & 63)); }
#ifdef JAVA_DIVIDES_UNSIGNED
// GPUs divide by unsigned arithmetic, without a special case for the quotient of the least integer and -1.
JAVA_FUNCTION unsigned magnitude(int a) { return a < 0 ? 0u - (unsigned) a : (unsigned) a; }
JAVA_FUNCTION unsigned long long magnitude(long long a) {
    return a < 0 ? 0ull - (unsigned long long) a : (unsigned long long) a;
}
template <class T> JAVA_FUNCTION T div(T a, T b) {
    const T q = (T) (magnitude(a) / magnitude(b));
    return (a ^ b) < 0 ? neg(q) : q;
}
template <class T> JAVA_FUNCTION T rem(T a, T b) {
    const T r = (T) (magnitude(a) % magnitude(b));
    return a < 0 ? neg(r) : r;
}
#else
template <class T> JAVA_FUNCTION T div(T a, T b) { return b == -1 ? neg(a) : a / b; }
template <class T> JAVA_FUNCTION T rem(T a, T b) { return b == -1 ? (T) 0 : a % b; }
#endif
// For nonnegative numbers.
template <class U, class T> JAVA_FUNCTION T div_as(T a, T b) { return (T) ((U) a / (U) b); }
template <class U, class T> JAVA_FUNCTION T rem_as(T a, T b) { return (T) ((U) a % (U) b); }
JAVA_FUNCTION double rem(double a, double b) { return ::fmod(a, b); }
JAVA_FUNCTION float rem(float a, float b) { return ::fmodf(a, b); }

// Values of byte, short and char are ints, truncated to the range of their type.
JAVA_FUNCTION int to_byte(int a) { return (signed char) a; }
JAVA_FUNCTION int to_short(int a) { return (short) a; }
JAVA_FUNCTION int to_char(int a) { return (unsigned short) a; }

// Conversions are functions: the front end of g++ 12 folds 0.0 - (double) i to -(double) i, which is -0.0 and not 0.0
// if i is 0, because it finds a cast, which is never -0.0. A call prevents the fold, and compiles to the same code.
JAVA_FUNCTION float to_float(int a) { return (float) a; }
JAVA_FUNCTION float to_float(long long a) { return (float) a; }
JAVA_FUNCTION double to_double(int a) { return (double) a; }
JAVA_FUNCTION double to_double(long long a) { return (double) a; }

JAVA_FUNCTION bool in(int i, int n) { return (unsigned) i < (unsigned) n; }
JAVA_FUNCTION bool in(int i, long long n) { return (unsigned long long) (long long) i < (unsigned long long) n; }
JAVA_FUNCTION bool in(long long i, int n) { return (unsigned long long) i < (unsigned long long) (long long) n; }
JAVA_FUNCTION bool in(long long i, long long n) { return (unsigned long long) i < (unsigned long long) n; }

JAVA_FUNCTION int min_unsigned(int a, int b) { return (unsigned) a < (unsigned) b ? a : b; }
JAVA_FUNCTION long long min_unsigned(long long a, long long b) {
    return (unsigned long long) a < (unsigned long long) b ? a : b;
}

template <class T> JAVA_FUNCTION T floor_div(T a, T b) {
    T q = div(a, b);
    return (a ^ b) < 0 && mul(q, b) != a ? sub(q, (T) 1) : q;
}
template <class T> JAVA_FUNCTION T floor_mod(T a, T b) {
    T r = rem(a, b);
    return r != 0 && (a ^ b) < 0 ? add(r, b) : r;
}
#ifdef JAVA_DIVIDES_UNSIGNED
// A divisor of 0 is replaced by 1: with a branch on the divisor, the load of the dividend would wait for it.
#define JAVA_DIVISION(name) \
    template <class T> JAVA_FUNCTION T name##_or_0(T a, T b) { \
        const T result = name(a, b == 0 ? (T) 1 : b); \
        return b == 0 ? (T) 0 : result; \
    } \
    template <class T> JAVA_FUNCTION T name(Fault& fault, int site, T a, T b) { \
        if (b == 0) fault.note(site, 0, 0); \
        return name##_or_0(a, b); \
    }
#else
#define JAVA_DIVISION(name) \
    template <class T> JAVA_FUNCTION T name##_or_0(T a, T b) { return b == 0 ? (T) 0 : name(a, b); } \
    template <class T> JAVA_FUNCTION T name(Fault& fault, int site, T a, T b) { \
        if (b != 0) return name(a, b); \
        fault.note(site, 0, 0); \
        return 0; \
    }
#endif
JAVA_DIVISION(div)
JAVA_DIVISION(rem)
JAVA_DIVISION(floor_div)
JAVA_DIVISION(floor_mod)
#undef JAVA_DIVISION

// Conversions to integers: a NaN becomes 0, and a number out of range is clamped.
JAVA_FUNCTION int to_int(double a) {
    return !(a == a) ? 0 : a >= 2147483647.0 ? 2147483647 : a <= -2147483648.0 ? -2147483647 - 1 : (int) a;
}
JAVA_FUNCTION int to_int(float a) {
    return !(a == a) ? 0 : a >= 2147483648.0f ? 2147483647 : a <= -2147483648.0f ? -2147483647 - 1 : (int) a;
}
JAVA_FUNCTION long long to_long(double a) {
    return !(a == a)                       ? 0
           : a >= 9223372036854775808.0    ? 9223372036854775807LL
           : a <= -9223372036854775808.0   ? -9223372036854775807LL - 1
                                           : (long long) a;
}
JAVA_FUNCTION long long to_long(float a) { return to_long((double) a); }
// The same by the scalar conversion instruction, for loops that are not vectorized. Only the least integer, its result
// for NaN and numbers out of range, needs the comparisons.
template <class T> JAVA_FUNCTION int to_one_int(T a) {
#ifdef JAVA_CONVERTS
    const int converted = converted_int(a);
    if (JAVA_MOSTLY(converted != -2147483647 - 1)) return converted;
#endif
    return to_int(a);
}
template <class T> JAVA_FUNCTION long long to_one_long(T a) {
#ifdef JAVA_CONVERTS
    const long long converted = converted_long(a);
    if (JAVA_MOSTLY(converted != -9223372036854775807LL - 1)) return converted;
#endif
    return to_long(a);
}

JAVA_FUNCTION int abs(int a) { return a < 0 ? neg(a) : a; }
JAVA_FUNCTION long long abs(long long a) { return a < 0 ? neg(a) : a; }
JAVA_FUNCTION double abs(double a) { return ::fabs(a); }
JAVA_FUNCTION float abs(float a) { return ::fabsf(a); }
JAVA_FUNCTION int min(int a, int b) { return a < b ? a : b; }
JAVA_FUNCTION int max(int a, int b) { return a > b ? a : b; }
JAVA_FUNCTION long long min(long long a, long long b) { return a < b ? a : b; }
JAVA_FUNCTION long long max(long long a, long long b) { return a > b ? a : b; }
// The minimum and the maximum of NaN and a number are NaN, and -0.0 is less than 0.0.
#ifdef JAVA_UNORDERED
// The minimum instruction of x86 returns its second operand if both are equal or one is NaN. That is Java's result if
// one operand is a constant other than zero and NaN. Otherwise the instruction is used in both orders: the results
// differ only for NaN and for zeros of two signs. The branch on that difference is well predicted, while a branch on
// the order of the data would be mispredicted half the time.
JAVA_FUNCTION double min(double a, double b) {
    if (JAVA_PLAIN(a) || JAVA_PLAIN(b)) return JAVA_PLAIN(a) ? a < b ? a : b : b < a ? b : a;
    const double one = a < b ? a : b, other = b < a ? b : a;
    if (JAVA_MOSTLY(bits(one) == bits(other))) return one;
    return JAVA_UNORDERED(a, b) ? (a == a ? b : a) : f64(bits(one) | bits(other));
}
JAVA_FUNCTION double max(double a, double b) {
    if (JAVA_PLAIN(a) || JAVA_PLAIN(b)) return JAVA_PLAIN(a) ? a > b ? a : b : b > a ? b : a;
    const double one = a > b ? a : b, other = b > a ? b : a;
    if (JAVA_MOSTLY(bits(one) == bits(other))) return one;
    return JAVA_UNORDERED(a, b) ? (a == a ? b : a) : f64(bits(one) & bits(other));
}
JAVA_FUNCTION float min(float a, float b) {
    if (JAVA_PLAIN(a) || JAVA_PLAIN(b)) return JAVA_PLAIN(a) ? a < b ? a : b : b < a ? b : a;
    const float one = a < b ? a : b, other = b < a ? b : a;
    if (JAVA_MOSTLY(bits(one) == bits(other))) return one;
    return JAVA_UNORDERED(a, b) ? (a == a ? b : a) : f32(bits(one) | bits(other));
}
JAVA_FUNCTION float max(float a, float b) {
    if (JAVA_PLAIN(a) || JAVA_PLAIN(b)) return JAVA_PLAIN(a) ? a > b ? a : b : b > a ? b : a;
    const float one = a > b ? a : b, other = b > a ? b : a;
    if (JAVA_MOSTLY(bits(one) == bits(other))) return one;
    return JAVA_UNORDERED(a, b) ? (a == a ? b : a) : f32(bits(one) & bits(other));
}
#else
JAVA_FUNCTION double min(double a, double b) {
    return a < b || !(a == a) ? a : a == b ? f64(bits(a) | bits(b)) : b;
}
JAVA_FUNCTION double max(double a, double b) {
    return a > b || !(a == a) ? a : a == b ? f64(bits(a) & bits(b)) : b;
}
JAVA_FUNCTION float min(float a, float b) {
    return a < b || !(a == a) ? a : a == b ? f32(bits(a) | bits(b)) : b;
}
JAVA_FUNCTION float max(float a, float b) {
    return a > b || !(a == a) ? a : a == b ? f32(bits(a) & bits(b)) : b;
}
#endif
JAVA_FUNCTION double sqrt(double a) { return ::sqrt(a); }
#ifndef JAVA_SQRTF
#define JAVA_SQRTF ::sqrtf
#endif
JAVA_FUNCTION float sqrt(float a) { return JAVA_SQRTF(a); }
JAVA_FUNCTION double fma(double a, double b, double c) { return ::fma(a, b, c); }
JAVA_FUNCTION float fma(float a, float b, float c) { return ::fmaf(a, b, c); }
JAVA_FUNCTION double floor(double a) { return ::floor(a); }
JAVA_FUNCTION float floor(float a) { return ::floorf(a); }
JAVA_FUNCTION double ceil(double a) { return ::ceil(a); }
JAVA_FUNCTION float ceil(float a) { return ::ceilf(a); }
JAVA_FUNCTION double rint(double a) { return ::rint(a); }
JAVA_FUNCTION float rint(float a) { return ::rintf(a); }
JAVA_FUNCTION long long round(double a) {
    double below = ::floor(a);
    return to_long(a - below >= 0.5 ? below + 1.0 : below);
}
JAVA_FUNCTION int round(float a) {
    float below = ::floorf(a);
    return to_int(a - below >= 0.5f ? below + 1.0f : below);
}
JAVA_FUNCTION double copy_sign(double a, double b) {
    const long long sign = -9223372036854775807LL - 1;
    return f64((bits(a) & ~sign) | (bits(b) & sign));
}
JAVA_FUNCTION float copy_sign(float a, float b) {
    const int sign = -2147483647 - 1;
    return f32((bits(a) & ~sign) | (bits(b) & sign));
}
JAVA_FUNCTION double signum(double a) { return a > 0.0 ? 1.0 : a < 0.0 ? -1.0 : a; }
JAVA_FUNCTION float signum(float a) { return a > 0.0f ? 1.0f : a < 0.0f ? -1.0f : a; }
JAVA_FUNCTION int get_exponent(double a) { return (int) (bits(a) >> 52 & 0x7ff) - 1023; }
JAVA_FUNCTION int get_exponent(float a) { return (bits(a) >> 23 & 0xff) - 127; }
JAVA_FUNCTION double ulp(double a) {
    int e = get_exponent(a);
    if (e == 1024) return abs(a);
    if (e == -1023) return f64(1LL);
    return e - 52 >= -1022 ? f64((long long) (e - 52 + 1023) << 52) : f64(1LL << (e - 52 + 1074));
}
JAVA_FUNCTION float ulp(float a) {
    int e = get_exponent(a);
    if (e == 128) return abs(a);
    if (e == -127) return f32(1);
    return e - 23 >= -126 ? f32((e - 23 + 127) << 23) : f32(1 << (e - 23 + 149));
}
JAVA_FUNCTION double next_up(double a) {
    if (!(a < f64(0x7ff0000000000000LL))) return a;
    return a == 0.0 ? f64(1LL) : f64(a > 0.0 ? bits(a) + 1 : bits(a) - 1);
}
JAVA_FUNCTION float next_up(float a) {
    if (!(a < f32(0x7f800000))) return a;
    return a == 0.0f ? f32(1) : f32(a > 0.0f ? bits(a) + 1 : bits(a) - 1);
}
JAVA_FUNCTION double next_down(double a) { return -next_up(-a); }
JAVA_FUNCTION float next_down(float a) { return -next_up(-a); }
JAVA_FUNCTION double scalb(double a, int n) { return ::scalbn(a, n); }
JAVA_FUNCTION float scalb(float a, int n) { return ::scalbnf(a, n); }
JAVA_FUNCTION int reverse_bytes(int a) {
    unsigned u = (unsigned) a;
    return (int) (u << 24 | (u & 0xff00u) << 8 | (u >> 8 & 0xff00u) | u >> 24);
}
JAVA_FUNCTION long long reverse_bytes(long long a) {
    unsigned long long high = (unsigned) reverse_bytes((int) a);
    return (long long) (high << 32 | (unsigned) reverse_bytes((int) (a >> 32)));
}
JAVA_FUNCTION int reverse(int a) {
    unsigned u = (unsigned) a;
    u = (u & 0x55555555u) << 1 | (u >> 1 & 0x55555555u);
    u = (u & 0x33333333u) << 2 | (u >> 2 & 0x33333333u);
    u = (u & 0x0f0f0f0fu) << 4 | (u >> 4 & 0x0f0f0f0fu);
    return reverse_bytes((int) u);
}
JAVA_FUNCTION long long reverse(long long a) {
    unsigned long long high = (unsigned) reverse((int) a);
    return (long long) (high << 32 | (unsigned) reverse((int) (a >> 32)));
}
JAVA_FUNCTION int rotate_left(int a, int n) { return shl(a, n) | ushr(a, -(n & 31)); }
JAVA_FUNCTION int rotate_right(int a, int n) { return ushr(a, n) | shl(a, -(n & 31)); }
JAVA_FUNCTION long long rotate_left(long long a, int n) { return shl(a, n) | ushr(a, -(n & 63)); }
JAVA_FUNCTION long long rotate_right(long long a, int n) { return ushr(a, n) | shl(a, -(n & 63)); }

// Results within a few ulps of Java's Math.
JAVA_FUNCTION double sin(double a) { return ::sin(a); }
JAVA_FUNCTION double cos(double a) { return ::cos(a); }
JAVA_FUNCTION double tan(double a) { return ::tan(a); }
JAVA_FUNCTION double asin(double a) { return ::asin(a); }
JAVA_FUNCTION double acos(double a) { return ::acos(a); }
JAVA_FUNCTION double atan(double a) { return ::atan(a); }
JAVA_FUNCTION double atan2(double a, double b) { return ::atan2(a, b); }
JAVA_FUNCTION double sinh(double a) { return ::sinh(a); }
JAVA_FUNCTION double cosh(double a) { return ::cosh(a); }
JAVA_FUNCTION double tanh(double a) { return ::tanh(a); }
JAVA_FUNCTION double exp(double a) { return ::exp(a); }
JAVA_FUNCTION double expm1(double a) { return ::expm1(a); }
JAVA_FUNCTION double log(double a) { return ::log(a); }
JAVA_FUNCTION double log1p(double a) { return ::log1p(a); }
JAVA_FUNCTION double log10(double a) { return ::log10(a); }
JAVA_FUNCTION double cbrt(double a) { return ::cbrt(a); }
JAVA_FUNCTION double hypot(double a, double b) { return ::hypot(a, b); }
// In Java pow(1, NaN) and pow(-1, infinity) are NaN, in C they are 1.
JAVA_FUNCTION double pow(double a, double b) {
    bool undefined = !(b == b) || abs(a) == 1.0 && abs(b) == f64(0x7ff0000000000000LL);
    return undefined ? f64(0x7ff8000000000000LL) : ::pow(a, b);
}

// Atomics return the old value, and compare values by their bits.
template <class T> JAVA_FUNCTION bool same(T a, T b) { return bits(a) == bits(b); }
JAVA_FUNCTION bool same(int a, int b) { return a == b; }
JAVA_FUNCTION bool same(long long a, long long b) { return a == b; }
#define JAVA_ATOMIC(name, expression) \
    template <class T> JAVA_FUNCTION T atomic_##name(T* at, T value) { \
        for (;;) { \
            T old = atomic_get(at); \
            T next = expression; \
            if (same(old, next) || swap_if(at, old, next)) return old; \
        } \
    }
JAVA_ATOMIC(min, min(old, value))
JAVA_ATOMIC(max, max(old, value))
template <class T> JAVA_FUNCTION T atomic_exchange(T* at, T value) {
    for (;;) {
        T old = atomic_get(at);
        if (swap_if(at, old, value)) return old;
    }
}
template <class T> JAVA_FUNCTION bool atomic_compare_set(T* at, T expected, T value) {
    return swap_if(at, expected, value);
}
#undef JAVA_ATOMIC
#define JAVA_MERGE(name, function) \
    struct name { \
        template <class T> JAVA_MEMBER void operator()(T* at, T value) const { function(at, value); } \
    };
JAVA_MERGE(AtomicAdd, atomic_add)
JAVA_MERGE(AtomicMin, atomic_min)
JAVA_MERGE(AtomicMax, atomic_max)
#undef JAVA_MERGE

template <class T, int N> JAVA_FUNCTION void clear(T (&array)[N]) {
    for (int k = 0; k < N; k++) array[k] = 0;
}
}
