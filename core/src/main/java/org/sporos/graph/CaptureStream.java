package org.sporos.graph;

/** The native stream on which the calls of a capture body are recorded. Valid only during the body. */
public interface CaptureStream {

    /** Returns the native handle: a {@code cudaStream_t} or {@code hipStream_t}. */
    long handle();

    /** Returns whether calls are being recorded; false in the warm-up run, in which they are executed. */
    boolean isCapturing();

    /**
     * Returns the address of the device memory of {@link Capture#withWorkspace}, equal in the warm-up and in the
     * recording. It is aligned to 256 bytes.
     *
     * @throws IllegalStateException with the code S269 if the capture has none
     */
    long workspace();

    /** Returns the bytes of {@link #workspace()}, 0 if there is none. */
    long workspaceBytes();
}
