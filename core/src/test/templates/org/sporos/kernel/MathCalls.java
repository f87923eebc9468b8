package org.sporos.kernel;

import org.sporos.kernel.ir.Op.MathFunction;

/** The functions of the IR by the JDK's own methods. */
public final class MathCalls {
    private MathCalls() {}

    public static Object call(MathFunction f, Object[] a) {
        if (a[0] instanceof Integer x) {
            return ints(f, x, a.length > 1 ? (int) a[1] : 0);
        } else if (a[0] instanceof Long x) {
            return longs(f, x, a.length > 1 ? ((Number) a[1]).longValue() : 0);
        } else if (a[0] instanceof Float x) {
            return floats(f, x, a);
        }
        return doubles(f, (double) a[0], a);
    }
[#list integers as t]

    private static Object ${t.type}s(MathFunction f, ${t.type} x, ${t.type} y) {
        return switch (f) {
            case ABS -> Math.abs(x);
            case MIN -> Math.min(x, y);
            case MAX -> Math.max(x, y);
            case MIN_UNSIGNED -> ${t.Box}.compareUnsigned(x, y) < 0 ? x : y;
            case FLOOR_MOD -> Math.floorMod(x, y);
            case FLOOR_DIV -> Math.floorDiv(x, y);
            case MULTIPLY_HIGH -> Math.multiplyHigh(x, y);
            case BIT_COUNT -> ${t.Box}.bitCount(x);
            case LEADING_ZEROS -> ${t.Box}.numberOfLeadingZeros(x);
            case TRAILING_ZEROS -> ${t.Box}.numberOfTrailingZeros(x);
            case REVERSE -> ${t.Box}.reverse(x);
            case REVERSE_BYTES -> ${t.Box}.reverseBytes(x);
            case ROTATE_LEFT -> ${t.Box}.rotateLeft(x, (int) y);
            case ROTATE_RIGHT -> ${t.Box}.rotateRight(x, (int) y);
            default -> throw new IllegalArgumentException(f.toString());
        };
    }
[/#list]
[#list reals as t]

    private static Object ${t.type}s(MathFunction f, ${t.type} x, Object[] a) {
        return switch (f) {
            case ABS -> Math.abs(x);
            case MIN -> Math.min(x, (${t.type}) a[1]);
            case MAX -> Math.max(x, (${t.type}) a[1]);
            case FMA -> Math.fma(x, (${t.type}) a[1], (${t.type}) a[2]);
            case ROUND -> Math.round(x);
            case SIGNUM -> Math.signum(x);
            case COPY_SIGN -> Math.copySign(x, (${t.type}) a[1]);
            case ULP -> Math.ulp(x);
            case NEXT_UP -> Math.nextUp(x);
            case NEXT_DOWN -> Math.nextDown(x);
            case GET_EXPONENT -> Math.getExponent(x);
            case SCALB -> Math.scalb(x, (int) a[1]);
            default -> inDoubles(f, x, a);
        };
    }
[/#list]

    /** Functions that are there for doubles alone. */
    private static double inDoubles(MathFunction f, double x, Object[] a) {
        if (a[0] instanceof Float) {
            throw new IllegalArgumentException(f.toString());
        }
        return switch (f) {
            case SQRT -> Math.sqrt(x);
            case FLOOR -> Math.floor(x);
            case CEIL -> Math.ceil(x);
            case RINT -> Math.rint(x);
            case SIN -> Math.sin(x);
            case COS -> Math.cos(x);
            case TAN -> Math.tan(x);
            case ASIN -> Math.asin(x);
            case ACOS -> Math.acos(x);
            case ATAN -> Math.atan(x);
            case ATAN2 -> Math.atan2(x, (double) a[1]);
            case SINH -> Math.sinh(x);
            case COSH -> Math.cosh(x);
            case TANH -> Math.tanh(x);
            case EXP -> Math.exp(x);
            case EXPM1 -> Math.expm1(x);
            case LOG -> Math.log(x);
            case LOG1P -> Math.log1p(x);
            case LOG10 -> Math.log10(x);
            case POW -> Math.pow(x, (double) a[1]);
            case CBRT -> Math.cbrt(x);
            case HYPOT -> Math.hypot(x, (double) a[1]);
            default -> strict(f, x, a);
        };
    }

    private static double strict(MathFunction f, double x, Object[] a) {
        return switch (f) {
            case STRICT_SIN -> StrictMath.sin(x);
            case STRICT_COS -> StrictMath.cos(x);
            case STRICT_TAN -> StrictMath.tan(x);
            case STRICT_ASIN -> StrictMath.asin(x);
            case STRICT_ACOS -> StrictMath.acos(x);
            case STRICT_ATAN -> StrictMath.atan(x);
            case STRICT_ATAN2 -> StrictMath.atan2(x, (double) a[1]);
            case STRICT_SINH -> StrictMath.sinh(x);
            case STRICT_COSH -> StrictMath.cosh(x);
            case STRICT_TANH -> StrictMath.tanh(x);
            case STRICT_EXP -> StrictMath.exp(x);
            case STRICT_EXPM1 -> StrictMath.expm1(x);
            case STRICT_LOG -> StrictMath.log(x);
            case STRICT_LOG1P -> StrictMath.log1p(x);
            case STRICT_LOG10 -> StrictMath.log10(x);
            case STRICT_POW -> StrictMath.pow(x, (double) a[1]);
            case STRICT_CBRT -> StrictMath.cbrt(x);
            case STRICT_HYPOT -> StrictMath.hypot(x, (double) a[1]);
            default -> throw new IllegalArgumentException(f.toString());
        };
    }
}
