package org.sporos.cuda;

import static org.bytedeco.cuda.global.cudart.CUDA_ERROR_ASSERT;
import static org.bytedeco.cuda.global.cudart.CUDA_ERROR_DEINITIALIZED;
import static org.bytedeco.cuda.global.cudart.CUDA_ERROR_ECC_UNCORRECTABLE;
import static org.bytedeco.cuda.global.cudart.CUDA_ERROR_HARDWARE_STACK_ERROR;
import static org.bytedeco.cuda.global.cudart.CUDA_ERROR_ILLEGAL_ADDRESS;
import static org.bytedeco.cuda.global.cudart.CUDA_ERROR_ILLEGAL_INSTRUCTION;
import static org.bytedeco.cuda.global.cudart.CUDA_ERROR_INVALID_ADDRESS_SPACE;
import static org.bytedeco.cuda.global.cudart.CUDA_ERROR_INVALID_PC;
import static org.bytedeco.cuda.global.cudart.CUDA_ERROR_LAUNCH_FAILED;
import static org.bytedeco.cuda.global.cudart.CUDA_ERROR_LAUNCH_TIMEOUT;
import static org.bytedeco.cuda.global.cudart.CUDA_ERROR_MISALIGNED_ADDRESS;
import static org.bytedeco.cuda.global.cudart.CUDA_ERROR_UNKNOWN;
import static org.bytedeco.cuda.global.cudart.CUDA_SUCCESS;
import static org.bytedeco.cuda.global.cudart.cuGetErrorName;
import static org.bytedeco.cuda.global.cudart.cuGetErrorString;

import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.PointerPointer;
import org.sporos.gpu.GpuException;

/** Checks the status of CUDA driver functions, and throws an exception for a failure. */
final class CudaCall {

    private CudaCall() {}

    /** Throws if the status is not success. */
    static void check(int status, String call) {
        if (status != CUDA_SUCCESS) {
            throw failure(status, call);
        }
    }

    /** Throws if a call that releases an object failed, except after a fatal failure, when every call fails. */
    static void checkRelease(int status, String call) {
        if (!isFatal(status)) {
            check(status, call);
        }
    }

    /** Returns whether a status is fatal: the context is destroyed, and every later call returns the same status. */
    static boolean isFatal(int status) {
        return switch (status) {
            case CUDA_ERROR_ILLEGAL_ADDRESS,
                    CUDA_ERROR_LAUNCH_TIMEOUT,
                    CUDA_ERROR_ASSERT,
                    CUDA_ERROR_HARDWARE_STACK_ERROR,
                    CUDA_ERROR_ILLEGAL_INSTRUCTION,
                    CUDA_ERROR_MISALIGNED_ADDRESS,
                    CUDA_ERROR_INVALID_ADDRESS_SPACE,
                    CUDA_ERROR_INVALID_PC,
                    CUDA_ERROR_LAUNCH_FAILED,
                    CUDA_ERROR_ECC_UNCORRECTABLE,
                    CUDA_ERROR_DEINITIALIZED,
                    CUDA_ERROR_UNKNOWN -> true;
            default -> false;
        };
    }

    /** Returns the exception for a failed call. */
    static GpuException failure(int status, String call) {
        return new GpuException(call, status, text(status, true), text(status, false));
    }

    /** Returns the exception for a failed call with a reason besides its status. */
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
