package org.sporos.kernel.ir;

import org.sporos.space.ElementType;

/**
 * The storage type of elements of views and local arrays, with the type of a loaded value. As in Java, bytes, shorts
 * and chars are computed as ints: a load widens, a store keeps the low bits.
 */
public enum Storage {
    /** A boolean, loaded as I32. */
    BOOL(Type.I32),
    I8(Type.I32),
    I16(Type.I32),
    /** A char. */
    U16(Type.I32),
    I32(Type.I32),
    I64(Type.I64),
    F32(Type.F32),
    F64(Type.F64);

    private final Type value;

    Storage(Type value) {
        this.value = value;
    }

    /** Returns the storage type of an element type. */
    public static Storage of(ElementType element) {
        return switch (element) {
[#list views as t]
            case ${t.TYPE} -> ${t.STORAGE};
[/#list]
        };
    }

    /** Returns the type of a loaded value. */
    public Type value() {
        return value;
    }

    /** Returns the number of bytes of an element. */
    public int bytes() {
        return switch (this) {
            case BOOL, I8 -> 1;
            case I16, U16 -> 2;
            case I32, F32 -> 4;
            case I64, F64 -> 8;
        };
    }

    /** Returns the storage type as in the printed IR: {@code i8}. */
    @Override
    public String toString() {
        return name().toLowerCase(java.util.Locale.ROOT);
    }
}
