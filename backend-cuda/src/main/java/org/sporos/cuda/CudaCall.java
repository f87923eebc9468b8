package org.sporos.cuda;

import static org.bytedeco.cuda.global.cudart.CUDA_SUCCESS;
import static org.bytedeco.cuda.global.cudart.cuGetErrorName;
import static org.bytedeco.cuda.global.cudart.cuGetErrorString;

import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.PointerPointer;
import org.sporos.gpu.GpuException;

/** Turns what a CUDA driver function returns into nothing or an exception. */
final class CudaCall {

    private CudaCall() {}

    /** Throws if the status is not success. */
    static void check(int status, String call) {
        if (status != CUDA_SUCCESS) {
            throw failure(status, call);
        }
    }

    /** Returns the exception for a failed call. */
    static GpuException failure(int status, String call) {
        return new GpuException(call, status, text(status, true), text(status, false));
    }

    /** Returns the exception for a failed call that told more than its status. */
    static GpuException failure(int status, String call, String reason) {
        String text = text(status, false);
        return new GpuException(call, status, text(status, true), reason.isEmpty() ? text : text + ": " + reason);
    }

    private static String text(int status, boolean name) {
        try (PointerPointer<BytePointer> out = new PointerPointer<>(1)) {
            int found = name ? cuGetErrorName(status, out) : cuGetErrorString(status, out);
            BytePointer text = found == CUDA_SUCCESS ? out.get(BytePointer.class, 0) : null;
            return text == null ? "CUDA error " + status : text.getString();
        }
    }
}
