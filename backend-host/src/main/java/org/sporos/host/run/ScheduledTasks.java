package org.sporos.host.run;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;
import org.jspecify.annotations.Nullable;
import org.sporos.error.InternalException;
import org.sporos.host.schedule.FixedChains;
import org.sporos.host.schedule.Program;
import org.sporos.host.schedule.StaticSchedule;
import org.sporos.host.task.HostTask;
import org.sporos.policy.SingleBody;

/**
 * The tasks of a run that is scheduled ahead, and what all its dispatchers share: the number of the run (its epoch), how
 * many tasks to claim at a time, and how many are done.
 *
 * <p><b>Memory order.</b> The epoch is the one word that begins a run. {@link #begin} writes it volatile after the plain
 * fields that describe the run, and {@link #publish} by a release; readers read it first and volatile, so what they read
 * of the plain fields is at least as new as their epoch. It may belong to a later run only if theirs has ended, and then
 * no task of theirs can be claimed any more. The end of a run is seen in one of two ways. A run that any thread may end
 * counts {@code left} down by read-modify-writes, so the thread that reaches 0 has acquired what all others wrote. A run
 * that its caller ends has one counter a queue, each on a cache line of its own and written by its holder alone, by a
 * release after the tasks; the caller adds them up by acquires. Both give the thread that ends the run all that its tasks
 * wrote.
 */
final class ScheduledTasks {
    /** About so much work is claimed at a time at most, so that threads that come late find some. */
    private static final long BATCH_NANOS = 8_000;
    /** So many tasks are claimed at a time even so, unless they are more work than that: a claim costs some 100 ns. */
    private static final long FEW = 4;

    private static final long FEW_NANOS = 20_000;
    /** Less work than that is not cut for those who come later: to take it over would cost them as much. */
    private static final long PIECE_NANOS = 1_000;
    /** The same for chunks of loops, which others leave alone for longer and which cost less as one piece. */
    private static final long AFFINE_PIECE_NANOS = 6_000;

    /** The longest run of which each thread does its own list: if one loses its core, no other can take the rest over. */
    private static final long FIXED_NANOS = 20_000;

    private static final int APART = 16;
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
    /** The tasks that are single calls: what they call. */
    private final @Nullable SingleBody[] call;

    private final boolean affine;
    private final @Nullable FixedChains chains;

    /** The tasks that are left of a run whose last thread ends it. */
    private final AtomicInteger left = new AtomicInteger();
    /** How many tasks each list's holders have done of a run that is hosted, beside its epoch; far apart. */
    private final AtomicLongArray told;

    private volatile int epoch;
    private boolean callerDriven;
    private long nanos = -1;
    private long taskNanos;
    private int batch;
    private int piece;

    /**
     * @param end called by the thread that has done the last task of a run that {@link #begin} began
     */
    ScheduledTasks(StaticSchedule schedule, CompletionStamps state, StepExecutor executor, Runnable end) {
        this.schedule = schedule;
        this.state = state;
        this.executor = executor;
        this.end = end;
        this.work = new HostTask[schedule.tasks()];
        this.phase = new int[schedule.tasks()];
        this.call = new SingleBody[schedule.tasks()];
        Program program = executor.program;
        for (int task = 0; task < work.length; task++) {
            int step = schedule.base() + schedule.step()[task];
            work[task] = program.task()[step];
            phase[task] = program.phase()[step];
            call[task] = program.callOf(step);
        }
        this.affine = schedule.tasks() > schedule.first().length - 1;
        this.chains = FixedChains.of(schedule, EpochBitmap.WIDTH);
        this.told = new AtomicLongArray((schedule.queues() + 1) * APART);
    }

    /** Sets how much is claimed at a time by about how long a run takes one thread. */
    void expect(long work) {
        // Written only if it changes: other threads read what is beside it.
        if (work != nanos) {
            nanos = work;
            taskNanos = nanos / schedule.tasks();
            long task = Math.max(1, taskNanos);
            long few = Math.min(FEW, FEW_NANOS / task);
            batch = (int) Math.min(EpochBitmap.WIDTH, Math.max(few, 1 + BATCH_NANOS / task));
            long pieceNanos = affine ? AFFINE_PIECE_NANOS : PIECE_NANOS;
            piece = (int) Math.min(EpochBitmap.WIDTH, pieceNanos / task);
        }
    }

