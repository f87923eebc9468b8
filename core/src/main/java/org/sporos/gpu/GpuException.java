package org.sporos.gpu;

/** Thrown when a call of a GPU's driver fails. It carries the driver's own name of the error. */
public final class GpuException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String call;
    private final int status;
    private final String errorName;

    /**
     * Makes it.
     *
     * @param call the native function
     * @param status what it returned
     * @param errorName the driver's name for that, such as {@code CUDA_ERROR_OUT_OF_MEMORY}
     * @param text the driver's explanation
     */
    public GpuException(String call, int status, String errorName, String text) {
        super("D401: " + call + " failed with " + errorName + " (" + status + "): " + text);
        this.call = call;
        this.status = status;
        this.errorName = errorName;
    }

    /** Returns the native function that failed. */
    public String call() {
        return call;
    }

    /** Returns what it returned. */
    public int status() {
        return status;
    }

    /** Returns the driver's name of the error. */
    public String errorName() {
        return errorName;
    }
}
