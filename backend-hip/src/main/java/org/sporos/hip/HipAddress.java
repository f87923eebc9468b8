package org.sporos.hip;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.Pointer;

/** A native address as a non-owning pointer of JavaCPP. */
final class HipAddress extends Pointer {
    private static final int DEVICE_ORDINAL = 9;

    private HipAddress(long value) {
        address = value;
    }

    /** Returns a buffer over host memory, in native byte order. */
    static ByteBuffer buffer(long address, int bytes) {
        return new BytePointer(new HipAddress(address))
                .capacity(bytes)
                .asByteBuffer()
                .order(ByteOrder.nativeOrder());
    }

    /** Returns the address of a direct buffer. */
    static long of(ByteBuffer buffer) {
        return new Pointer(buffer.duplicate().clear()).address();
    }

    /**
     * Returns whether an address is in memory of a device; for an unknown address the runtime returns an error status.
     */
    static boolean isOfDevice(long address, int device) {
        int[] ordinal = new int[1];
        return HipGlue.hipPointerGetAttribute(ordinal, DEVICE_ORDINAL, address) == 0 && ordinal[0] == device;
    }
}
