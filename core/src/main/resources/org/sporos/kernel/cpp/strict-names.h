// The functions of StrictMath under the names that kernels call.
#define JAVA_STRICT(name) \
    namespace java { \
    JAVA_FUNCTION double strict_##name(double x) { return strict::name(x); } \
    }
#define JAVA_STRICT_OF_TWO(name) \
    namespace java { \
    JAVA_FUNCTION double strict_##name(double x, double y) { return strict::name(x, y); } \
    }
#ifndef JAVA_STRICT_LANES
#define JAVA_STRICT_LANES(name) JAVA_STRICT(name)
#define JAVA_STRICT_LANES_OF_TWO(name) JAVA_STRICT_OF_TWO(name)
#endif
JAVA_STRICT_LANES(exp)
JAVA_STRICT_LANES(log)
JAVA_STRICT_LANES(sin)
JAVA_STRICT_LANES(cos)
JAVA_STRICT(tan)
JAVA_STRICT(asin)
JAVA_STRICT(acos)
JAVA_STRICT(atan)
JAVA_STRICT(sinh)
JAVA_STRICT(cosh)
JAVA_STRICT(tanh)
JAVA_STRICT(expm1)
JAVA_STRICT(log1p)
JAVA_STRICT(log10)
JAVA_STRICT(cbrt)
JAVA_STRICT_OF_TWO(atan2)
JAVA_STRICT_LANES_OF_TWO(pow)
JAVA_STRICT_OF_TWO(hypot)
