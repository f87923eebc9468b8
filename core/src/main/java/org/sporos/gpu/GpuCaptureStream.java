package org.sporos.gpu;

import org.sporos.error.CodedStateException;
import org.sporos.graph.CaptureStream;

/** A native stream, valid during one call of a capture body. */
final class GpuCaptureStream implements CaptureStream, AutoCloseable {
    private final long handle;
    private final boolean capturing;
    private final Workspace workspace;
    private volatile boolean closed;

    /** @param workspace the device memory for the body; of 0 bytes if there is none */
    GpuCaptureStream(long handle, boolean capturing, Workspace workspace) {
        this.handle = handle;
        this.capturing = capturing;
        this.workspace = workspace;
    }

    /** Device memory for one capture. */
    record Workspace(long address, long bytes) {}

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

    @Override
    public long workspace() {
        requireOpen();
        if (workspace.bytes() == 0) {
            throw new CodedStateException(
                    "S269", "a capture has no workspace; ask for it by withWorkspace(bytes) of the capture");
        }
        return workspace.address();
    }

    @Override
    public long workspaceBytes() {
        requireOpen();
        return workspace.bytes();
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
