package org.sporos.gpu;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sporos.base.ThrownText;
import org.sporos.error.InternalException;
import org.sporos.error.Labels;
import org.sporos.graph.Capture;
import org.sporos.graph.CaptureBody;
import org.sporos.graph.Diagnostic;
import org.sporos.graph.GraphException;
import org.sporos.graph.Work;
import org.sporos.plan.LaunchUnit;
import org.sporos.run.RunFrame;

/**
 * Records captures and adds them as child graphs. Libraries allocate and load at their first calls, which breaks a
 * recording: so each body is run once to warm up before it is recorded, and if the recording was broken all the same,
 * both are tried once more. A native graph of the user's is added as it is.
 */
record CaptureNodes(GpuDevice device) {

    Span add(LaunchUnit unit, Work.Captured captured, long graph) {
        if (body(captured.capture()) instanceof NativeGraph ready) {
            return addChild(unit, graph, ready.handle(), "is a native graph that");
        }
        GpuDriver driver = device.driver();
        // The warm-up must not run beside what was submitted before.
        device.settle();
        long stream = driver.createStream();
        try {
            long child = record(unit, captured.capture(), stream);
            try {
                return addChild(unit, graph, child, "records what");
            } finally {
                driver.destroyGraph(child);
            }
        } finally {
            driver.destroyStream(stream);
        }
    }

    private Span addChild(LaunchUnit unit, long graph, long child, String what) {
        try {
            return Span.one(device.driver().addChild(graph, child));
        } catch (GpuException e) {
            throw failure(unit, what + " cannot be part of a graph on " + device.name(), e);
        }
    }

    private long record(LaunchUnit unit, Capture capture, long stream) {
        warmUp(unit, capture, stream);
        try {
            return record(unit, body(capture), stream);
        } catch (GraphException first) {
            try {
                warmUp(unit, capture, stream);
                return record(unit, body(capture), stream);
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

    private void warmUp(LaunchUnit unit, Capture capture, long stream) {
        String what = "fails in its warm-up run on " + device.name();
        try (CaptureBackup backup = new CaptureBackup(capture)) {
            try {
                call(body(capture), stream, false);
            } catch (Exception | LinkageError e) {
                throw failure(unit, what, e);
            } finally {
                synchronize(unit, what, stream);
            }
        }
    }

    private void synchronize(LaunchUnit unit, String what, long stream) {
        try {
            device.driver().synchronize(stream);
        } catch (GpuException e) {
            throw failure(unit, what, e);
        }
    }

    private long record(LaunchUnit unit, CaptureBody body, long stream) {
        GpuDriver driver = device.driver();
        String what = "cannot be recorded on " + device.name();
        Throwable thrown = null;
        driver.beginCapture(stream);
        try {
            call(body, stream, true);
        } catch (Exception | LinkageError e) {
            thrown = e;
        }
        // Ended in any case: a stream that is recorded can be neither used nor destroyed.
        long child = 0;
        try {
            child = driver.endCapture(stream);
        } catch (GpuException e) {
            thrown = thrown == null ? e : thrown;
        }
        if (thrown == null && child != 0) {
            return child;
        }
        if (child != 0) {
            driver.destroyGraph(child);
        }
        throw failure(unit, what, thrown);
    }

    private static void call(CaptureBody body, long stream, boolean capturing) throws Exception {
        // The body does a device's work: what it calls eagerly acts at once.
        RunFrame before = RunFrame.enter(new RunFrame(true));
        try (GpuCaptureStream open = new GpuCaptureStream(stream, capturing)) {
            body.record(open);
        } finally {
            RunFrame.enter(before);
        }
    }

    private GraphException failure(LaunchUnit unit, String what, @Nullable Throwable cause) {
        if (cause instanceof GpuException broken) {
            device.failed(broken);
        }
        GraphException failure = new GraphException(List.of(Diagnostic.error(
                "D403",
                "capture " + Labels.quoted(unit.node().label()) + " ("
                        + unit.node().where() + ") of graph "
                        + Labels.quoted(unit.graph().label()) + " " + what + ": " + text(cause),
                "Make only calls on the stream that is given, which may be recorded: no waiting, no allocation.")));
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
}
