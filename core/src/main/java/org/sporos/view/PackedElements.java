package org.sporos.view;

import java.nio.ByteBuffer;
import org.sporos.internal.space.Allocation;

/** Copies contiguous elements between host memory and buffers, in the buffer's byte order. Stateless. */
final class PackedElements {
    private PackedElements() {}

    /** Appends n elements to a buffer. */
    static void put(Allocation memory, long first, int n, ByteBuffer into) {
        Object array = memory.openArray();
        int bytes = memory.type().bytes();
        int at = into.position();
        if (array != null) {
            store(into, array, (int) first, n);
        } else {
            for (int k = 0; k < n; k++) {
                putBits(into, at + k * bytes, bytes, memory.bits(first + k));
            }
        }
        into.position(at + n * bytes);
    }

    /** Sets n elements to the next ones of a buffer. */
    static void get(Allocation memory, long first, int n, ByteBuffer from) {
        Object array = memory.openArray();
        int bytes = memory.type().bytes();
        int at = from.position();
        if (array != null) {
            load(from, array, (int) first, n);
        } else {
            for (int k = 0; k < n; k++) {
                memory.bits(first + k, bits(from, at + k * bytes, bytes));
            }
        }
        from.position(at + n * bytes);
    }

    /** Stores elements of an array from the position of a buffer on. */
    static void store(ByteBuffer bytes, Object array, int begin, int count) {
        if (array instanceof double[] values) {
            bytes.asDoubleBuffer().put(values, begin, count);
        } else if (array instanceof float[] values) {
            bytes.asFloatBuffer().put(values, begin, count);
        } else if (array instanceof int[] values) {
            bytes.asIntBuffer().put(values, begin, count);
        } else if (array instanceof long[] values) {
            bytes.asLongBuffer().put(values, begin, count);
        } else if (array instanceof short[] values) {
            bytes.asShortBuffer().put(values, begin, count);
        } else {
            bytes.put((byte[]) array, begin, count);
        }
    }

    /** Loads elements of an array from the position of a buffer on. */
    static void load(ByteBuffer bytes, Object array, int begin, int count) {
        if (array instanceof double[] values) {
            bytes.asDoubleBuffer().get(values, begin, count);
        } else if (array instanceof float[] values) {
            bytes.asFloatBuffer().get(values, begin, count);
        } else if (array instanceof int[] values) {
            bytes.asIntBuffer().get(values, begin, count);
        } else if (array instanceof long[] values) {
            bytes.asLongBuffer().get(values, begin, count);
        } else if (array instanceof short[] values) {
            bytes.asShortBuffer().get(values, begin, count);
        } else {
            bytes.get((byte[]) array, begin, count);
        }
    }

    private static void putBits(ByteBuffer to, int at, int bytes, long bits) {
        switch (bytes) {
            case Long.BYTES -> to.putLong(at, bits);
            case Integer.BYTES -> to.putInt(at, (int) bits);
            case Short.BYTES -> to.putShort(at, (short) bits);
            default -> to.put(at, (byte) bits);
        }
    }

    private static long bits(ByteBuffer from, int at, int bytes) {
        return switch (bytes) {
            case Long.BYTES -> from.getLong(at);
            case Integer.BYTES -> from.getInt(at);
            case Short.BYTES -> from.getShort(at);
            default -> from.get(at);
        };
    }
}
