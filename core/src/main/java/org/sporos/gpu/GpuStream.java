package org.sporos.gpu;

import java.lang.ref.Reference;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.sporos.backend.RunEffects;
import org.sporos.backend.StallWatch;
import org.sporos.error.CodedStateException;
import org.sporos.graph.GraphRunException;
import org.sporos.internal.base.StackReserve;
import org.sporos.internal.base.ThrownText;
import org.sporos.internal.error.ForeignStream;
import org.sporos.internal.error.Labels;
import org.sporos.internal.error.Required;
import org.sporos.internal.run.EagerCall;
import org.sporos.internal.run.RunFrame;
import org.sporos.space.Event;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionStream;

/** A native stream, and the executables with runs in flight or with unreported failures. Thread-safe. */
final class GpuStream implements ExecutionStream, LaunchStream {
    private static final int MAX_NAMED = 5;

    private final ExecutionSpace space;
    private final GpuDevice device;
    private final Siblings siblings;
    private final GpuDriver driver;
    private final String label;
    private final long handle;
    /**
     * Executables with runs in flight, each after its tracked runs. A list avoids an allocation per entry, and
     * duplicates are harmless. Guarded by this, as {@link #ending} is; a closed executable is removed from both before
     * its memory is released.
     */
    private final List<StreamRun> running = new ArrayList<>();
    /** Executables whose runs the holder of {@link #settling} waits for. */
    private final List<StreamRun> ending = new ArrayList<>();

    private final AtomicLong launches = new AtomicLong();
    private final UnreportedFailures failures = new UnreportedFailures();
    /** Held while a thread waits for the device. */
    private final Object settling = new Object();

    /**
     * Whether a thread is waiting for the device, and the number of completed waits; written under {@link #settling}.
     */
    private volatile boolean settles;

    private volatile long settled;
    /** Held briefly: keeps the native stream alive during a poll. */
    private final Object polling = new Object();

    private final StreamQueue queue = new StreamQueue(this::queuedCallFailed);
    private final Backpressure backpressure;
    private final CompletionMarks marks;
    /** The exception of a queued call that could not be recorded for lack of memory. */
    private @Nullable Throwable unrecorded;

    /**
     * The number of calls in progress on the native stream. A close waits for them, so that their work is settled, too.
     */
    private final AtomicInteger callers = new AtomicInteger();

    private volatile boolean closed;
    private volatile boolean destroyed;
    /** A racy counter: only its lowest bits matter. */
    private long fences;

    /** All streams of its space. */
    interface Siblings {
        /** Removes a closed stream, before its native stream is destroyed. */
        void closed(GpuStream stream);

        /** Returns a number that changes while runs complete, or run without an external wait. */
        long progress();
    }

    GpuStream(ExecutionSpace space, GpuDevice device, String label, Siblings siblings) {
        this.space = space;
        this.device = device;
        this.driver = device.driver();
        this.siblings = siblings;
        this.label = label;
        this.handle = driver.createStream();
        this.backpressure = new Backpressure(this, driver, launches);
        this.marks = new CompletionMarks(this, driver, launches);
    }

    GpuDriver driver() {
        return driver;
    }

    /** Returns a stream of the given space, whose native stream stays alive until {@link #leave}. */
    static GpuStream entered(ExecutionSpace space, ExecutionStream stream) {
        if (!(stream instanceof GpuStream own) || own.space() != space) {
            throw ForeignStream.refusal(stream.label(), stream.space().name(), space.name());
        }
        own.enter();
        return own;
    }

    private void enter() {
        callers.incrementAndGet();
        if (closed) {
            leave();
            requireOpen();
        }
    }

    /** Ends a call on the native stream. */
    void leave() {
        callers.decrementAndGet();
    }

