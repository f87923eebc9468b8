package org.sporos.comm;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.sporos.view.View;
import org.sporos.view.Views;

/** Copies the elements of packed views of host memory to buffers and back, in the order of memory. Stateless. */
final class ElementBuffers {

    private ElementBuffers() {}

    /** Returns a new direct buffer in the byte order of the machine. */
    static ByteBuffer allocate(long bytes) {
        return ByteBuffer.allocateDirect(Math.toIntExact(bytes)).order(ByteOrder.nativeOrder());
    }

    /** Returns a slice of a buffer. */
    static ByteBuffer part(ByteBuffer buffer, long begin, long bytes) {
        return buffer.slice(Math.toIntExact(begin), Math.toIntExact(bytes)).order(ByteOrder.nativeOrder());
    }

    /** Copies all elements to a buffer at its position, which is unchanged. */
    static void put(View view, ByteBuffer into) {
        Views.pack(view, into.duplicate().order(into.order()));
    }

    /** Copies all elements of a view from a buffer at its position, which is unchanged. */
    static void get(ByteBuffer from, View view) {
        Views.unpack(view, from.duplicate().order(from.order()));
    }

    /** Sets an int or long element to raw bits. */
    static void bits(ByteBuffer into, int index, int bytes, long bits) {
        int at = into.position() + index * bytes;
        if (bytes == Long.BYTES) {
            into.putLong(at, bits);
        } else {
            into.putInt(at, (int) bits);
        }
    }

    /** Returns the raw bits of an element, sign-extended. */
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
