package org.sporos.kernel.ir;

/**
 * A function of {@code java.lang.Math}, {@code java.lang.StrictMath} or of a box class, with exactly Java's meaning for
 * the operand types. The operands have the type of the result unless it says otherwise.
 */
public enum MathFunction implements Op {
    /** Of I32, I64, F32, F64. Of MIN_VALUE it is MIN_VALUE. */
    ABS(1, Accuracy.EXACT),
    /** Of I32, I64, F32, F64. NaN wins, and -0.0 is less than 0.0. */
    MIN(2, Accuracy.EXACT),
    /** Of I32, I64, F32, F64. NaN wins, and 0.0 is more than -0.0. */
    MAX(2, Accuracy.EXACT),
    /** Of I32, I64, whose bits are taken for unsigned numbers. */
    MIN_UNSIGNED(2, Accuracy.EXACT),
    SQRT(1, Accuracy.EXACT),
    /** Of F32, F64; one rounding. */
    FMA(3, Accuracy.EXACT),
    FLOOR(1, Accuracy.EXACT),
    CEIL(1, Accuracy.EXACT),
    /** To the nearest, ties to even. */
    RINT(1, Accuracy.EXACT),
    /** Of an F64 to an I64, of an F32 to an I32: floor(x + 1/2) with one rounding, saturating, 0 of a NaN. */
    ROUND(1, Accuracy.EXACT),
    SIGNUM(1, Accuracy.EXACT),
    /** The magnitude of the first operand with the sign of the second, also of a NaN. */
    COPY_SIGN(2, Accuracy.EXACT),
    ULP(1, Accuracy.EXACT),
    NEXT_UP(1, Accuracy.EXACT),
    NEXT_DOWN(1, Accuracy.EXACT),
    /** The unbiased exponent of an F32 or F64, an I32. */
    GET_EXPONENT(1, Accuracy.EXACT),
    /** Of an F32 or F64 and an I32. */
    SCALB(2, Accuracy.EXACT),
    /** Of I32, I64; the sign of the divisor. Checked: a zero divisor is a failure. */
    FLOOR_MOD(2, Accuracy.EXACT),
    /** Of I32, I64; towards negative infinity. Checked: a zero divisor is a failure. */
    FLOOR_DIV(2, Accuracy.EXACT),
    /** The high half of the product of two I64. */
    MULTIPLY_HIGH(2, Accuracy.EXACT),
    /** The number of one bits of an I32 or I64, an I32. */
    BIT_COUNT(1, Accuracy.EXACT),
    /** Of an I32 or I64, an I32; of 0 all bits. */
    LEADING_ZEROS(1, Accuracy.EXACT),
    /** Of an I32 or I64, an I32; of 0 all bits. */
    TRAILING_ZEROS(1, Accuracy.EXACT),
    /** Of an I32 or I64. */
    REVERSE(1, Accuracy.EXACT),
    /** Of an I32 or I64. */
    REVERSE_BYTES(1, Accuracy.EXACT),
    /** Of an I32 or I64 and an I32 distance. */
    ROTATE_LEFT(2, Accuracy.EXACT),
    /** Of an I32 or I64 and an I32 distance. */
    ROTATE_RIGHT(2, Accuracy.EXACT),
    SIN(1, Accuracy.WITHIN_ULPS),
    COS(1, Accuracy.WITHIN_ULPS),
    TAN(1, Accuracy.WITHIN_ULPS),
    ASIN(1, Accuracy.WITHIN_ULPS),
    ACOS(1, Accuracy.WITHIN_ULPS),
    ATAN(1, Accuracy.WITHIN_ULPS),
    ATAN2(2, Accuracy.WITHIN_ULPS),
    SINH(1, Accuracy.WITHIN_ULPS),
    COSH(1, Accuracy.WITHIN_ULPS),
    TANH(1, Accuracy.WITHIN_ULPS),
    EXP(1, Accuracy.WITHIN_ULPS),
    EXPM1(1, Accuracy.WITHIN_ULPS),
    LOG(1, Accuracy.WITHIN_ULPS),
    LOG1P(1, Accuracy.WITHIN_ULPS),
    LOG10(1, Accuracy.WITHIN_ULPS),
    POW(2, Accuracy.WITHIN_ULPS),
    CBRT(1, Accuracy.WITHIN_ULPS),
    HYPOT(2, Accuracy.WITHIN_ULPS),
    /** This and those that follow are of StrictMath, and of F64. */
    STRICT_SIN(1, Accuracy.EXACT),
    STRICT_COS(1, Accuracy.EXACT),
    STRICT_TAN(1, Accuracy.EXACT),
    STRICT_ASIN(1, Accuracy.EXACT),
    STRICT_ACOS(1, Accuracy.EXACT),
    STRICT_ATAN(1, Accuracy.EXACT),
    STRICT_ATAN2(2, Accuracy.EXACT),
    STRICT_SINH(1, Accuracy.EXACT),
    STRICT_COSH(1, Accuracy.EXACT),
    STRICT_TANH(1, Accuracy.EXACT),
    STRICT_EXP(1, Accuracy.EXACT),
    STRICT_EXPM1(1, Accuracy.EXACT),
    STRICT_LOG(1, Accuracy.EXACT),
    STRICT_LOG1P(1, Accuracy.EXACT),
    STRICT_LOG10(1, Accuracy.EXACT),
    STRICT_POW(2, Accuracy.EXACT),
    STRICT_CBRT(1, Accuracy.EXACT),
    STRICT_HYPOT(2, Accuracy.EXACT);

    /** True if a function gives the same bits everywhere. */
    public enum Accuracy {
        EXACT,
        WITHIN_ULPS
    }

    private final int arity;
    private final Accuracy accuracy;

    MathFunction(int arity, Accuracy accuracy) {
        this.arity = arity;
        this.accuracy = accuracy;
    }

    /** Returns the number of its operands. */
    public int arity() {
        return arity;
    }

    /** Returns whether it gives the same bits on every backend. */
    public boolean isExact() {
        return accuracy == Accuracy.EXACT;
    }

    @Override
    public String mnemonic() {
        return "math." + name().toLowerCase(java.util.Locale.ROOT);
    }

    @Override
    public boolean isPure() {
        return this != FLOOR_MOD && this != FLOOR_DIV;
    }
}
