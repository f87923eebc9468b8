package org.sporos.gpu;

import org.sporos.error.CodedStateException;
import org.sporos.graph.CaptureStream;

/** A native stream for the time of one call of a capture's body. */
final class GpuCaptureStream implements CaptureStream, AutoCloseable {
    private final long handle;
    private final boolean capturing;
    private volatile boolean closed;

    GpuCaptureStream(long handle, boolean capturing) {
        this.handle = handle;
        this.capturing = capturing;
    }

    @Override
    public long handle() {
        requireOpen();
        return handle;
    }

    @Override
    public boolean isCapturing() {
        requireOpen();
        return capturing;
    }

    private void requireOpen() {
        if (closed) {
            throw new CodedStateException("S219", "the stream of a capture is used after the body has ended");
        }
    }

    @Override
    public void close() {
        closed = true;
    }
}
