package org.sporos.comm;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;
import org.sporos.space.Allocation;
import org.sporos.view.LevelMemory;
import org.sporos.view.View;

/** Copies the elements of packed views of host memory to buffers and back, in the order of memory. Stateless. */
final class ElementBuffers {

    private ElementBuffers() {}

    /** Returns a new direct buffer in the byte order of the machine. */
    static ByteBuffer allocate(long bytes) {
        return ByteBuffer.allocateDirect(Math.toIntExact(bytes)).order(ByteOrder.nativeOrder());
    }

    /** Returns a part of a buffer as one of its own. */
    static ByteBuffer part(ByteBuffer buffer, long begin, long bytes) {
        return buffer.slice(Math.toIntExact(begin), Math.toIntExact(bytes)).order(ByteOrder.nativeOrder());
    }

    /** Copies all elements to a buffer, from its position on, which stays. */
    static void put(View view, ByteBuffer into) {
        Allocation memory = LevelMemory.of(view.allocation());
        int first = (int) view.region().offset();
        int n = (int) view.size();
        @Nullable Object array = memory.openArray();
        if (array instanceof double[] values) {
            into.asDoubleBuffer().put(values, first, n);
        } else if (array instanceof float[] values) {
            into.asFloatBuffer().put(values, first, n);
        } else if (array instanceof long[] values) {
            into.asLongBuffer().put(values, first, n);
        } else if (array instanceof int[] values) {
            into.asIntBuffer().put(values, first, n);
        } else {
            ByteBuffer to = into.duplicate().order(into.order());
            for (int k = 0; k < n; k++) {
                putBits(to, view, memory.bits(first + k));
            }
        }
    }

    private static void putBits(ByteBuffer to, View view, long bits) {
        switch (view.elementType().bytes()) {
            case Long.BYTES -> to.putLong(bits);
            case Integer.BYTES -> to.putInt((int) bits);
            case Short.BYTES -> to.putShort((short) bits);
            default -> to.put((byte) bits);
        }
    }

    /** Copies as many elements as the view has from a buffer, from its position on, which stays. */
    static void get(ByteBuffer from, View view) {
        Allocation memory = LevelMemory.of(view.allocation());
        int first = (int) view.region().offset();
        int n = (int) view.size();
        @Nullable Object array = memory.openArray();
        if (array instanceof double[] values) {
            from.asDoubleBuffer().get(values, first, n);
        } else if (array instanceof float[] values) {
            from.asFloatBuffer().get(values, first, n);
        } else if (array instanceof long[] values) {
            from.asLongBuffer().get(values, first, n);
        } else if (array instanceof int[] values) {
            from.asIntBuffer().get(values, first, n);
        } else {
            for (int k = 0; k < n; k++) {
                memory.bits(first + k, bits(from, k, view.elementType().bytes()));
            }
        }
    }

    /** Returns the raw bits of an element of a buffer, those of shorter types sign-extended. */
    static long bits(ByteBuffer from, int index, int bytes) {
        int at = from.position() + index * bytes;
        return switch (bytes) {
            case Long.BYTES -> from.getLong(at);
            case Integer.BYTES -> from.getInt(at);
            case Short.BYTES -> from.getShort(at);
            default -> from.get(at);
        };
    }
}