    /** Begins a run whose last thread ends it. */
    void begin() {
        callerDriven = false;
        left.set(schedule.tasks());
        epoch = epoch + 1;
    }

    /** Makes ready for a run whose caller ends it. */
    void driveByCaller() {
        if (!callerDriven) {
            callerDriven = true;
        }
    }

    /** Begins a run that its caller ends. */
    void publish() {
        // Release, paired with volatile reads of the epoch: who sees the run sees its frame, params and claims. No full
        // fence before the caller's look at the lists: one who leaves at this moment may be missed, and then the caller
        // does the work.
        EPOCH.setRelease(this, epoch + 1);
    }

    /** Returns whether nothing is left to do, also not by others. */
    boolean isEnded() {
        if (!callerDriven) {
            return left.get() == 0;
        }
        int done = 0;
        for (int slot = 0; slot < schedule.queues(); slot++) {
            done += told(slot);
        }
        return done == schedule.tasks();
    }

    /** Returns how many tasks the holders of a list have told of in a hosted run. */
    int told(int slot) {
        // Acquire, paired with the release of done: who sees all tasks counted sees what they wrote.
        long word = told.getAcquire((slot + 1) * APART);
        return (int) (word >>> 32) == epoch ? (int) word : 0;
    }

    int tasks() {
        return schedule.tasks();
    }

    int epoch() {
        return epoch;
    }

    /**
     * Returns whether who holds a list does all of it, as no other could, and looking for such tasks takes a good part of the
     * run.
     */
    boolean isStaticallyOwned() {
        return chains != null && nanos <= FIXED_NANOS;
    }

    /** Returns whether all is done when the last task of a list is. */
    boolean endsWith(int slot) {
        return chains != null && chains.endsWith(slot);
    }

    /** Returns whether all is done that a task waits for. */
    boolean isReady(int task, int now) {
        return state.isReady(task, now);
    }

    /** Returns whether a thread hosts the run. */
    boolean isCallerDriven() {
        return callerDriven;
    }

    /** Returns about how long a task takes. */
    long taskNanos() {
        return taskNanos;
    }

    /** Returns how many tasks to claim at a time. */
    int batch() {
        return batch;
    }

    /** Returns how many tasks are not worth to be cut. */
    int piece() {
        return piece;
    }

    /** Returns whether it holds chunks of loops, which are done best by who did the same chunk before. */
    boolean isAffine() {
        return affine;
    }

    /** Makes this thread one of its kernels, before it does some of its tasks. */
    void enterKernel() {
        executor.enterKernel();
    }

    /**
     * Does a task if it is a single call, and returns whether it is. There is little around the call, so that a core begins
     * it while the one before goes on.
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

    /** Does some tasks that follow each other and are chunks of one step. */
    void perform(int task, int tasks, int now) {
        executor.work(work[task], phase[task], schedule.base() + schedule.step()[task], schedule.chunk()[task], tasks);
        for (int done = 0; done < tasks; done++) {
            state.finish(task + done, now);
        }
    }

    /** Returns whether a task is the chunk that follows another one in the same step. */
    boolean follow(int task, int next) {
        return next == task + 1 && schedule.step()[task] == schedule.step()[next];
    }

    /**
     * Says that who holds a list has done so many more tasks of a run; who says it of the last ones ends the run.
     *
     * @param wasCallerDriven whether a thread hosts that run, which may have ended meanwhile
     */
    void done(int slot, int tasks, int now, boolean wasCallerDriven) {
        if (wasCallerDriven) {
            int at = (slot + 1) * APART;
            // Plain: only the holder of the list writes it, and holders are ordered by the list.
            long before = told.getPlain(at);
            int all = (int) (before >>> 32) == now ? (int) before + tasks : tasks;
            // Release: after the tasks. The host, which waits for the sum, acquires each.
            told.setRelease(at, (long) now << 32 | all);
        } else if (left.addAndGet(-tasks) == 0) { // volatile: the last one acquires what all others did
            end.run();
        }
    }
}