    private void awaitCallers() {
        for (long begin = System.nanoTime(); callers.get() > 0; ) {
            LaunchStream.backOff(System.nanoTime() - begin, Long.MAX_VALUE);
        }
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

    /** Returns whether the native stream stays alive until {@link #leave}; false after its destruction. */
    boolean tryEnter() {
        callers.incrementAndGet();
        boolean isThere = !destroyed;
        if (!isThere) {
            leave();
        }
        return isThere;
    }

    @Override
    public boolean isIdle() {
        try {
            synchronized (polling) {
                return destroyed || !queue.isBusy() && driver.isIdle(handle);
            }
        } catch (GpuException e) {
            device.failed(e);
            return true;
        }
    }

    /** Returns whether calls are queued after a polled loop, so that later calls must be queued, too. */
    @Override
    public boolean isBusy() {
        return queue.isBusy();
    }

    @Override
    public StreamQueue.Ticket enqueue(Runnable call) {
        return queue.enqueue(call);
    }

    @Override
    public void drain() {
        queue.drain();
    }

    private void queuedCallFailed(Throwable failure) {
        if (failure instanceof GpuException broken) {
            device.failed(broken);
        }
        synchronized (this) {
            // First, because it needs no memory.
            unrecorded = failure;
            try {
                RuntimeException known = failure instanceof RuntimeException thrown ? thrown : notLaunched(failure);
                failures.add(unfinished(), known);
                unrecorded = null;
            } catch (OutOfMemoryError noMemory) {
                // Reported by the next fence.
            }
        }
    }

    private static List<RunEffects> effects(Stream<StreamRun> of) {
        return of.map(StreamRun::effects).distinct().toList();
    }

    private Stream<StreamRun> unfinishedRuns() {
        return Stream.concat(ending.stream(), running.stream());
    }

    /** Waits while too many launches are in flight (back-pressure). */
    void awaitRoom() {
        try {
            backpressure.await();
        } catch (GpuException e) {
            device.failed(e);
            throw e;
        }
    }

    /** Returns the number of {@link CompletionMarks} so far. */
    long marks() {
        return marks.count();
    }

    /** Called before work that may block externally is enqueued. */
    void beforeWait() {
        try {
            marks.beforeWait();
        } catch (GpuException withoutMark) {
            device.failed(withoutMark);
        }
    }

    /**
     * Counts a launch, and returns its number.
     *
     * @param mayWaitOutside whether it may block externally
     */
    long launched(boolean mayWaitOutside) {
        long count = launches.incrementAndGet();
        try {
            marks.launched(mayWaitOutside);
        } catch (GpuException failure) {
            // The run is in the stream; without its mark a warning may come too early.
            device.failed(failure);
        }
        return count;
    }

    /**
     * Returns a query, for any thread, whether a launch is complete.
     *
     * @param count the result of {@link #launched} for a launch that may block externally
     */
    BooleanSupplier endOf(long count) {
        return () -> {
            try {
                return marks.hasEnded(count);
            } catch (GpuException e) {
                device.failed(e);
                return true;
            }
        };
    }

    private long orZero(LongSupplier number) {
        try {
            return number.getAsLong();
        } catch (GpuException e) {
            device.failed(e);
            return 0;
        }
    }

    /** Returns a number that changes while runs complete, or run without an external wait. */
    long progress() {
        return orZero(marks::progress);
    }

    private synchronized boolean mayWaitOutside() {
        return mayWaitOutside(ending) || mayWaitOutside(running);
    }

    /** Allocates nothing: called by submits. */
    private static boolean mayWaitOutside(List<StreamRun> runs) {
        for (int k = 0; k < runs.size(); k++) {
            if (!runs.get(k).effects().waits().isEmpty()) {
                return true;
            }
        }
        return false;
    }

    /** Returns the effects of the runs in flight. */
    synchronized List<RunEffects> unfinished() {
        return effects(unfinishedRuns());
    }

    /** Waits for runs that conflict with an eager call, and passes on their failures. */
    void await(EagerCall call, Consumer<RuntimeException> sink) {
        if (unfinished().stream().anyMatch(run -> run.conflictsWith(call))) {
            awaitWatched("S222: ", call, this::isIdle);
            settle();
        }
        failures().take(call).forEach(sink);
    }

    @Override
    public void awaitWatched(String code, Object waiting, BooleanSupplier ended) {
        // Small enough to be inlined, so that the lambda of a caller is not allocated.
        if (mayWaitOutside()) {
            watch(code + waiting, ended);
        }
    }

    private void watch(String waiting, BooleanSupplier ended) {
        try (StallWatch watch =
                StallWatch.ofCall(waiting, this::unfinished, siblings::progress, () -> orZero(marks::queued))) {
            long begin = System.nanoTime();
            while (!ended.getAsBoolean()) {
                LaunchStream.backOff(System.nanoTime() - begin, Long.MAX_VALUE);
            }
        }
    }

    private IllegalStateException notLaunched(Throwable failure) {
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
            return enqueue(() -> driver.record(event, handle));
        }
        driver.record(event, handle);
        return null;
    }

    /** Enqueues a wait for the last record of a native event, after the record is enqueued. */
    void await(long event, StreamQueue.@Nullable Ticket recorded) {
        if (recorded == null && !isBusy()) {
            driver.await(event, handle);
            return;
        }
        enqueue(() -> {
            StreamQueue.await(recorded);
            driver.await(event, handle);
        });
    }

    synchronized void submitted(StreamRun executable) {
        running.add(executable);
    }

