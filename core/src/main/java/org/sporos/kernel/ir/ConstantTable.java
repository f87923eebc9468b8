package org.sporos.kernel.ir;

import java.lang.reflect.Array;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A snapshot of a Java array of primitives, or of rows of equal length. Compared by contents. Immutable. */
public final class ConstantTable {
    /** The largest size of a table in bytes. */
    public static final int MOST_BYTES = 16 * 1024;

    private final Storage element;
    private final long[] bits;
    private final int columns;

    private ConstantTable(Storage element, long[] bits, int columns) {
        this.element = element;
        this.bits = bits;
        this.columns = columns;
    }

    /**
     * Returns a snapshot of an array, or null if its elements are neither primitives nor rows of equal length, or if it
     * exceeds {@link #MOST_BYTES}.
     */
    public static @Nullable ConstantTable of(Object array) {
        Storage element = element(array);
        int columns = element != null && array instanceof Object[] rows ? columns(rows) : 0;
        if (element == null || columns < 0 || isTooLarge(array)) {
            return null;
        }
        return array instanceof Object[] rows
                ? new ConstantTable(element, ofRows(rows, columns), columns)
                : new ConstantTable(element, bits(array), 0);
    }

    private static long[] ofRows(Object[] rows, int columns) {
        long[] all = new long[rows.length * columns];
        for (int r = 0; r < rows.length; r++) {
            System.arraycopy(bits(rows[r]), 0, all, r * columns, columns);
        }
        return all;
    }

    /** Returns whether an array could be a table except for its size. */
    public static boolean isTooLarge(Object array) {
        Storage element = element(array);
        long elements = Array.getLength(array);
        if (element != null && array instanceof Object[] rows) {
            elements *= columns(rows);
        }
        return element != null && elements * element.bytes() > MOST_BYTES;
    }

    /** Returns the primitive element type of an array of rank 1 or 2, or null. */
    private static @Nullable Storage element(Object array) {
        Class<?> type = array.getClass().getComponentType();
        if (type != null && type.isArray()) {
            type = type.getComponentType();
        }
        if (type == null || !type.isPrimitive()) {
            return null;
        }
        return switch (type.getName()) {
            case "boolean" -> Storage.BOOL;
            case "byte" -> Storage.I8;
            case "short" -> Storage.I16;
            case "char" -> Storage.U16;
            case "int" -> Storage.I32;
            case "long" -> Storage.I64;
            case "float" -> Storage.F32;
            default -> Storage.F64;
        };
    }

    /** Returns the common length of all rows, or -1. */
    private static int columns(Object[] rows) {
        int columns = rows.length == 0 || rows[0] == null ? -1 : Array.getLength(rows[0]);
        for (Object row : rows) {
            if (row == null || Array.getLength(row) != columns) {
                return -1;
            }
        }
        return columns == 0 ? -1 : columns;
    }

    private static long[] bits(Object array) {
        long[] bits = new long[Array.getLength(array)];
        for (int k = 0; k < bits.length; k++) {
            bits[k] = bits(array, k);
        }
        return bits;
    }

    private static long bits(Object array, int k) {
        if (array instanceof double[] doubles) {
            return Double.doubleToRawLongBits(doubles[k]);
        } else if (array instanceof float[] floats) {
            return Float.floatToRawIntBits(floats[k]);
        } else if (array instanceof boolean[] booleans) {
            return booleans[k] ? 1 : 0;
        } else if (array instanceof char[] chars) {
            return chars[k];
        }
        return Array.getLong(array, k);
    }

    /** Returns the storage type of an element. */
    public Storage element() {
        return element;
    }

    /** Returns the number of elements of all rows. */
    public int length() {
        return bits.length;
    }

    /** Returns the length of a row, or 0 if there are no rows. */
    public int columns() {
        return columns;
    }

    /** Returns the raw bits of a loaded element, 32-bit types in the low half. */
    public long bits(int k) {
        return bits[k];
    }

    /** Returns whether an element is infinite or NaN. */
    public boolean hasNonFinite() {
        for (long each : bits) {
            boolean finite = element == Storage.F64
                    ? Double.isFinite(Double.longBitsToDouble(each))
                    : element != Storage.F32 || Float.isFinite(Float.intBitsToFloat((int) each));
            if (!finite) {
                return true;
            }
        }
        return false;
    }

    /** Returns a new Java array of all elements in row-major order. */
    public Object toArray() {
        Object array = Array.newInstance(type(), bits.length);
        for (int k = 0; k < bits.length; k++) {
            switch (element) {
                case BOOL -> Array.setBoolean(array, k, bits[k] != 0);
                case I8 -> Array.setByte(array, k, (byte) bits[k]);
                case I16 -> Array.setShort(array, k, (short) bits[k]);
                case U16 -> Array.setChar(array, k, (char) bits[k]);
                case I32 -> Array.setInt(array, k, (int) bits[k]);
                case I64 -> Array.setLong(array, k, bits[k]);
                case F32 -> Array.setFloat(array, k, Float.intBitsToFloat((int) bits[k]));
                case F64 -> Array.setDouble(array, k, Double.longBitsToDouble(bits[k]));
            }
        }
        return array;
    }

    private Class<?> type() {
        return switch (element) {
            case BOOL -> boolean.class;
            case I8 -> byte.class;
            case I16 -> short.class;
            case U16 -> char.class;
            case I32 -> int.class;
            case I64 -> long.class;
            case F32 -> float.class;
            case F64 -> double.class;
        };
    }

    /**
     * Returns the row-major index of the first differing element of an array of this shape, or -1. Allocates nothing.
     */
    int firstDifference(Object array) {
        if (!(array instanceof Object[] rows)) {
            return firstDifference(array, 0);
        }
        for (int r = 0; r < rows.length; r++) {
            // A row of another length differs at its first element.
            int found = rows[r] == null || Array.getLength(rows[r]) != columns
                    ? r * columns
                    : firstDifference(rows[r], r * columns);
            if (found >= 0) {
                return found;
            }
        }
        return -1;
    }

    private int firstDifference(Object array, int from) {
        int length = Array.getLength(array);
        for (int k = 0; k < length; k++) {
            if (bits(array, k) != bits[from + k]) {
                return from + k;
            }
        }
        return -1;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof ConstantTable that
                && that.element == element
                && that.columns == columns
                && Arrays.equals(that.bits, bits);
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(bits) + element.hashCode();
    }

    @Override
    public String toString() {
        return element + "[" + bits.length + "]";
    }
}
