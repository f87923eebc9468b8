package org.sporos.gpu;

import java.lang.ref.Reference;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.sporos.backend.RunEffects;
import org.sporos.backend.StallWarning;
import org.sporos.base.StackReserve;
import org.sporos.base.ThrownText;
import org.sporos.error.CodedArgumentException;
import org.sporos.error.CodedStateException;
import org.sporos.error.Labels;
import org.sporos.error.Required;
import org.sporos.graph.GraphRunException;
import org.sporos.run.EagerCall;
import org.sporos.run.RecordingMode;
import org.sporos.run.RunFrame;
import org.sporos.space.Event;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionStream;

/**
 * A native stream, and the executables whose runs on it may go on, or may have failed without anybody having been told.
 * Thread-safe.
 */
final class GpuStream implements ExecutionStream, LaunchStream {
    private static final int MOST_NAMED = 5;
    private static final long MOST_NAP_NANOS = 10_000_000;

    private final ExecutionSpace space;
    private final GpuDevice device;
    private final Consumer<GpuStream> whenClosed;
    private final GpuDriver driver;
    private final String label;
    private final long handle;
    /** A list, since a set would make an object for each; one that is there twice does no harm. */
    private final List<StreamRun> running = new ArrayList<>();

    private final List<Consumer<@Nullable GpuException>> tracked = new ArrayList<>();
    private final UnreportedFailures failures = new UnreportedFailures();
    /** Held by those who wait for the device. */
    private final Object life = new Object();
    /** Held for a moment: who asks whether the native stream is idle must not meet its end. */
    private final Object asking = new Object();

    private final StreamQueue queue = new StreamQueue(this::failedLater);
    private final StreamBound bound;
    private final RunMarks marks;
    /** The exception of a waiting call that there was no memory to note. */
    private @Nullable Throwable lost;

    private boolean closed;
    private volatile boolean destroyed;
    /** Written without order: only its lowest bits matter. */
    private long fences;

    /** @param whenClosed is told when it is closed, before its native stream ends */
    GpuStream(ExecutionSpace space, GpuDevice device, String label, Consumer<GpuStream> whenClosed) {
        this.space = space;
        this.device = device;
        this.driver = device.driver();
        this.whenClosed = whenClosed;
        this.label = label;
        this.handle = driver.createStream();
        this.bound = new StreamBound(this, driver);
        this.marks = new RunMarks(this, driver);
    }

    /** Returns a stream as one of a space's own. */
    static GpuStream own(ExecutionSpace space, ExecutionStream stream) {
        if (!(stream instanceof GpuStream own) || own.space() != space) {
            throw new CodedArgumentException(
                    "S218",
                    "stream " + Labels.quoted(stream.label()) + " belongs to space "
                            + Labels.quoted(stream.space().name()) + "; submit to a stream of "
                            + Labels.quoted(space.name()));
        }
        own.requireOpen();
        return own;
    }

    /** Returns the kind of its space. */
    String kind() {
        return device.kind();
    }

    @Override
    public long handle() {
        return handle;
    }

    @Override
    public String label() {
        return label;
    }

    @Override
    public ExecutionSpace space() {
        return space;
    }

    synchronized void requireOpen() {
        if (closed) {
            device.requireUsable();
            throw new CodedStateException("S219", "stream " + Labels.quoted(label) + " is used after it was closed");
        }
    }

    boolean isOpen() {
        return !destroyed;
    }

    /** Returns whether all that was given to it has ended; true of one that was destroyed. */
    boolean isIdle() {
        try {
            synchronized (asking) {
                return destroyed || !queue.isBusy() && driver.isIdle(handle);
            }
        } catch (GpuException e) {
            device.failed(e);
            return true;
        }
    }

    /** Sleeps for a tenth of the time that was waited, or for the time that is left. */
    static void nap(long waited, long left) {
        LockSupport.parkNanos(Math.min(left, Math.min(MOST_NAP_NANOS, 1 + waited / 10)));
    }

    /** Returns whether calls wait for a loop that the host watches, so that those to come must wait too. */
    @Override
    public boolean isBusy() {
        return queue.isBusy();
    }

    @Override
    public StreamQueue.Ticket later(Runnable call) {
        return queue.later(call);
    }

    @Override
    public void drain() {
        queue.drain();
    }

    private void failedLater(Throwable failure) {
        if (failure instanceof GpuException broken) {
            device.failed(broken);
        }
        synchronized (this) {
            // A plain write first: there may be no memory for more.
            lost = failure;
            try {
                RuntimeException known = failure instanceof RuntimeException thrown ? thrown : cutOff(failure);
                failures.add(effects(running), known);
                lost = null;
            } catch (OutOfMemoryError noMemory) {
                // Told by the next fence.
            }
        }
    }

    private static List<RunEffects> effects(List<StreamRun> of) {
        return of.stream().map(StreamRun::effects).distinct().toList();
    }

    /** Backpressure: waits while too many launches are under way. */
    void awaitRoom() {
        try {
            bound.await();
        } catch (GpuException e) {
            device.failed(e);
            throw e;
        }
    }

    /**
     * Counts a launch.
     *
     * @param mayWaitOutside whether it may wait for something outside
     */
    void launched(boolean mayWaitOutside) {
        bound.launched();
        if (mayWaitOutside) {
            try {
                marks.mark();
            } catch (GpuException failure) {
                // The run is in the stream; without its mark a warning may come too early.
                device.failed(failure);
            }
        }
    }

