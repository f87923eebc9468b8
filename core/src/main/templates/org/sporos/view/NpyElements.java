package org.sporos.view;

import java.nio.ByteBuffer;
import org.sporos.error.InternalException;
import org.sporos.space.ElementType;

/** The elements of Java arrays as bytes, and the NumPy names of their types. Stateless. */
final class NpyElements {
    private NpyElements() {}

    /** Returns NumPy's kind of an element type: {@code f} for reals, {@code i} for signed integers. */
    static char kind(ElementType type) {
        return type == ElementType.DOUBLE || type == ElementType.FLOAT ? 'f' : 'i';
    }

    /** Appends the elements {@code [begin, end)} of an array, in the byte order of the buffer. */
    static void put(ByteBuffer bytes, Object array, int begin, int end) {
[#list views as t]
        if (array instanceof ${t.type}[] values) {
            for (int i = begin; i < end; i++) {
                put(bytes, ${t.Box}.BYTES, ${apply(t.toBits, "values[i]")});
            }
            return;
        }
[/#list]
        throw new InternalException("an array of " + array.getClass());
    }

    /** Reads the elements {@code [begin, end)} of an array, in the byte order of the buffer. */
    static void get(ByteBuffer bytes, Object array, int begin, int end) {
[#list views as t]
        if (array instanceof ${t.type}[] values) {
            for (int i = begin; i < end; i++) {
                long bits = get(bytes, ${t.Box}.BYTES);
                values[i] = ${apply(t.fromBits, "bits")};
            }
            return;
        }
[/#list]
        throw new InternalException("an array of " + array.getClass());
    }

    private static void put(ByteBuffer bytes, int size, long bits) {
        switch (size) {
            case 1 -> bytes.put((byte) bits);
            case 2 -> bytes.putShort((short) bits);
            case 4 -> bytes.putInt((int) bits);
            default -> bytes.putLong(bits);
        }
    }

    private static long get(ByteBuffer bytes, int size) {
        return switch (size) {
            case 1 -> bytes.get();
            case 2 -> bytes.getShort();
            case 4 -> bytes.getInt();
            default -> bytes.getLong();
        };
    }
}
