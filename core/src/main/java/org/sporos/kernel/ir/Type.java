package org.sporos.kernel.ir;

import org.sporos.kernel.ir.Region.Value;
import org.sporos.space.ElementType;

/** The type of a {@link Value}. Java's byte, short and char are I32 with explicit narrowing {@link Conversion}s. */
public enum Type {
    VOID,
    BOOL,
    I32,
    I64,
    F32,
    F64;

    /** Returns the type of the value that an element of a view is loaded as. */
    public static Type of(ElementType element) {
        return Storage.of(element).value();
    }

    /** Returns whether it is I32 or I64. */
    public boolean isInteger() {
        return this == I32 || this == I64;
    }

    /** Returns whether it is F32 or F64. */
    public boolean isFloating() {
        return this == F32 || this == F64;
    }

    /** Returns it as in the printed IR: {@code f64}. */
    @Override
    public String toString() {
        return name().toLowerCase(java.util.Locale.ROOT);
    }
}
