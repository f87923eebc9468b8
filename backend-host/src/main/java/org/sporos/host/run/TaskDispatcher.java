package org.sporos.host.run;

import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * What the thread that holds one list of a run knows. It does what is ready in its own list, then in lists that nobody
 * holds, then in lists of threads that do not get on, as they have lost their core; from a list of a thread that gets on
 * it takes the last tasks: soon where they are single calls, late where they are chunks of loops, whose data is in the
 * cache of the other. Used by one thread at a time.
 */
final class TaskDispatcher extends CacheLinePadded {
    /** The tasks that a thread does before it looks for other runs. */
    private static final int TURN = 1024;

    private static final int LOOK_AROUND = 16;
    /** So often it looks for what it waits for alone. */
    private static final int LOOKS = 64;
    /** Who waits for longer has its core do something else: it may be what is waited for. */
    private static final long SPIN_NANOS = 50_000;

    private static final long NAP_NANOS = 50_000;
    /** Who does nothing for so long while it looks for work has lost its core to another thread. */
    private static final long LOST_NANOS = 200_000;
    /** So often it waits on for the next run after that. */
    private static final int MOST_LOST = 16;

    private final ScheduledTasks run;
    private final TaskClaimer claimer;
    private final TaskQueue own;
    private final Job job;
    private final WorkerPool pool;
    private final boolean spins;

    private int epoch;
    /** How far it has come since ever. */
    private long steps;
    /** The tasks that it has done and not told of. */
    private int done;
    /** The last run in which it has done something. */
    private int tookPart;

    private long idleSince;
    private int polls;
    /** Whether the run is one that a thread hosts. */
    private boolean callerDriven;
    /** Whether all of its list is claimed already in a run that begins. */
    private boolean claimedAhead;
    /** The last run of which it has done a task that all others come before. */
    private int sawEndOf;
    /** Whether this thread is one of kernels of the run: what ends a run may have made it one of others. */
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

    /** Does what is ready. Returns whether it leaves although there may be more to do. */
    boolean work(@Nullable Completion until, long target) {
        beginRun();
        entered = false;
        boolean more = loop(until, target);
        tell();
        return more;
    }

    /** Claims all of its own list for the run that begins next, before others know of that. */
    void claimAhead(int next) {
        own.claimAhead(next);
        claimedAhead = true;
    }

    /** Returns whether it has done a task that is the last one of a run. */
    boolean sawEndOf(int run) {
        return sawEndOf == run;
    }

    /** Returns whether it has done something in a run that has ended, for the thread that has ended it. */
    boolean tookPartIn(int ended) {
        return tookPart == ended;
    }

    private boolean loop(@Nullable Completion until, long target) {
        int left = TURN;
        while (true) {
            if (!entered) {
                // Before anything is claimed: it may throw, and what is claimed must be done.
                run.enterKernel();
                entered = true;
            }
            if (claimsOwn()) {
                left -= Integer.bitCount(claimer.bits());
                doOwn();
                if (left <= 0 || isWanted(until, target) || (until != null && sawEndOf == epoch)) {
                    return true;
                }
                if (until == null && nextBegins()) {
                    continue;
                }
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
     * Waits with its list in hand until the next run begins, which so loses no time with finding threads; returns false if
     * none has begun for long, or other work waits.
     */
    private boolean staysForNext() {
        if (!spins || (run.epoch() == epoch && !run.isEnded())) {
            return false;
        }
        long since = 0;
        long last = 0;
        int lost = 0;
        for (int looks = 1; run.epoch() == epoch; looks++) {
            Thread.onSpinWait();
            if (looks % LOOK_AROUND == 0) {
                long now = System.nanoTime();
                if (since == 0 || now - last > LOST_NANOS && lost++ < MOST_LOST) {
                    // Who sleeps is woken on the same core again, who waits for one is given another that is free.
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
        }
        beginRun();
        return true;
    }

    private void beginRun() {
        // The volatile read of the epoch comes first: what follows is at least as new. It may belong to a later run
        // only if this
        // one has ended, and then nothing of it can be claimed any more.
        epoch = run.epoch();
        callerDriven = run.isCallerDriven();
        polls = 0;
        idleSince = 0;
    }

    /** Claims all of its own list in a run of which that is fixed; returns false if others have begun with it. */
    private boolean claimsOwn() {
        if (!run.isStaticallyOwned()) {
            return false;
        }
        boolean ahead = claimedAhead;
        claimedAhead = false;
        return claimer.claimsWhole(epoch, ahead);
    }

    /** Does all of its own list, one task after the other. */
    private void doOwn() {
        int place = claimer.place();
        int now = epoch;
        for (int rest = claimer.bits(); rest != 0; rest &= rest - 1) {
            int task = own.task(place + Integer.numberOfTrailingZeros(rest));
            awaits(task, now);
            if (!run.calls(task, now)) {
                run.perform(task, 1, now);
            }
            own.goesOn(++steps);
            done++;
        }
        if (run.endsWith(claimer.slot())) {
            sawEndOf = now;
        }
        tell();
    }

    /** Waits until a task is ready that it has claimed. If that takes long, it does what others have not begun with. */
    private void awaits(int task, int now) {
        for (int looks = 1; !run.isReady(task, now); looks++) {
            if (spins && looks < LOOKS) {
                Thread.onSpinWait();
            } else {
                waits();
                if (polls % TaskClaimer.LOOK_UP == 0 && claims()) {
                    performAll();
                }
            }
        }
        idleSince = 0;
        polls = 0;
    }

    /** Looks for the next run for a moment, and at nothing else: what others write costs them less so. */
    private boolean nextBegins() {
        for (int looks = 0; looks < LOOKS && spins; looks++) {
            if (run.epoch() != epoch) {
                beginRun();
                return true;
            }
            Thread.onSpinWait();
        }
        return false;
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
            own.goesOn(++steps);
        }
        done += Integer.bitCount(claimed);
    }

    /** Does a chunk and those of the rest that follow it, and returns what is left of the rest. */
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

    /**
     * Waits for a moment; returns false if it is time to leave. It does not yield: beside other processes that gives one of them a
     * slice of milliseconds, at the end of which the thread that was waited for has used up its own, and so on: they never run at a
     * time again.
     */
    private boolean waits() {
        if (polls == 0) {
            tell();
        }
        if (run.epoch() != epoch || !spins || run.isEnded()) {
            return false;
        }
        Thread.onSpinWait();
        if (polls++ % TaskClaimer.LOOK_UP != 0) {
            return true;
        }
        long now = System.nanoTime();
        if (idleSince == 0) {
            idleSince = now;
        }
        long spent = now - idleSince;
        if (spent > SPIN_NANOS) {
            LockSupport.parkNanos(job, NAP_NANOS);
        }
        return spent < pool.stayNanos();
    }

    /** Tells of what was done. Then others may see that all is done. */
    private void tell() {
        if (done > 0) {
            int tasks = done;
            done = 0;
            tookPart = epoch;
            entered = false;
            run.done(claimer.slot(), tasks, epoch, callerDriven);
        }
    }
}