    /** Waits for all runs in flight; their failures are thrown by the next fence, not here. */
    void settle() {
        synchronized (settling) {
            if (destroyed) {
                return;
            }
            long launched = launches.get();
            beginSettling();
            settles = true;
            try {
                queue.drain();
                boolean wasUsable = device.isUsable();
                GpuException broken = synchronizeDevice();
                ended(closed && !wasUsable && !hasUnended() ? null : broken);
            } finally {
                settles = false;
                settled = settled + 1;
            }
            marks.ended(launched);
        }
    }

    /** Returns the effects of the runs that a call waits for now. */
    List<RunEffects> settling() {
        return settles ? unfinished() : List.of();
    }

    /** Returns a number that changes when such a wait ends. */
    long settled() {
        return settled;
    }

    /** Called before the wait: launches during it are listed again, and stay listed. */
    private synchronized void beginSettling() {
        ending.addAll(running);
        running.clear();
        ending.forEach(StreamRun::unlisted);
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

    /**
     * Returns whether runs have not ended. Without any, a closing stream must not report an earlier failure of the
     * device again.
     */
    private synchronized boolean hasUnended() {
        return !ending.isEmpty();
    }

    private synchronized void ended(@Nullable GpuException broken) {
        takeFailures(ending, broken);
        ending.clear();
    }

    private void takeFailures(List<StreamRun> ended, @Nullable GpuException broken) {
        GpuException found = broken == null ? null : broken.during(runs(ended));
        if (found != null) {
            failures.add(effects(ended.stream()), found);
        }
        for (StreamRun run : ended) {
            for (GraphRunException failure : run.ended(found)) {
                failures.add(List.of(run.effects()), failure);
            }
        }
        ended.forEach(run -> failures.ended(run.effects()));
    }

    /**
     * Waits for the runs of a closed executable, but not for a later run that may block externally.
     *
     * @param since the number of marks at its last launch
     * @param event an event for this call alone
     * @return the failure that ended the device, or null
     */
    @Nullable
    GpuException awaitRuns(long since, LongSupplier event) {
        try {
            marks.await(since, event.getAsLong());
            return null;
        } catch (GpuException e) {
            device.failed(e);
            return e;
        }
    }

    /**
     * Removes an executable whose runs are complete; their failures are thrown by the next fence.
     *
     * @param broken the failure that ended the device, or null
     */
    synchronized void remove(StreamRun closed, @Nullable GpuException broken) {
        List<StreamRun> ended = unfinishedRuns()
                .filter(run -> run.effects() == closed.effects())
                .toList();
        if (!ended.isEmpty()) {
            takeFailures(ended, broken);
            ending.removeAll(ended);
            running.removeAll(ended);
        }
    }

    /** Returns the graphs in flight: the driver does not report which one failed. */
    private String runs(List<StreamRun> ended) {
        String graphs = ended.stream()
                .map(executable -> Labels.quoted(executable.graph().label()))
                .distinct()
                .limit(MAX_NAMED)
                .collect(Collectors.joining(", "));
        String ran = graphs.isEmpty() ? "nothing was known to run" : "these graphs ran: " + graphs;
        return ran + " on stream " + Labels.quoted(label) + "; space " + Labels.quoted(space.name())
                + (device.isUsable() ? " can be used on" : " cannot be used any more");
    }

    /** Returns the failures since the last fence. */
    synchronized UnreportedFailures failures() {
        if (unrecorded != null) {
            failures.add(List.of(), notLaunched(unrecorded));
            unrecorded = null;
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
        RunFrame.refuseInHostNode("record");
        enter();
        try {
            long state = device.events().of(event);
            device.events().recorded(event, record(state));
            keepWhileBusy(event);
        } finally {
            leave();
        }
    }

    @Override
    public void await(Event event) {
        Required.argument(event, "the event to wait for");
        RunFrame.refuseInHostNode("await");
        enter();
        try {
            beforeWait();
            awaitRecord(device.events().recorder(event), event);
            keepWhileBusy(event);
        } finally {
            leave();
        }
    }

    /** Enqueues a wait for the last record of an event, by this device or another. */
    void awaitRecord(GpuDevice.GpuEvents recorder, Event event) {
        long state = recorder.of(event);
        await(state, recorder.waiting(state));
    }

    /** Keeps an event reachable until the queued calls, which use its native event, have been made. */
    private void keepWhileBusy(Event event) {
        if (isBusy()) {
            enqueue(() -> Reference.reachabilityFence(event));
        }
    }

    @Override
    public void close() {
        RunFrame.refuseInHostNode("close");
        if (space.defaultStream() == this && !space.isClosed()) {
            settle();
            return;
        }
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
        }
        awaitCallers();
        settle();
        siblings.closed(this);
        synchronized (settling) {
            synchronized (polling) {
                destroyed = true;
            }
            awaitCallers();
            backpressure.close();
            marks.close();
            driver.destroyStream(handle);
        }
    }
}
