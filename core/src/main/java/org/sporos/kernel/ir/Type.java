package org.sporos.kernel.ir;

/**
 * The type of a {@link Region.Value}. Java's byte, short and char are I32 with explicit narrowing
 * {@link Op.Conversion}s.
 */
public enum Type {
    VOID,
    BOOL,
    I32,
    I64,
    F32,
    F64;

    /** Returns whether it is I32 or I64. */
    public boolean isInteger() {
        return this == I32 || this == I64;
    }

    /** Returns whether it is F32 or F64. */
    public boolean isFloating() {
        return this == F32 || this == F64;
    }

    /** Returns the type as in the printed IR: {@code f64}. */
    @Override
    public String toString() {
        return name().toLowerCase(java.util.Locale.ROOT);
    }
}
