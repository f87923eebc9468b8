package org.sporos.host.run;

import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The per-run state of one participating thread, the owner of one queue. It runs ready tasks from its own queue, then
 * from unowned queues, then steals from owners that were preempted; {@link TaskClaimer} finds them. Between tasks it
 * spins, parks for a moment, or leaves. Used by one thread at a time.
 *
 * <p><b>What it guarantees.</b> It runs each task that it has claimed, also after a failure. It counts each task once,
 * after the task has run: by {@link ScheduledTasks#done}, before it waits and before it leaves. So the count of a run
 * reaches its end.
 *
 * <p><b>Memory order.</b> Its fields are plain: they pass from owner to owner with the queue (a volatile
 * compare-and-set). The epoch is read first and volatile, see {@link ScheduledTasks}. It does not yield while it waits:
 * beside other processes a yield gives one of them a time slice of milliseconds, at the end of which the thread that
 * was waited for is preempted, and so on in turns. It parks instead after a while, since the awaited thread may need
 * this core.
 */
final class TaskDispatcher extends CacheLinePadded {
    /** Spin limit before parking: the awaited thread may need this core. */
    private static final long SPIN_NANOS = 50_000;

    static final long PARK_NANOS = 50_000;
    /** A thread between two of whose polls so much time has passed was preempted. */
    private static final long PREEMPTED_NANOS = 200_000;

    private final ScheduledTasks run;
    private final TaskClaimer claimer;
    private final TaskQueue own;
    private final Job job;
    private final WorkerPool pool;
    private final boolean spins;

    private int epoch;
    /** The tasks that it has run in all runs. */
    private long steps;
    /** The tasks that it has done and not counted yet. */
    private int done;
    /** The last run in which it has done something. */
    private int tookPart;

    private long idleSince;
    private int polls;
    /** True if the caller drives the run. */
    private boolean callerDriven;
    /** True if this thread has the frame of the run; the code that ends a run may have given it another one. */
    private boolean entered;

    /**
     * @param job the run as the pool knows it
     * @param spins whether it waits for a moment before it leaves
     */
    TaskDispatcher(ScheduledTasks run, TaskClaimer claimer, Job job, WorkerPool pool, boolean spins) {
        this.run = run;
        this.claimer = claimer;
        this.own = claimer.own();
        this.job = job;
        this.pool = pool;
        this.spins = spins;
    }

    /** Runs what is ready. Returns whether it leaves although there may be more to do. */
    boolean work(@Nullable Completion until, long target) {
        beginRun();
        entered = false;
        boolean more = loop(until, target);
        countDone();
        return more;
    }

    /** Returns whether it has done something in a run that has ended, for the thread that has ended it. */
    boolean tookPartIn(int ended) {
        return tookPart == ended;
    }

    private boolean loop(@Nullable Completion until, long target) {
        int left = Job.TURN;
        while (true) {
            if (!entered) {
                // Before anything is claimed: it may throw, and what is claimed must be done.
                run.enterKernel();
                entered = true;
            }
            if (claims()) {
                polls = 0;
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
     * Waits as the owner of its queue until the next run begins, so that no thread needs to be woken for that; returns
     * false if none has begun for long, or other work waits.
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
                // A parked thread is woken on the same core again; one that stays runnable is moved to a free one.
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
        // The volatile read of the epoch comes first, see ScheduledTasks: what follows is at least as new.
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
        int place = claimer.place();
        int now = epoch;
        int claimed = claimer.bits();
        int rest = claimed;
        while (rest != 0) {
            int task = queue.task(place + Integer.numberOfTrailingZeros(rest));
            rest &= rest - 1;
            if (!run.calls(task, now)) {
                rest = performChunks(task, queue, place, rest);
            }
            own.progresses(++steps);
        }
        done += Integer.bitCount(claimed);
    }

    /** Runs a chunk and those of the rest that follow it as one loop, and returns what is left of the rest. */
    private int performChunks(int task, TaskQueue queue, int place, int rest) {
        int left = rest;
        int tasks = 1;
        while (left != 0 && run.follow(task + tasks - 1, queue.task(place + Integer.numberOfTrailingZeros(left)))) {
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

    /** Waits for a moment; returns false if it is time to leave. */
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

    /** Counts what was done. Then others may see that all is done. */
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
