package org.sporos.host.run;

import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The per-run state of one participating thread, the owner of one queue. It runs ready tasks from its own queue, then
 * from unowned queues, then steals from preempted owners; {@link TaskClaimer} finds them. Between tasks it spins, parks
 * briefly, or leaves. Used by one thread at a time.
 *
 * <p><b>Guarantees.</b> It runs each task that it has claimed, also after a failure. It counts each task once, after
 * the task has run: by {@link ScheduledTasks#done}, before it waits and before it leaves. So the count of a run reaches
 * its end.
 *
 * <p><b>Memory order.</b> Its fields are plain: they pass from owner to owner with the queue (a volatile
 * compare-and-set). The epoch is read first and volatile, see {@link ScheduledTasks}. It does not yield while it waits:
 * beside other processes a yield gives one of them a time slice of milliseconds, after which the awaited thread is
 * preempted in its turn. It parks after a while instead, since the awaited thread may need this core.
 */
final class TaskDispatcher extends CacheLinePadded {
    /** Spin limit before parking: the awaited thread may need this core. */
    private static final long SPIN_NANOS = 50_000;

    static final long PARK_NANOS = 50_000;
    /** The average time of tasks that are worth a wake-up or a change of the core before each, some 10 us. */
    private static final long LONG_TASK_NANOS = 50_000;
    /** The least time between two polls that proves a preemption. */
    private static final long PREEMPTED_NANOS = 200_000;

    private final ScheduledTasks run;
    private final TaskClaimer claimer;
    private final TaskQueue own;
    private final Job job;
    private final WorkerPool pool;
    private final boolean spins;

    private int epoch;
    /** The number of tasks run in all runs. */
    private long steps;
    /** The number of completed tasks that are not counted yet. */
    private int done;
    /** The last run with a completed task. */
    private int tookPart;

    private long idleSince;
    private int polls;
    /** True if the run is caller-driven. */
    private boolean callerDriven;
    /** True if this thread has entered the frame of the run; the end of a run may enter another one. */
    private boolean entered;

    /**
     * @param job the run as a job of the pool
     * @param spins whether it spins before it leaves
     */
    TaskDispatcher(ScheduledTasks run, TaskClaimer claimer, Job job, WorkerPool pool, boolean spins) {
        this.run = run;
        this.claimer = claimer;
        this.own = claimer.own();
        this.job = job;
        this.pool = pool;
        this.spins = spins;
    }

    /** Runs ready tasks; returns whether more may be ready. */
    boolean work(@Nullable Completion until, long target) {
        beginRun();
        entered = false;
        boolean more = loop(until, target);
        countDone();
        return more;
    }

    /** Returns whether it completed a task in a run that has ended, for the thread that ended it. */
    boolean tookPartIn(int ended) {
        return tookPart == ended;
    }

    private boolean loop(@Nullable Completion until, long target) {
        int left = Job.TURN;
        while (true) {
            if (!entered) {
                // Before any claim: it may throw, and claimed tasks must be run.
                run.enterKernel();
                entered = true;
            }
            if (claims()) {
                polls = 0;
                if (run.taskNanos() >= LONG_TASK_NANOS) {
                    beforeLongTask(until == null);
                }
                left -= Integer.bitCount(claimer.bits());
                performAll();
                if (left <= 0 || isWanted(until, target)) {
                    return true;
                }
            } else if (isWanted(until, target)) {
                return true;
            } else if (!waits() && !(until == null && staysForNext())) {
                return false;
            }
        }
    }

    /**
     * Spins as the owner of its queue until the next run starts, which saves a wake-up; returns false on a timeout or
     * if other work waits.
     */
    private boolean staysForNext() {
        if (!spins || (run.epoch() == epoch && !run.isEnded())) {
            return false;
        }
        long since = 0;
        long last = 0;
        while (run.epoch() == epoch) {
            Thread.onSpinWait();
            long now = System.nanoTime();
            if (since == 0 || now - last > PREEMPTED_NANOS) {
                // The kernel wakes a parked thread on the same core again, and moves one that stays runnable to a free
                // core.
                since = now;
                if (last != 0) {
                    pool.leaveAvoidedCore();
                }
            }
            last = now;
            if (now - since > pool.stayNanos() || pool.hasOtherWork(job)) {
                return false;
            }
        }
        beginRun();
        return true;
    }

    private void beginRun() {
        // The volatile read of the epoch comes first, see ScheduledTasks: later reads are at least as new.
        epoch = run.epoch();
        callerDriven = run.isCallerDriven();
        polls = 0;
        idleSince = 0;
    }

    private boolean isWanted(@Nullable Completion until, long target) {
        return until == null ? pool.hostCallWaits() : until.isDone(target);
    }

    private void performAll() {
        TaskQueue queue = claimer.queue();
        int first = claimer.firstIndex();
        int now = epoch;
        int claimed = claimer.bits();
        int rest = claimed;
        while (rest != 0) {
            int task = queue.task(first + Integer.numberOfTrailingZeros(rest));
            rest &= rest - 1;
            if (!run.calls(task, now)) {
                rest = performChunks(task, queue, first, rest);
            }
            own.progresses(++steps);
        }
        done += Integer.bitCount(claimed);
    }

    /** Runs a chunk and the directly following chunks of the rest as one loop; returns the remaining bits. */
    private int performChunks(int task, TaskQueue queue, int first, int rest) {
        int left = rest;
        int tasks = 1;
        while (left != 0 && run.follow(task + tasks - 1, queue.task(first + Integer.numberOfTrailingZeros(left)))) {
            tasks++;
            left &= left - 1;
        }
        run.perform(task, tasks, epoch);
        return left;
    }

    private boolean claims() {
        if (claimer.claims(epoch, idleSince, polls)) {
            idleSince = 0;
            return true;
        }
        return false;
    }

    /**
     * Calls another thread if more tasks are ready: it may have parked during the last one. Linux may run both threads
     * on one core. So a worker leaves the core recorded last by another thread: a caller, or one that called others.
     */
    private void beforeLongTask(boolean isWorker) {
        if (isWorker) {
            pool.leaveAvoidedCore();
        }
        if (claimer.callsForReady(epoch) || !isWorker) {
            pool.noteCore();
        }
    }

    /** Spins or parks once; returns false if the thread should leave. */
    private boolean waits() {
        if (polls == 0) {
            countDone();
        }
        if (run.epoch() != epoch || !spins || run.isEnded()) {
            return false;
        }
        Thread.onSpinWait();
        if (polls++ % TaskClaimer.POLLS != 0) {
            return true;
        }
        long now = System.nanoTime();
        if (idleSince == 0) {
            idleSince = now;
        }
        long spent = now - idleSince;
        if (spent > SPIN_NANOS) {
            LockSupport.parkNanos(job, PARK_NANOS);
        }
        return spent < pool.stayNanos();
    }

    /** Counts completed tasks, which makes the end of the run visible to others. */
    private void countDone() {
        if (done > 0) {
            int tasks = done;
            done = 0;
            tookPart = epoch;
            entered = false;
            run.done(claimer.slot(), tasks, epoch, callerDriven);
        }
    }
}
