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
import org.sporos.backend.StallWarning;
import org.sporos.error.CodedArgumentException;
import org.sporos.error.CodedStateException;
import org.sporos.graph.GraphRunException;
import org.sporos.internal.base.StackReserve;
import org.sporos.internal.base.ThrownText;
import org.sporos.internal.error.Labels;
import org.sporos.internal.error.Required;
import org.sporos.internal.run.EagerCall;
import org.sporos.internal.run.RunFrame;
import org.sporos.space.Event;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionStream;

/**
 * A native stream, and the executables whose runs on it may go on, or may have failed without anybody having been told.
 * Thread-safe.
 */
final class GpuStream implements ExecutionStream, LaunchStream {
    private static final int MOST_NAMED = 5;

    private final ExecutionSpace space;
    private final GpuDevice device;
    private final Siblings siblings;
    private final GpuDriver driver;
    private final String label;
    private final long handle;
    /**
     * Executables with unfinished runs, each after its tracked runs. A list, since a set would make an object for
     * each; one that is there twice does no harm. Guarded by this, as the next one is: an executable that is closed
     * leaves both before its memory is released.
     */
    private final List<StreamRun> running = new ArrayList<>();
    /** Executables whose end the holder of {@link #life} awaits. */
    private final List<StreamRun> ending = new ArrayList<>();

    private final AtomicLong launches = new AtomicLong();
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

    /** The calls that use the native stream now. A close waits for them: what they enqueue is waited for with the rest. */
    private final AtomicInteger callers = new AtomicInteger();

    private volatile boolean closed;
    private volatile boolean destroyed;
    /** Written without order: only its lowest bits matter. */
    private long fences;

    /** The streams of its space, with itself. */
    interface Siblings {
        /** Takes a stream that is closed, before its native stream ends. */
        void closed(GpuStream stream);

        /** Returns a number that changes while runs end, or go on without a wait for something outside. */
        long progress();
    }

    GpuStream(ExecutionSpace space, GpuDevice device, String label, Siblings siblings) {
        this.space = space;
        this.device = device;
        this.driver = device.driver();
        this.siblings = siblings;
        this.label = label;
        this.handle = driver.createStream();
        this.bound = new StreamBound(this, driver, launches);
        this.marks = new RunMarks(this, driver, launches);
    }

    /** Returns a stream as one of a space's own, whose native stream is there until {@link #leave}. */
    static GpuStream entered(ExecutionSpace space, ExecutionStream stream) {
        if (!(stream instanceof GpuStream own) || own.space() != space) {
            throw new CodedArgumentException(
                    "S218",
                    "stream " + Labels.quoted(stream.label()) + " belongs to space "
                            + Labels.quoted(stream.space().name()) + "; submit to a stream of "
                            + Labels.quoted(space.name()));
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

    /** Ends a call that uses the native stream. */
    void leave() {
        callers.decrementAndGet();
    }

    private void awaitCallers() {
        for (long begin = System.nanoTime(); callers.get() > 0; ) {
            LaunchStream.nap(System.nanoTime() - begin, Long.MAX_VALUE);
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

    /** Returns whether its native stream is there until {@link #leave}; false once all its runs have ended for good. */
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
            synchronized (asking) {
                return destroyed || !queue.isBusy() && driver.isIdle(handle);
            }
        } catch (GpuException e) {
            device.failed(e);
            return true;
        }
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
                failures.add(unfinished(), known);
                lost = null;
            } catch (OutOfMemoryError noMemory) {
                // Told by the next fence.
            }
        }
    }

    private static List<RunEffects> effects(Stream<StreamRun> of) {
        return of.map(StreamRun::effects).distinct().toList();
    }

