package org.sporos.gpu;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.sporos.space.Event;
import org.sporos.space.ExecutionStream;
import org.sporos.space.RunFrame;
import org.sporos.space.StackReserve;
import org.sporos.spi.ThrownText;

/** A native stream, and the executables whose runs on it may have failed without anybody having been told. Thread-safe. */
final class GpuStream implements ExecutionStream {
    private static final int MOST_NAMED = 5;

    private final GpuSpace space;
    private final GpuDriver driver;
    private final String label;
    private final long handle;
    /** A list, since a set would make an object for each; one that is there twice does no harm. */
    private final List<GpuExecutable> running = new ArrayList<>();

    private final List<GpuSubmission> tracked = new ArrayList<>();
    private final List<RuntimeException> failures = new ArrayList<>();
    private final Object life = new Object();
    private final StreamQueue queue = new StreamQueue(this::failedLater);
    /** What a waiting call threw that there was no memory to note. */
    private @Nullable Throwable lost;

    private boolean closed;
    private volatile boolean destroyed;
    /** Written without order: only its lowest bits matter. */
    private long fences;

    GpuStream(GpuSpace space, String label) {
        this.space = space;
        this.driver = space.driver();
        this.label = label;
        this.handle = driver.createStream();
    }

    long handle() {
        return handle;
    }

    @Override
    public String label() {
        return label;
    }

    @Override
    public GpuSpace space() {
        return space;
    }

    synchronized void requireOpen() {
        if (closed) {
            throw new IllegalStateException("S219: stream '" + label + "' is used after it was closed");
        }
    }

    boolean isOpen() {
        return !destroyed;
    }

    /** Returns whether all that was given to it has ended. */
    boolean isIdle() {
        try {
            return !queue.isBusy() && driver.isIdle(handle);
        } catch (GpuException e) {
            space.failed(e);
            return true;
        }
    }

    /** Returns whether calls wait for a loop that the host watches, so that those to come must wait too. */
    boolean isBusy() {
        return queue.isBusy();
    }

    /** Makes a call behind those that wait. */
    StreamQueue.Ticket later(Runnable call) {
        return queue.later(call);
    }

    /** Waits until all that was given to it is with the driver. */
    void drain() {
        queue.drain();
    }

    private void failedLater(Throwable failure) {
        if (failure instanceof GpuException broken) {
            space.failed(broken);
        }
        synchronized (this) {
            // A plain write first: there may be no memory for more.
            lost = failure;
            try {
                failures.add(failure instanceof RuntimeException known ? known : cutOff(failure));
                lost = null;
            } catch (OutOfMemoryError noMemory) {
                // Told by the next fence.
            }
        }
    }

    private IllegalStateException cutOff(Throwable failure) {
        return new IllegalStateException(
                "R311: on stream '" + label + "' of space '" + space.name()
                        + "' a launch that waited behind a loop could not be made: " + ThrownText.of(failure)
                        + "; give the JVM more heap, or let fewer runs wait at a time",
                failure);
    }

    /** Records a native event, and returns what must have been enqueued before it can be waited for; null if it is. */
    StreamQueue.@Nullable Ticket record(long event) {
        if (isBusy()) {
            return later(() -> driver.record(event, handle));
        }
        driver.record(event, handle);
        return null;
    }

    /** Waits for the last record of a native event, once that was enqueued. */
    void await(long event, StreamQueue.@Nullable Ticket recorded) {
        if (recorded == null && !isBusy()) {
            driver.await(event, handle);
            return;
        }
        later(() -> {
            StreamQueue.await(recorded);
            driver.await(event, handle);
        });
    }

    synchronized void submitted(GpuExecutable executable) {
        running.add(executable);
    }

    synchronized void track(GpuSubmission submission) {
        tracked.add(submission);
    }

    /** Waits for all runs and keeps what failed for the next fence. Throws no run's failure. */
    void settle() {
        queue.drain();
        GpuException broken = null;
        synchronized (life) {
            if (destroyed) {
                return;
            }
            try {
                driver.synchronize(handle);
            } catch (GpuException e) {
                space.failed(e);
                broken = e;
            }
        }
        List<GpuExecutable> ended;
        synchronized (this) {
            ended = List.copyOf(running);
            GpuException found = broken == null ? null : broken.during(runs(ended));
            if (found != null) {
                failures.add(found);
            }
            tracked.forEach(run -> run.end(found));
            tracked.clear();
            for (GpuExecutable executable : running) {
                failures.addAll(executable.takeFailures());
            }
            running.clear();
        }
        ended.forEach(GpuExecutable::forgotten);
    }

    /** The driver does not say what it was that failed: it is one of those that ran. */
    private String runs(List<GpuExecutable> ended) {
        String graphs = ended.stream()
                .map(executable -> "'" + executable.graph().label() + "'")
                .distinct()
                .limit(MOST_NAMED)
                .collect(Collectors.joining(", "));
        String ran = graphs.isEmpty() ? "nothing was known to run" : "these graphs ran: " + graphs;
        return ran + " on stream '" + label + "'; space '" + space.name()
                + (space.isUsable() ? "' can be used on" : "' cannot be used any more");
    }

    /** Takes what failed since the last fence. */
    synchronized List<RuntimeException> takeFailures() {
        if (lost != null) {
            failures.add(cutOff(lost));
            lost = null;
        }
        List<RuntimeException> taken = List.copyOf(failures);
        failures.clear();
        return taken;
    }

    @Override
    public void fence() {
        RunFrame.refuseInHostNode("fence");
        requireOpen();
        StackReserve.require(fences++);
        settle();
        throwFirst(takeFailures());
    }

    static void throwFirst(List<RuntimeException> failures) {
        RuntimeException first = null;
        for (RuntimeException failure : failures) {
            if (first == null) {
                first = failure;
            } else if (failure != first) {
                first.addSuppressed(failure);
            }
        }
        if (first != null) {
            throw first;
        }
    }

    @Override
    public void record(Event event) {
        requireOpen();
        long state = space.events().of(event);
        space.events().recorded(state, record(state));
    }

    @Override
    public void await(Event event) {
        requireOpen();
        long state = space.events().of(event);
        await(state, space.events().waiting(state));
    }

    @Override
    public void close() {
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
        }
        settle();
        space.streamClosed(this);
        synchronized (life) {
            destroyed = true;
            driver.destroyStream(handle);
        }
    }
}
