package org.sporos.gpu;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sporos.error.CodedStateException;
import org.sporos.error.InternalException;
import org.sporos.graph.Access;
import org.sporos.graph.Capture;
import org.sporos.graph.CaptureBody;
import org.sporos.graph.CaptureStream;
import org.sporos.graph.Diagnostic;
import org.sporos.graph.GraphException;
import org.sporos.graph.Work;
import org.sporos.internal.base.ThrownText;
import org.sporos.internal.error.Labels;
import org.sporos.internal.error.RunRefusal;
import org.sporos.internal.run.RunFrame;
import org.sporos.internal.space.Allocation;
import org.sporos.internal.space.AllocationSpace;
import org.sporos.internal.space.StridedRegion;
import org.sporos.plan.LaunchUnit;
import org.sporos.view.View;

/**
 * Records captures and adds them as child graphs; a native graph of the user is added unchanged.
 *
 * <p>The first calls of a library allocate memory and load modules, which invalidates a recording. So each body has a
 * warm-up run before it is recorded, and warm-up and recording are retried once. There is no retry for a collective
 * body, because the other ranks do not take part, and no warm-up for a program that has its own.
 *
 * @param memory the source of workspaces
 */
record CaptureNodes(GpuDevice device, GpuMemory memory) {

    Span add(LaunchUnit unit, Work.Captured captured, long graph) {
        if (body(captured.capture()) instanceof NativeGraph ready) {
            return addChild(unit, graph, ready.handle(), "is a native graph that");
        }
        GpuDriver driver = device.driver();
        Capture capture = captured.capture();
        long bytes = capture.workspaceBytes();
        GpuCaptureStream.Workspace workspace =
                new GpuCaptureStream.Workspace(bytes == 0 ? 0 : memory.device(bytes), bytes);
        if (capture.warmsUp()) {
            // The warm-up must not overlap with earlier runs.
            device.settle();
        }
        // The kernels that are recorded have the priority of the stream.
        long stream = driver.createStream(driver.features().priority(unit));
        try {
            long child = record(new Attempt(unit, capture, body(capture), stream, workspace));
            try {
                return addChild(unit, graph, child, "records what");
            } finally {
                driver.destroyGraph(child);
            }
        } finally {
            driver.destroyStream(stream);
        }
    }

    private Span addChild(LaunchUnit unit, long graph, long child, String problem) {
        try {
            return Span.one(device.driver().addChild(graph, child));
        } catch (GpuException e) {
            throw failure(unit, problem + " cannot be part of a graph on " + device.name(), e);
        }
    }

    /** The capture, body, stream and workspace of one recording. */
    private record Attempt(
            LaunchUnit unit, Capture capture, CaptureBody body, long stream, GpuCaptureStream.Workspace workspace) {
        void call(boolean capturing) throws Exception {
            // Eager calls of the body take effect at once.
            RunFrame before = RunFrame.enter(new RunFrame(true));
            try (GpuCaptureStream open = new GpuCaptureStream(stream, capturing, workspace)) {
                body.record(open);
            } finally {
                RunFrame.enter(before);
            }
        }
    }

    private long record(Attempt attempt) {
        warmUp(attempt);
        try {
            return recordOnce(attempt);
        } catch (GraphException first) {
            if (!attempt.capture.isRetried()) {
                throw first;
            }
            try {
                warmUp(attempt);
                return recordOnce(attempt);
            } catch (GraphException second) {
                second.addSuppressed(first);
                throw second;
            }
        }
    }

    private CaptureBody body(Capture capture) {
        CaptureBody body = capture.body(device.kind());
        if (body == null) {
            throw new InternalException("a capture has no body for " + device.kind() + ", which is checked");
        }
        return body;
    }

    private void warmUp(Attempt attempt) {
        if (!attempt.capture.warmsUp()) {
            return;
        }
        String problem = "fails in its warm-up run on " + device.name();
        try (CaptureBackup backup = new CaptureBackup(attempt.capture)) {
            try {
                attempt.call(false);
            } catch (Exception | LinkageError e) {
                throw failure(attempt.unit, problem, e);
            } finally {
                synchronize(attempt.unit, problem, attempt.stream);
            }
        }
    }

