package org.sporos.gpu;

import org.sporos.error.Coded;

/** Thrown when a call of a GPU driver fails, with the driver's name of the error. */
public final class GpuException extends RuntimeException implements Coded {
    private static final String CODE = "D401";
    private static final long serialVersionUID = 1L;

    private final String call;
    private final int status;
    private final String errorName;

    /**
     * Creates an exception.
     *
     * @param call the native function
     * @param status the status returned by the function
     * @param errorName the driver's name of the status, such as {@code CUDA_ERROR_OUT_OF_MEMORY}
     * @param text the driver's explanation
     */
    public GpuException(String call, int status, String errorName, String text) {
        super(CODE + ": " + call + " failed with " + errorName + " (" + status + "): " + text);
        this.call = call;
        this.status = status;
        this.errorName = errorName;
    }

    private GpuException(GpuException cause, String circumstances) {
        super(cause.getMessage() + "; " + circumstances, cause);
        this.call = cause.call;
        this.status = cause.status;
        this.errorName = cause.errorName;
    }

    /** Returns this failure with circumstances added to its message. */
    GpuException during(String circumstances) {
        return new GpuException(this, circumstances);
    }

    @Override
    public String code() {
        return CODE;
    }

    /** Returns the native function that failed. */
    public String call() {
        return call;
    }

    /** Returns the status returned by the function. */
    public int status() {
        return status;
    }

    /** Returns the driver's name of the error. */
    public String errorName() {
        return errorName;
    }
}