    private Stream<StreamRun> noted() {
        return Stream.concat(ending.stream(), running.stream());
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

    /** Returns how many marks stand around runs that may wait for something outside, see {@link RunMarks}. */
    long marks() {
        return marks.count();
    }

    /** Called before something is enqueued that may wait for something outside. */
    void beforeWait() {
        try {
            marks.beforeWait();
        } catch (GpuException withoutMark) {
            device.failed(withoutMark);
        }
    }

    /**
     * Counts a launch.
     *
     * @param mayWaitOutside whether it may wait for something outside
     */
    void launched(boolean mayWaitOutside) {
        launches.incrementAndGet();
        try {
            marks.launched(mayWaitOutside);
        } catch (GpuException failure) {
            // The run is in the stream; without its mark a warning may come too early.
            device.failed(failure);
        }
    }

    private long asked(LongSupplier number) {
        try {
            return number.getAsLong();
        } catch (GpuException e) {
            device.failed(e);
            return 0;
        }
    }

    /** Returns a number that changes while runs end, or go on without a wait for something outside. */
    long progress() {
        return asked(marks::progress);
    }

    private synchronized boolean mayWaitOutside() {
        return mayWaitOutside(ending) || mayWaitOutside(running);
    }

    /** Takes no memory: submits ask. */
    private static boolean mayWaitOutside(List<StreamRun> runs) {
        for (int k = 0; k < runs.size(); k++) {
            if (!runs.get(k).effects().waits().isEmpty()) {
                return true;
            }
        }
        return false;
    }

    /** Returns the effects of the runs that may go on. */
    synchronized List<RunEffects> unfinished() {
        return effects(noted());
    }

    /** Waits for the runs that an eager call comes after, and gives their failures. */
    void await(EagerCall call, Consumer<RuntimeException> taker) {
        if (unfinished().stream().anyMatch(run -> run.conflictsWith(call))) {
            awaitWatched("S222: ", call, this::isIdle);
            settle();
        }
        failures().take(call).forEach(taker);
    }

    @Override
    public void awaitWatched(String code, Object waiting, BooleanSupplier ended) {
        // A small method, so that callers need no memory for what they pass.
        if (mayWaitOutside()) {
            watch(code + waiting, ended);
        }
    }

    private void watch(String waiting, BooleanSupplier ended) {
        StallWarning warning =
                new StallWarning(waiting, this::unfinished, siblings::progress, () -> asked(marks::queued));
        long begin = System.nanoTime();
        while (!ended.getAsBoolean()) {
            warning.nanosLeft();
            LaunchStream.nap(System.nanoTime() - begin, Long.MAX_VALUE);
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

    /** Waits for all runs and keeps what failed for the next fence. Throws no run's failure. */
    void settle() {
        synchronized (life) {
            if (destroyed) {
                return;
            }
            long launched = launches.get();
            beginEnd();
            queue.drain();
            ended(synchronizeDevice());
            marks.ended(launched);
        }
    }

    /** Before the wait: what is launched from now on is noted again, and stays noted. */
    private synchronized void beginEnd() {
        ending.addAll(running);
        running.clear();
        ending.forEach(StreamRun::forgotten);
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
    }

    /**
     * Waits for the runs of a closed executable, but for no later run with an external wait.
     *
     * @param since the marks at its last launch
     * @param event an event that nobody else uses
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
     * Forgets an executable whose runs have all ended, and keeps their failures for the next fence.
     *
     * @param broken the failure that ended the device, or null
     */
    synchronized void forget(StreamRun closed, @Nullable GpuException broken) {
        List<StreamRun> ended =
                noted().filter(run -> run.effects() == closed.effects()).toList();
        if (!ended.isEmpty()) {
            takeFailures(ended, broken);
            ending.removeAll(ended);
            running.removeAll(ended);
        }
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
        RunFrame.refuseInHostNode("record");
        enter();
        try {
            long state = device.events().of(event);
            device.events().recorded(state, record(state));
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
            long state = device.events().of(event);
            beforeWait();
            await(state, device.events().waiting(state));
            keepWhileBusy(event);
        } finally {
            leave();
        }
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
        awaitCallers();
        settle();
        siblings.closed(this);
        synchronized (life) {
            synchronized (asking) {
                destroyed = true;
            }
            awaitCallers();
            bound.close();
            marks.close();
            driver.destroyStream(handle);
        }
    }
}
