package org.sporos.host.threads;

import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.sporos.backend.StallWarning;
import org.sporos.host.run.Completion;
import org.sporos.host.run.Job;
import org.sporos.host.run.StepWaiter;
import org.sporos.host.run.WorkerPool;
import org.sporos.host.threads.EventCount.Sleeper;
import org.sporos.internal.base.StackReserve;

/**
 * The threads of one space at work: its workers, and callers that wait for a run and take part meanwhile. At most as
 * many threads as the space has work on kernels at a time, not counting those inside of a submit that does a short run
 * itself. Thread-safe.
 *
 * <p>Why no ready step stays undone is said at {@link Arena}; why no end of a run is missed, at {@link EventCount}.
 */
public final class Scheduler implements WorkerPool {
    private static final AtomicInteger NUMBER = new AtomicInteger();

    /** Poll interval of waiters that may miss a wake-up. */
    private static final long POLL_NANOS = 200_000;

    private final EventCount eventCount = new EventCount();
    private final HostCallQueue calls = new HostCallQueue();
    private final AtomicReference<@Nullable Resting> resting = new AtomicReference<>();
    private final CpuAvoidance cpuAvoidance;
    private final Arena arena;
    private final WorkerThreads workerThreads;

    public Scheduler(int threads) {
        this(threads, "sporos-host-" + NUMBER.getAndIncrement(), false);
    }

    /** Makes one whose workers may avoid cores. */
    public static Scheduler moving(int threads) {
        return new Scheduler(threads, "sporos-host-" + NUMBER.getAndIncrement(), true);
    }

    /**
     * Makes one whose workers have a name of their own.
     *
     * @param moves whether they may avoid cores
     */
    public Scheduler(int threads, String name, boolean moves) {
        this.cpuAvoidance = new CpuAvoidance(moves);
        this.arena = new Arena(threads, eventCount, calls);
        this.workerThreads = new WorkerThreads(arena, cpuAvoidance, eventCount, calls, threads, name);
    }

    public Permits permits() {
        return arena.permits();
    }

    public WorkerThreads workerThreads() {
        return workerThreads;
    }

    @Override
    public void workedAlone() {
        cpuAvoidance.noteThisCore();
    }

    @Override
    public void leaveAvoidedCore() {
        cpuAvoidance.leave();
    }

    /** Makes room for so many more runs at a time, or for fewer. */
    public void expectRuns(int more) {
        arena.active().expect(more);
    }

    @Override
    public int activate(Job run) {
        workerThreads.start();
        arena.spinLimit().begins(System.nanoTime());
        return arena.active().add(run);
    }

    @Override
    public void deactivate(int place) {
        arena.active().remove(place);
        arena.spinLimit().ended(System.nanoTime());
    }

    /** Only one run can be found while it rests. */
    @Override
    public void settled(Resting run) {
        Resting before = resting.getAndSet(run);
        if (before != null && before != run) {
            before.hide();
        }
    }

    @Override
    public void left(Resting run) {
        resting.compareAndSet(run, null);
    }

    /** Says that a run begins so long after one has ended. */
    public void idledFor(long nanos) {
        arena.spinLimit().idledFor(nanos);
    }

    @Override
    public long stayNanos() {
        return arena.spinLimit().stayNanos();
    }

    @Override
    public void signal() {
        arena.signal();
    }

    @Override
    public void signalIfReady() {
        arena.signalIfReady();
    }

    /**
     * Says that there is a run which one thread does. To wake a worker costs some microseconds, for nothing if the
     * caller waits for the end and so does the run itself. Where that was so lately, a worker naps and looks by itself.
     */
    public void signalSerial() {
        // Store-load: as in Arena.signal; the worker that naps looks for work after it said that it does not nap any
        // more.
        VarHandle.fullFence();
        if (!workerThreads.isNapping()) {
            arena.signal();
        }
    }

    /** Says that a run has ended. */
    public void signalEnd() {
        // Store-load: the count of ends was published before the look at the threads that are parked until it.
        VarHandle.fullFence();
        eventCount.wakeCallers();
    }

    /**
     * Says that a run has ended that was published without a fence: a thread that is about to park may miss it, and
     * polls.
     */
    public void signalEndUnfenced() {
        eventCount.wakeCallers();
    }

    @Override
    public void offerHost(StepWaiter call) {
        workerThreads.start();
        calls.offer(call);
        // Store-load: as in Arena.signal.
        VarHandle.fullFence();
        eventCount.wakeWorker();
    }

    @Override
    public boolean hasOtherWork(Job but) {
        return arena.hasOtherWork(but);
    }

    @Override
    public boolean hostCallWaits() {
        return calls.isPending();
    }

    /** Waits until something is done, and takes part in the work meanwhile. */
    public void await(Completion until, long target) {
        await(until, target, null);
    }

    /**
     * Waits as {@link #await(Completion, long)} does.
     *
     * @param warning given if that takes long, or null
     */
    public void await(Completion until, long target, @Nullable StallWarning warning) {
        if (!until.isDone(target)) {
            StackReserve.require(target);
            Sleeper sleeper = null;
            boolean interrupted = false;
            try {
                while (!until.isDone(target)) {
                    arena.workUntil(until, target);
                    if (!arena.spin(until, target)) {
                        sleeper = sleeper == null ? eventCount.add(false) : sleeper;
                        interrupted |= Thread.interrupted();
                        sleepUntil(until, target, warning, sleeper);
                    }
                }
            } finally {
                leave(sleeper, interrupted);
            }
        }
    }

    private void leave(@Nullable Sleeper sleeper, boolean interrupted) {
        if (sleeper != null) {
            eventCount.remove(sleeper);
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void sleepUntil(Completion until, long target, @Nullable StallWarning warning, Sleeper sleeper) {
        sleeper.prepareWait(until, target);
        if (until.isDone(target) || arena.canTake()) {
            sleeper.cancelWait();
        } else if (workerThreads.isMissing() && calls.isPending()) {
            workerThreads.start();
            sleeper.commitWait(POLL_NANOS);
        } else if (until.endsUnheard()) {
            sleeper.commitWait(POLL_NANOS);
        } else if (warning != null) {
            sleeper.commitWait(warning.nanosLeft());
        } else {
            sleeper.commitWait();
        }
    }
}