    private void synchronize(LaunchUnit unit, String problem, long stream) {
        try {
            device.driver().synchronize(stream);
        } catch (GpuException e) {
            throw failure(unit, problem, e);
        }
    }

    private long recordOnce(Attempt attempt) {
        GpuDriver driver = device.driver();
        String problem = "cannot be recorded on " + device.name();
        Throwable thrown = null;
        driver.beginCapture(attempt.stream, attempt.capture.isRelaxed());
        try {
            attempt.call(true);
        } catch (Exception | LinkageError e) {
            thrown = e;
        }
        // Also after a failure: a recording stream can be neither used nor destroyed.
        long child = 0;
        try {
            child = driver.endCapture(attempt.stream);
        } catch (GpuException e) {
            thrown = thrown == null ? e : thrown;
        }
        if (thrown == null && child != 0) {
            return child;
        }
        if (child != 0) {
            driver.destroyGraph(child);
        }
        throw failure(attempt.unit, problem, thrown);
    }

    private GraphException failure(LaunchUnit unit, String problem, @Nullable Throwable cause) {
        if (cause instanceof GpuException broken) {
            device.failed(broken);
        }
        String node = Labels.quoted(unit.node().label()) + " (" + unit.node().where() + ") of graph "
                + Labels.quoted(unit.graph().label()) + " " + problem + ": ";
        GraphException failure = new GraphException(List.of(
                cause instanceof RunRefusal refusal
                        ? Diagnostic.error(
                                refusal.code(),
                                "node " + node + refusal.what(),
                                "All ranks instantiate the same graphs in the same order, and close them.")
                        : Diagnostic.error(
                                "D403",
                                "capture " + node + text(cause),
                                "Make only calls on the stream that is given, which may be recorded: no waiting, no"
                                        + " allocation.")));
        if (cause != null) {
            failure.initCause(cause);
        }
        return failure;
    }

    private static String text(@Nullable Throwable cause) {
        if (cause == null) {
            return "the recording was broken off";
        } else if (cause instanceof GpuException) {
            return String.valueOf(cause.getMessage());
        }
        return ThrownText.of(cause);
    }

    /** A native stream, valid during one call of a capture body. */
    private static final class GpuCaptureStream implements CaptureStream, AutoCloseable {
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

    /**
     * A copy of the views that a capture writes, taken before its warm-up run and restored by {@link #close}:
     * instantiating a graph changes no data.
     */
    private static final class CaptureBackup implements AutoCloseable {
        private final List<StridedRegion> originals = new ArrayList<>();
        private final List<StridedRegion> copies = new ArrayList<>();

        CaptureBackup(Capture capture) {
            try {
                for (Access access : capture.accesses()) {
                    if (access.mode().writes()) {
                        access.views().forEach(this::save);
                    }
                }
            } catch (RuntimeException | Error e) {
                release();
                throw e;
            }
        }

        private void save(View view) {
            StridedRegion original = view.region();
            if (original.size() == 0) {
                return;
            }
            Allocation memory = AllocationSpace.of(view.memorySpace())
                    .allocate(view.label(), original.allocation().type(), original.size());
            StridedRegion copy = EagerCopy.packed(memory, original);
            copies.add(copy);
            originals.add(original);
            AllocationSpace.of(view.memorySpace()).copy(copy, original);
        }

        private void release() {
            copies.forEach(copy -> copy.allocation().release());
        }

        /** Restores the views and releases the copies. */
        @Override
        public void close() {
            try {
                for (int i = 0; i < originals.size(); i++) {
                    StridedRegion original = originals.get(i);
                    AllocationSpace.of(original.allocation().space()).copy(original, copies.get(i));
                }
            } finally {
                release();
            }
        }
    }
}
