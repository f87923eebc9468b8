package org.sporos.kernel.ir;

/**
 * A conversion of one value, with exactly Java's meaning: floating to integer truncates, saturates and makes 0 of a
 * NaN; integer to floating and F64 to F32 round to nearest even. The names are those of the JVM's instructions.
 */
public enum Conversion implements Op {
    I2L(Type.I32, Type.I64),
    I2F(Type.I32, Type.F32),
    I2D(Type.I32, Type.F64),
    L2I(Type.I64, Type.I32),
    L2F(Type.I64, Type.F32),
    L2D(Type.I64, Type.F64),
    F2I(Type.F32, Type.I32),
    F2L(Type.F32, Type.I64),
    F2D(Type.F32, Type.F64),
    D2I(Type.F64, Type.I32),
    D2L(Type.F64, Type.I64),
    D2F(Type.F64, Type.F32),
    /** Keeps the low 8 bits, with their sign. */
    I2B(Type.I32, Type.I32),
    /** Keeps the low 16 bits, with their sign. */
    I2S(Type.I32, Type.I32),
    /** Keeps the low 16 bits, without a sign. */
    I2C(Type.I32, Type.I32),
    /** 1 for true, 0 for false. */
    BOOL2I(Type.BOOL, Type.I32),
    /** {@code Float.floatToRawIntBits}. */
    F32_BITS(Type.F32, Type.I32),
    /** {@code Float.intBitsToFloat}. */
    BITS_F32(Type.I32, Type.F32),
    /** {@code Double.doubleToRawLongBits}. */
    F64_BITS(Type.F64, Type.I64),
    /** {@code Double.longBitsToDouble}. */
    BITS_F64(Type.I64, Type.F64);

    private final Type from;
    private final Type to;

    Conversion(Type from, Type to) {
        this.from = from;
        this.to = to;
    }

    /** Returns the type of its operand. */
    public Type from() {
        return from;
    }

    /** Returns the type of its result. */
    public Type to() {
        return to;
    }

    @Override
    public String mnemonic() {
        return name().toLowerCase(java.util.Locale.ROOT);
    }
}
