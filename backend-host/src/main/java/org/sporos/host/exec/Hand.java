package org.sporos.host.exec;

import org.jspecify.annotations.Nullable;

/**
 * What the thread that holds one list of a run knows. It does what is ready in its own list, then in lists that nobody
 * holds, then in lists of threads that do not get on, as they have lost their core; from a list of a thread that gets on
 * it takes the last tasks: soon where they are single calls, late where they are chunks of loops, whose data is in the
 * cache of the other. Used by one thread at a time.
 */
final class Hand extends Apart {
    /** The tasks that a thread does before it looks for other runs. */
    private static final int TURN = 1024;

    private static final int LOOK_UP = 4;
    private static final int LOOK_AROUND = 16;
    private static final int CALL = 16;
    private static final long YIELD_NANOS = 10_000;
    private static final long PATIENCE_NANOS = 2_000;
    /** Who does not end a task in the time of so many has lost its core, or does one that is worth more than the rest. */
    private static final int STALL_TASKS = 4;
    /** The time that a chunk gains where its data is in the cache, in tasks. */
    private static final int AFFINE_TASKS = 16;

    private final TapeRun run;
    private final TapeList[] lists;
    private final int slot;
    private final boolean spins;

    private int epoch;
    /** What it has claimed last: a list, a word of it, and bits of that. */
    private int from;

    private int word;
    private int bits;
    /** The tasks that it has done and not told of. */
    private int done;
    /** The last run in which it has done something. */
    private int tookPart;

    private long idleSince;
    private int polls;
    private int foreign;
    /** Whether this thread is one of kernels of the run: what ends a run may have made it one of others. */
    private boolean entered;
    /** Which list is watched, how far its holder was, and since when it has not got on. */
    private int watched;

    private long progress;
    private long stalledSince;

    Hand(TapeRun run, TapeList[] lists, int slot, boolean spins) {
        this.run = run;
        this.lists = lists;
        this.slot = slot;
        this.spins = spins;
    }

    /** Does what is ready. Returns whether it leaves although there may be more to do. */
    boolean work(@Nullable Awaited until, long target) {
        epoch = run.epoch();
        polls = 0;
        idleSince = 0;
        watched = slot;
        entered = false;
        boolean more = loop(until, target);
        tell();
        return more;
    }

    /** Returns whether it has done something in a run that has ended, for the thread that has ended it. */
    boolean tookPartIn(int ended) {
        return tookPart == ended;
    }

    private boolean loop(@Nullable Awaited until, long target) {
        int left = TURN;
        while (true) {
            if (!entered) {
                // Before anything is claimed: it may throw, and what is claimed must be done.
                run.enterKernel();
                entered = true;
            }
            if (claims()) {
                polls = 0;
                left -= Integer.bitCount(bits);
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
    @SuppressWarnings("ThreadPriorityCheck")
    private boolean staysForNext() {
        if (!spins || (run.epoch() == epoch && !run.isEnded())) {
            return false;
        }
        long since = 0;
        for (int looks = 1; run.epoch() == epoch; looks++) {
            Thread.onSpinWait();
            if (looks % LOOK_AROUND == 0) {
                long now = System.nanoTime();
                since = since == 0 ? now : since;
                if (now - since > run.pool().spinNanos() || run.pool().hasOtherWork(run)) {
                    return false;
                }
                if (now - since > YIELD_NANOS) {
                    Thread.yield();
                }
            }
        }
        epoch = run.epoch();
        polls = 0;
        idleSince = 0;
        return true;
    }

    private boolean isWanted(@Nullable Awaited until, long target) {
        return until == null ? run.pool().hostCallWaits() : until.isDone(target);
    }

    private void performAll() {
        TapeList list = lists[from];
        TapeList own = lists[slot];
        int place = list.place(word);
        int now = epoch;
        int rest = bits;
        while (rest != 0) {
            int task = list.task(place + Integer.numberOfTrailingZeros(rest));
            int tasks = 1;
            rest &= rest - 1;
            while (rest != 0 && run.follow(task + tasks - 1, list.task(place + Integer.numberOfTrailingZeros(rest)))) {
                tasks++;
                rest &= rest - 1;
            }
            run.perform(task, tasks, now);
            own.goesOn();
        }
        done += Integer.bitCount(bits);
    }

    /** Claims what to do next; returns false if there is nothing. */
    private boolean claims() {
        if (claims(slot, lists[slot].claim(epoch, run.batch(), run.piece())) || ofFree()) {
            idleSince = 0;
            return true;
        }
        return idleSince != 0 && polls % LOOK_UP == 0 && ofHeld();
    }

    private boolean claims(int list, long claim) {
        if (claim == TapeList.NONE) {
            return false;
        }
        from = list;
        word = (int) (claim >>> 32);
        bits = (int) claim;
        return true;
    }

    /** Takes from a list that nobody holds, and calls for somebody who does. */
    private boolean ofFree() {
        for (int i = 1; i < lists.length; i++) {
            int other = other(i);
            if (lists[other].isFree() && claims(other, lists[other].claim(epoch, run.batch(), run.piece()))) {
                if (foreign++ % CALL == 0) {
                    run.callOthers();
                }
                return true;
            }
        }
        return false;
    }

    private int other(int i) {
        return (slot + i) % lists.length;
    }

    /** Takes from a list that somebody holds. */
    private boolean ofHeld() {
        long now = System.nanoTime();
        if (isStalled(now) && claims(watched, lists[watched].claim(epoch, run.batch(), run.piece()))) {
            return true;
        }
        int tasks = run.isAffine() ? AFFINE_TASKS : 1;
        if (now - idleSince > tasks * run.taskNanos() + (run.isAffine() ? PATIENCE_NANOS : 0)) {
            for (int i = 1; i < lists.length; i++) {
                if (claims(other(i), lists[other(i)].claimLast(epoch))) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Returns whether who holds the watched list has not got on for long; watches the next one if it has. */
    private boolean isStalled(long now) {
        if (watched == slot || lists[watched].progress() != progress) {
            watched = other(1 + polls / LOOK_UP % Math.max(1, lists.length - 1));
            progress = lists[watched].progress();
            stalledSince = now;
        }
        return now - stalledSince > PATIENCE_NANOS + STALL_TASKS * run.taskNanos();
    }

    /** Waits for a moment; returns false if it is time to leave. */
    @SuppressWarnings("ThreadPriorityCheck")
    private boolean waits() {
        if (polls == 0) {
            tell();
        }
        if (run.epoch() != epoch || !spins || run.isEnded()) {
            return false;
        }
        Thread.onSpinWait();
        if (polls++ % LOOK_UP != 0) {
            return true;
        }
        long now = System.nanoTime();
        if (idleSince == 0) {
            idleSince = now;
        }
        long spent = now - idleSince;
        if (spent > YIELD_NANOS) {
            Thread.yield();
        }
        return spent < run.pool().spinNanos();
    }

    /** Tells of what was done. Then others may see that all is done. */
    private void tell() {
        if (done > 0) {
            int tasks = done;
            done = 0;
            tookPart = epoch;
            entered = false;
            run.done(slot, tasks, epoch);
        }
    }
}
