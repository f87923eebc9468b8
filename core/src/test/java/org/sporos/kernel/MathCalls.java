package org.sporos.kernel;

import org.sporos.kernel.ir.MathFunction;

/** The functions of the IR by the JDK's own methods. */
final class MathCalls {
    private MathCalls() {}

    static Object call(MathFunction f, Object[] a) {
        if (a[0] instanceof Integer x) {
            return ints(f, x, a.length > 1 ? (int) a[1] : 0);
        } else if (a[0] instanceof Long x) {
            return longs(f, x, a.length > 1 ? ((Number) a[1]).longValue() : 0);
        } else if (a[0] instanceof Float x) {
            return floats(f, x, a);
        }
        return doubles(f, (double) a[0], a);
    }

    private static Object ints(MathFunction f, int x, int y) {
        return switch (f) {
            case ABS -> Math.abs(x);
            case MIN -> Math.min(x, y);
            case MAX -> Math.max(x, y);
            case FLOOR_MOD -> Math.floorMod(x, y);
            case FLOOR_DIV -> Math.floorDiv(x, y);
            case BIT_COUNT -> Integer.bitCount(x);
            case LEADING_ZEROS -> Integer.numberOfLeadingZeros(x);
            case TRAILING_ZEROS -> Integer.numberOfTrailingZeros(x);
            case REVERSE -> Integer.reverse(x);
            case REVERSE_BYTES -> Integer.reverseBytes(x);
            case ROTATE_LEFT -> Integer.rotateLeft(x, y);
            case ROTATE_RIGHT -> Integer.rotateRight(x, y);
            default -> throw new IllegalArgumentException(f.toString());
        };
    }

    private static Object longs(MathFunction f, long x, long y) {
        return switch (f) {
            case ABS -> Math.abs(x);
            case MIN -> Math.min(x, y);
            case MAX -> Math.max(x, y);
            case FLOOR_MOD -> Math.floorMod(x, y);
            case FLOOR_DIV -> Math.floorDiv(x, y);
            case MULTIPLY_HIGH -> Math.multiplyHigh(x, y);
            case BIT_COUNT -> Long.bitCount(x);
            case LEADING_ZEROS -> Long.numberOfLeadingZeros(x);
            case TRAILING_ZEROS -> Long.numberOfTrailingZeros(x);
            case REVERSE -> Long.reverse(x);
            case REVERSE_BYTES -> Long.reverseBytes(x);
            case ROTATE_LEFT -> Long.rotateLeft(x, (int) y);
            case ROTATE_RIGHT -> Long.rotateRight(x, (int) y);
            default -> throw new IllegalArgumentException(f.toString());
        };
    }

    private static Object floats(MathFunction f, float x, Object[] a) {
        return switch (f) {
            case ABS -> Math.abs(x);
            case MIN -> Math.min(x, (float) a[1]);
            case MAX -> Math.max(x, (float) a[1]);
            case FMA -> Math.fma(x, (float) a[1], (float) a[2]);
            case ROUND -> Math.round(x);
            case SIGNUM -> Math.signum(x);
            case COPY_SIGN -> Math.copySign(x, (float) a[1]);
            case ULP -> Math.ulp(x);
            case NEXT_UP -> Math.nextUp(x);
            case NEXT_DOWN -> Math.nextDown(x);
            case GET_EXPONENT -> Math.getExponent(x);
            case SCALB -> Math.scalb(x, (int) a[1]);
            default -> throw new IllegalArgumentException(f.toString());
        };
    }

    private static Object doubles(MathFunction f, double x, Object[] a) {
        return switch (f) {
            case ABS -> Math.abs(x);
            case MIN -> Math.min(x, (double) a[1]);
            case MAX -> Math.max(x, (double) a[1]);
            case FMA -> Math.fma(x, (double) a[1], (double) a[2]);
            case SQRT -> Math.sqrt(x);
            case FLOOR -> Math.floor(x);
            case CEIL -> Math.ceil(x);
            case RINT -> Math.rint(x);
            case ROUND -> Math.round(x);
            case SIGNUM -> Math.signum(x);
            case COPY_SIGN -> Math.copySign(x, (double) a[1]);
            case ULP -> Math.ulp(x);
            case NEXT_UP -> Math.nextUp(x);
            case NEXT_DOWN -> Math.nextDown(x);
            case GET_EXPONENT -> Math.getExponent(x);
            case SCALB -> Math.scalb(x, (int) a[1]);
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
