package org.sporos.hip;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.Pointer;

/** A native address as a pointer of JavaCPP, which owns nothing. */
final class HipAddress extends Pointer {
    private static final int DEVICE_ORDINAL = 9;

    private HipAddress(long value) {
        address = value;
    }

    /** Returns a window onto host memory, in native byte order. */
    static ByteBuffer buffer(long address, int bytes) {
        return new BytePointer(new HipAddress(address))
                .capacity(bytes)
                .asByteBuffer()
                .order(ByteOrder.nativeOrder());
    }

    /** Returns where a direct buffer begins. */
    static long of(ByteBuffer buffer) {
        return new Pointer(buffer.duplicate().clear()).address();
    }

    /** Returns whether the runtime knows an address as one of a device; one that it does not know is a status. */
    static boolean isOfDevice(long address, int device) {
        int[] ordinal = new int[1];
        return HipGlue.hipPointerGetAttribute(ordinal, DEVICE_ORDINAL, address) == 0 && ordinal[0] == device;
    }
}
