package org.sporos.view;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.sporos.internal.space.Allocation;

/** Copies consecutive elements between host memory and buffers, in the buffer's order of bytes. Stateless. */
final class PackedElements {
    private PackedElements() {}

    /** Appends n elements to a buffer. */
    static void put(Allocation memory, long first, int n, ByteBuffer into) {
        @Nullable Object array = memory.openArray();
        int bytes = memory.type().bytes();
        int at = into.position();
        if (array instanceof double[] values) {
            into.asDoubleBuffer().put(values, (int) first, n);
        } else if (array instanceof float[] values) {
            into.asFloatBuffer().put(values, (int) first, n);
        } else if (array instanceof long[] values) {
            into.asLongBuffer().put(values, (int) first, n);
        } else if (array instanceof int[] values) {
            into.asIntBuffer().put(values, (int) first, n);
        } else {
            for (int k = 0; k < n; k++) {
                putBits(into, at + k * bytes, bytes, memory.bits(first + k));
            }
        }
        into.position(at + n * bytes);
    }

    /** Sets n elements to the next ones of a buffer. */
    static void get(Allocation memory, long first, int n, ByteBuffer from) {
        @Nullable Object array = memory.openArray();
        int bytes = memory.type().bytes();
        int at = from.position();
        if (array instanceof double[] values) {
            from.asDoubleBuffer().get(values, (int) first, n);
        } else if (array instanceof float[] values) {
            from.asFloatBuffer().get(values, (int) first, n);
        } else if (array instanceof long[] values) {
            from.asLongBuffer().get(values, (int) first, n);
        } else if (array instanceof int[] values) {
            from.asIntBuffer().get(values, (int) first, n);
        } else {
            for (int k = 0; k < n; k++) {
                memory.bits(first + k, bits(from, at + k * bytes, bytes));
            }
        }
        from.position(at + n * bytes);
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
