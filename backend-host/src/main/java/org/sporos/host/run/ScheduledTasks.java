package org.sporos.host.run;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;
import org.jspecify.annotations.Nullable;
import org.sporos.error.InternalException;
import org.sporos.host.schedule.Program;
import org.sporos.host.schedule.StaticSchedule;
import org.sporos.host.task.HostTask;
import org.sporos.policy.SingleBody;

/**
 * The tasks of a statically scheduled run, and the shared state of its dispatchers: the number of the run (its epoch),
 * the batch size of claims, and the number of completed tasks.
 *
 * <p><b>Memory order.</b> The epoch is the one word that starts a run. {@link #begin} writes it volatile after the
 * plain fields that describe the run, and {@link #publish} by a release; readers read it first and volatile, so the
 * plain fields that they read are at least as new as their epoch. These may belong to a later run only if the reader's
 * run has ended, and then none of its tasks can be claimed any more. The end of a run is detected in one of two ways. A
 * run that any thread may end counts {@code left} down by read-modify-writes, so the thread that reaches 0 has acquired
 * the writes of all others. A caller-driven run has one counter per queue, each on a cache line of its own and written
 * by its owner alone, by a release after the tasks; the caller adds them up by acquires. Either way the thread that
 * ends the run sees all writes of its tasks.
 */
final class ScheduledTasks {
    /** The most work per claim, so that late threads find some. */
    private static final long BATCH_NANOS = 8_000;

    private static final VarHandle EPOCH;

    static {
        try {
            EPOCH = MethodHandles.lookup().findVarHandle(ScheduledTasks.class, "epoch", int.class);
        } catch (ReflectiveOperationException e) {
            throw new InternalException("a field of ScheduledTasks cannot be reached", e);
        }
    }

    private final StaticSchedule schedule;
    private final CompletionStamps state;
    private final StepExecutor executor;
    private final Runnable end;
    private final HostTask[] work;
    private final int[] phase;
    /** The end, exclusive, of the chunks of each task. */
    private final int[] endChunk;
    /** The single call of each task that is one. */
    private final @Nullable SingleBody[] call;

    private final boolean affine;

    /** The incomplete tasks of a run whose last thread ends it. */
    private final AtomicInteger left = new AtomicInteger();
    /**
     * The tasks completed by the owners of each queue in a caller-driven run, beside its epoch; on cache lines of their
     * own.
     */
    private final AtomicLongArray counted;

    private volatile int epoch;
    private boolean callerDriven;
    private long nanos = -1;
    private long taskNanos;
    private int batch;

    /** @param end called by the thread that completes the last task of a run started by {@link #begin} */
    ScheduledTasks(StaticSchedule schedule, CompletionStamps state, StepExecutor executor, Runnable end) {
        this.schedule = schedule;
        this.state = state;
        this.executor = executor;
        this.end = end;
        this.work = new HostTask[schedule.tasks()];
        this.phase = new int[schedule.tasks()];
        this.endChunk = new int[schedule.tasks()];
        this.call = new SingleBody[schedule.tasks()];
        Program program = executor.program;
        for (int task = 0; task < work.length; task++) {
            int step = schedule.base() + schedule.step()[task];
            work[task] = program.task()[step];
            phase[task] = program.phase()[step];
            call[task] = program.callOf(step);
            boolean isLast = task + 1 == work.length || schedule.piece()[task + 1] == 0;
            endChunk[task] = isLast ? program.chunks()[step] : schedule.firstChunk()[task + 1];
        }
        this.affine = schedule.tasks() > schedule.first().length - 1;
        this.counted = new AtomicLongArray((schedule.queues() + 1) * CacheLinePadded.LONGS);
    }

    /** Derives the batch size from the approximate serial time of a run. */
    void expect(long work) {
        // Written only on change: neighbours on the cache line are read by other threads.
        if (work != nanos) {
            nanos = work;
            taskNanos = nanos / schedule.tasks();
            batch = (int) Math.min(EpochBitmap.WIDTH, 1 + BATCH_NANOS / Math.max(1, taskNanos));
        }
    }