    @Override
    public long endedRuns() {
        try {
            synchronized (asking) {
                return destroyed ? 0 : marks.ended();
            }
        } catch (GpuException e) {
            device.failed(e);
            return 0;
        }
    }

    private synchronized boolean mayWaitOutside() {
        for (int k = 0; k < running.size(); k++) {
            if (!running.get(k).effects().waits().isEmpty()) {
                return true;
            }
        }
        return false;
    }

    /** Returns the effects of the runs that may go on. */
    synchronized List<RunEffects> unfinished() {
        return effects(running);
    }

    /** Waits for the runs that an eager call comes after, and gives their failures. */
    void await(EagerCall call, Consumer<RuntimeException> taker) {
        if (unfinished().stream().anyMatch(run -> run.conflictsWith(call))) {
            awaitWatched("S222: ", call, this::isIdle, () -> 0);
            settle();
        }
        failures().take(call).forEach(taker);
    }

    @Override
    public void awaitWatched(String code, Object waiting, BooleanSupplier ended, LongSupplier progress) {
        if (!mayWaitOutside()) {
            return;
        }
        StallWarning warning = new StallWarning(code + waiting, this::unfinished, progress);
        long begin = System.nanoTime();
        while (!ended.getAsBoolean()) {
            warning.nanosLeft();
            nap(System.nanoTime() - begin, Long.MAX_VALUE);
        }
    }

    private IllegalStateException cutOff(Throwable failure) {
        return new CodedStateException(
                "R311",
                "on stream " + Labels.quoted(label) + " of space " + Labels.quoted(space.name())
                        + " a launch that waited behind a loop could not be made: " + ThrownText.of(failure)
                        + "; give the JVM more heap, or let fewer runs wait at a time",
                failure);
    }

    @Override
    public StreamQueue.@Nullable Ticket record(long event) {
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

    synchronized void submitted(StreamRun executable) {
        running.add(executable);
    }

    /** @param end takes what ended the device, or null, once all that was given to the stream so far has ended */
    synchronized void track(Consumer<@Nullable GpuException> end) {
        tracked.add(end);
    }

    /** Waits for all runs and keeps what failed for the next fence. Throws no run's failure. */
    void settle() {
        synchronized (life) {
            if (destroyed) {
                return;
            }
            List<StreamRun> before;
            synchronized (this) {
                before = List.copyOf(running);
            }
            // Before the wait: what is launched from now on is noted again, and stays noted.
            before.forEach(StreamRun::forgotten);
            queue.drain();
            ended(before, synchronizeDevice());
        }
    }

    private @Nullable GpuException synchronizeDevice() {
        try {
            driver.synchronize(handle);
            return null;
        } catch (GpuException e) {
            device.failed(e);
            return e;
        }
    }

    private synchronized void ended(List<StreamRun> before, @Nullable GpuException broken) {
        GpuException found = broken == null ? null : broken.during(runs(before));
        if (found != null) {
            failures.add(effects(before), found);
        }
        tracked.forEach(end -> end.accept(found));
        tracked.clear();
        for (StreamRun executable : before) {
            for (GraphRunException failure : executable.takeFailures()) {
                failures.add(List.of(executable.effects()), failure);
            }
        }
        running.subList(0, before.size()).clear();
    }

    /** The driver does not say what it was that failed: it is one of those that ran. */
    private String runs(List<StreamRun> ended) {
        String graphs = ended.stream()
                .map(executable -> Labels.quoted(executable.graph().label()))
                .distinct()
                .limit(MOST_NAMED)
                .collect(Collectors.joining(", "));
        String ran = graphs.isEmpty() ? "nothing was known to run" : "these graphs ran: " + graphs;
        return ran + " on stream " + Labels.quoted(label) + "; space " + Labels.quoted(space.name())
                + (device.isUsable() ? " can be used on" : " cannot be used any more");
    }

    /** Returns what failed since the last fence. */
    synchronized UnreportedFailures failures() {
        if (lost != null) {
            failures.add(List.of(), cutOff(lost));
            lost = null;
        }
        return failures;
    }

    @Override
    public void fence() {
        RunFrame.refuseInHostNode("fence");
        requireOpen();
        StackReserve.require(fences++);
        settle();
        throwFirst(failures().take());
    }

    @Override
    public String toString() {
        return "stream " + Labels.quoted(label) + " of " + space.name();
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
        Required.argument(event, "the event to record");
        RecordingMode.refuse("record");
        requireOpen();
        long state = device.events().of(event);
        device.events().recorded(state, record(state));
        keepWhileBusy(event);
    }

    @Override
    public void await(Event event) {
        Required.argument(event, "the event to wait for");
        RecordingMode.refuse("await");
        requireOpen();
        long state = device.events().of(event);
        await(state, device.events().waiting(state));
        keepWhileBusy(event);
    }

    /** Keeps an event reachable until what was given to the stream so far is enqueued: then its native one is used. */
    private void keepWhileBusy(Event event) {
        if (isBusy()) {
            later(() -> Reference.reachabilityFence(event));
        }
    }

    @Override
    public void close() {
        RunFrame.refuseInHostNode("close");
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
        }
        settle();
        whenClosed.accept(this);
        synchronized (life) {
            synchronized (asking) {
                destroyed = true;
            }
            bound.close();
            marks.close();
            driver.destroyStream(handle);
        }
    }
}
