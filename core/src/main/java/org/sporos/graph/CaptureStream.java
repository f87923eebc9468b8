package org.sporos.graph;

/** The native stream that a capture body records its calls on. Valid only while the body runs. */
public interface CaptureStream {

    /** Returns the native handle: a {@code cudaStream_t} or {@code hipStream_t}. */
    long handle();

    /** Returns whether calls are being recorded; false in the warm-up run, in which they are executed. */
    boolean isCapturing();
}
