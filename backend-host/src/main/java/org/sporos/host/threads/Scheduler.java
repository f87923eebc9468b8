package org.sporos.host.threads;

import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.sporos.host.run.Completion;
import org.sporos.host.run.Job;
import org.sporos.host.run.StepWaiter;
import org.sporos.host.run.WorkerPool;
import org.sporos.host.threads.EventCount.Sleeper;
import org.sporos.internal.base.StackReserve;

/**
 * The threads of one space: its workers, and callers that help while they wait for a run. At most as many threads as
 * the space has run kernels at a time, not counting inline runs inside submits. Thread-safe.
 *
 * <p>{@link Arena} explains why no ready step is missed; {@link EventCount}, why no end of a run is missed.
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

    /** Creates one with CPU avoidance of its workers. */
    public static Scheduler moving(int threads) {
        return new Scheduler(threads, "sporos-host-" + NUMBER.getAndIncrement(), true);
    }

    /**
     * Creates one with a name for its workers.
     *
     * @param moves whether workers avoid cores
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
    public void noteCore() {
        cpuAvoidance.noteThisCore();
    }

    @Override
    public void leaveAvoidedCore() {
        cpuAvoidance.leave();
    }

    /** Reserves slots for more concurrent runs, or releases some. */
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
    public void deactivate(int slot) {
        arena.active().remove(slot);
        arena.spinLimit().ended(System.nanoTime());
    }

    /** Only one run is listed while idle. */
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

    /** Records the start of a run, given its distance from the previous end. */
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
     * Signals a serial run. Waking a worker costs some microseconds, wasted if the caller waits for the end and so
     * executes the run itself. If callers did so recently, a worker naps and polls instead.
     */
    public void signalSerial() {
        // Store-load: as in Arena.signal; the napping worker checks for work after it has cleared its flag.
        VarHandle.fullFence();
        if (!workerThreads.isNapping()) {
            arena.signal();
        }
    }

    /** Signals the end of a run. */
    public void signalEnd() {
        // Store-load: the count of ends was published before the read of the threads parked on it.
        VarHandle.fullFence();
        eventCount.wakeCallers();
    }

    /** Signals the end of a run that was published without a fence: a thread about to park may miss it, and polls. */
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

    /** Waits for a target, and runs ready steps meanwhile. */
    public void await(Completion until, long target) {
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
                        sleepUntil(until, target, sleeper);
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

    private void sleepUntil(Completion until, long target, Sleeper sleeper) {
        sleeper.prepareWait(until, target);
        if (until.isDone(target) || arena.canTake()) {
            sleeper.cancelWait();
        } else if (workerThreads.isMissing() && calls.isPending()) {
            workerThreads.start();
            sleeper.commitWait(POLL_NANOS);
        } else if (until.endsUnheard()) {
            sleeper.commitWait(POLL_NANOS);
        } else {
            sleeper.commitWait();
        }
    }
}
