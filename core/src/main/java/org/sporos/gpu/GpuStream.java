package org.sporos.gpu;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.sporos.space.Event;
import org.sporos.space.ExecutionStream;
import org.sporos.space.RunFrame;

/** A native stream, and the executables whose runs on it may have failed without anybody having been told. Thread-safe. */
final class GpuStream implements ExecutionStream {
    private final GpuSpace space;
    private final GpuDriver driver;
    private final String label;
    private final long handle;
    private final Set<GpuExecutable> running = new LinkedHashSet<>();
    private final List<GpuSubmission> tracked = new ArrayList<>();
    private final List<RuntimeException> failures = new ArrayList<>();
    private final Object life = new Object();
    private boolean closed;
    private volatile boolean destroyed;

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

    synchronized void submitted(GpuExecutable executable) {
        running.add(executable);
    }

    synchronized void track(GpuSubmission submission) {
        tracked.add(submission);
    }

    /** Waits for all runs and keeps what failed for the next fence. Throws no run's failure. */
    void settle() {
        RuntimeException broken = null;
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
            if (broken != null) {
                failures.add(broken);
            }
            tracked.forEach(GpuSubmission::end);
            tracked.clear();
            for (GpuExecutable executable : running) {
                failures.addAll(executable.takeFailures());
            }
            running.clear();
        }
        ended.forEach(GpuExecutable::forgotten);
    }

    /** Takes what failed since the last fence. */
    synchronized List<RuntimeException> takeFailures() {
        List<RuntimeException> taken = List.copyOf(failures);
        failures.clear();
        return taken;
    }

    @Override
    public void fence() {
        RunFrame.refuseInHostNode("fence");
        requireOpen();
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
        driver.record(space.events().of(event), handle);
    }

    @Override
    public void await(Event event) {
        requireOpen();
        driver.await(space.events().of(event), handle);
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