    /** Starts a run whose last thread ends it. */
    void begin() {
        callerDriven = false;
        left.set(schedule.tasks());
        epoch = epoch + 1;
    }

    /** Prepares for a caller-driven run. */
    void driveByCaller() {
        if (!callerDriven) {
            callerDriven = true;
        }
    }

    /** Starts a caller-driven run. */
    void publish() {
        // Release, paired with volatile reads of the epoch: a thread that sees the run sees its frame and params. No
        // full fence before the caller checks the queues: a thread that leaves at this moment may be missed, and then
        // the caller runs the tasks.
        EPOCH.setRelease(this, epoch + 1);
    }

    /** Returns whether all tasks are complete. */
    boolean isEnded() {
        if (!callerDriven) {
            return left.get() == 0;
        }
        int done = 0;
        for (int slot = 0; slot < schedule.queues(); slot++) {
            done += counted(slot);
        }
        return done == schedule.tasks();
    }

    /** Returns the number of tasks counted by the owners of a queue in a caller-driven run. */
    int counted(int slot) {
        // Acquire, paired with the release of done: a thread that sees all tasks counted sees their writes.
        long word = counted.getAcquire((slot + 1) * CacheLinePadded.LONGS);
        return (int) (word >>> 32) == epoch ? (int) word : 0;
    }

    int tasks() {
        return schedule.tasks();
    }

    int epoch() {
        return epoch;
    }

    /** Returns whether the run is caller-driven. */
    boolean isCallerDriven() {
        return callerDriven;
    }

    /** Returns the approximate time of a task. */
    long taskNanos() {
        return taskNanos;
    }

    /** Returns the number of tasks per claim. */
    int batch() {
        return batch;
    }

    /**
     * Returns whether some tasks are pieces of loops, which have an affinity to the thread that last ran the same
     * piece.
     */
    boolean isAffine() {
        return affine;
    }

    /** Enters the frame of kernels on this thread. */
    void enterKernel() {
        executor.enterKernel();
    }

    /**
     * Runs a task if it is a single call, and returns whether it is one. There is little code around the call, so that
     * a core starts it out of order during the previous one.
     */
    boolean calls(int task, int now) {
        SingleBody body = call[task];
        if (body == null) {
            return false;
        }
        if (executor.goesOn()) {
            try {
                body.run();
            } catch (Throwable t) {
                executor.fail(schedule.base() + schedule.step()[task], t);
            }
        }
        state.finish(task, now);
        return true;
    }

    /** Runs consecutive tasks that are pieces of one step. */
    void perform(int task, int tasks, int now) {
        int chunk = schedule.firstChunk()[task];
        int chunks = endChunk[task + tasks - 1] - chunk;
        executor.work(work[task], phase[task], schedule.base() + schedule.step()[task], chunk, chunks);
        for (int done = 0; done < tasks; done++) {
            state.finish(task + done, now);
        }
    }

    /** Returns whether a task is the piece that follows another one in the same step. */
    boolean follow(int task, int next) {
        return next == task + 1 && schedule.step()[task] == schedule.step()[next];
    }

    /**
     * Counts the completed tasks of a queue's owner; the thread that counts the last ones ends the run.
     *
     * @param wasCallerDriven whether that run is caller-driven; it may have ended meanwhile
     */
    void done(int slot, int tasks, int now, boolean wasCallerDriven) {
        if (wasCallerDriven) {
            int at = (slot + 1) * CacheLinePadded.LONGS;
            // Plain: only the owner of the queue writes it, and owners are ordered by the queue.
            long before = counted.getPlain(at);
            int all = (int) (before >>> 32) == now ? (int) before + tasks : tasks;
            // Release: after the tasks. The caller, which waits for the sum, acquires each counter.
            counted.setRelease(at, (long) now << 32 | all);
        } else if (left.addAndGet(-tasks) == 0) { // volatile: the last thread acquires the writes of all others
            end.run();
        }
    }
}
