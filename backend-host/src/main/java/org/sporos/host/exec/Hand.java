package org.sporos.host.exec;

import java.util.concurrent.locks.LockSupport;
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
    /** Who waits for longer has its core do something else: it may be what is waited for. */
    private static final long SPIN_NANOS = 50_000;

    private static final long NAP_NANOS = 50_000;
    /** Who does nothing for so long while it looks for work has lost its core to another thread. */
    private static final long LOST_NANOS = 200_000;
    /** So often it waits on for the next run after that. */
    private static final int MOST_LOST = 16;

    private static final long PATIENCE_NANOS = 2_000;
    /** Who does not end a task in the time of so many has lost its core, or does one that is worth more than the rest. */
    private static final int STALL_TASKS = 4;
    /** The time that a chunk gains where its data is in the cache, in tasks. */
    private static final int AFFINE_TASKS = 16;

    private final TapeRun run;
    private final TapeList[] lists;
    private final int slot;
    private final boolean spins;
    private final Frontier frontier;

    private int epoch;
    /** What it has claimed last: a list, a word of it, and bits of that. */
    private int from;

    private int word;
    private int bits;
    /** How far it has come since ever. */
    private long steps;
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
    /** Whether that is so long that it has lost its core, and may still be away in the runs that follow. */
    private boolean stalled;

    Hand(TapeRun run, TapeList[] lists, Frontier frontier, int slot, boolean spins) {
        this.run = run;
        this.frontier = frontier;
        this.lists = lists;
        this.slot = slot;
        this.watched = slot;
        this.spins = spins;
    }

    /** Does what is ready. Returns whether it leaves although there may be more to do. */
    boolean work(@Nullable Awaited until, long target) {
        epoch = run.epoch();
        polls = 0;
        idleSince = 0;
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
                }
                last = now;
                if (now - since > run.pool().stayNanos() || run.pool().hasOtherWork(run)) {
                    return false;
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
            rest &= rest - 1;
            if (!run.calls(task, now)) {
                rest = performChunks(task, list, place, rest);
            }
            own.goesOn(++steps);
        }
        done += Integer.bitCount(bits);
    }

    /** Does a chunk and those of the rest that follow it, and returns what is left of the rest. */
    private int performChunks(int task, TapeList list, int place, int rest) {
        int left = rest;
        int tasks = 1;
        while (left != 0 && run.follow(task + tasks - 1, list.task(place + Integer.numberOfTrailingZeros(left)))) {
            tasks++;
            left &= left - 1;
        }
        run.perform(task, tasks, epoch);
        return left;
    }

    /** Claims what to do next; returns false if there is nothing. */
    private boolean claims() {
        if (claims(slot, lists[slot].claimKnown(epoch, frontier.known(epoch), run.batch(), run.piece()))) {
            idleSince = 0;
            return true;
        }
        int known = frontier.advance(epoch);
        if (ofBehind(known) || claimsOf(slot, known) || ofFree(known) || ofStalled(known)) {
            idleSince = 0;
            return true;
        }
        return idleSince != 0 && polls % LOOK_UP == 0 && ofHeld(known);
    }

    private boolean claimsOf(int list, int known) {
        return claims(list, lists[list].claim(epoch, known, run.batch(), run.piece()));
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

    /**
     * Takes from the list whose task all wait for first, if nobody works on it: so what waits for many tasks becomes ready
     * early, and is found by one comparison.
     */
    private boolean ofBehind(int known) {
        int behind = frontier.slot();
        return behind != slot
                && !run.isAffine()
                && (claimsOfFree(behind, known) || behind == watched && ofStalled(known));
    }

    /** Takes from a list that nobody holds. */
    private boolean ofFree(int known) {
        for (int i = 1; i < lists.length; i++) {
            if (claimsOfFree(other(i), known)) {
                return true;
            }
        }
        return false;
    }

    /** Takes from a list if nobody holds it, and calls for somebody who does. */
    private boolean claimsOfFree(int other, int known) {
        if (lists[other].isFree() && claimsOf(other, known)) {
            if (foreign++ % CALL == 0) {
                run.callOthers();
            }
            return true;
        }
        return false;
    }

    private int other(int i) {
        return (slot + i) % lists.length;
    }

    /** Takes from a list whose holder had lost its core and has not got on since. */
    private boolean ofStalled(int known) {
        return stalled && lists[watched].progress() == progress && claimsOf(watched, known);
    }

    /** Takes from a list that somebody holds. */
    private boolean ofHeld(int known) {
        long now = System.nanoTime();
        watch(now);
        if (ofStalled(known)) {
            return true;
        }
        int tasks = run.isAffine() ? AFFINE_TASKS : 1;
        if (now - idleSince > tasks * run.taskNanos() + (run.isAffine() ? PATIENCE_NANOS : 0)) {
            for (int i = 1; i < lists.length; i++) {
                if (claims(other(i), lists[other(i)].claimLast(epoch, known))) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Finds whether who holds the watched list has not got on for long; watches another one if it has, or has been found. */
    private void watch(long now) {
        boolean getsOn = watched == slot || lists[watched].progress() != progress;
        if (getsOn || stalled && lists.length > 2) {
            watched = other(1 + polls / LOOK_UP % Math.max(1, lists.length - 1));
            progress = lists[watched].progress();
            stalledSince = now;
            stalled = false;
        }
        stalled |= now - stalledSince > PATIENCE_NANOS + STALL_TASKS * run.taskNanos();
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
        if (polls++ % LOOK_UP != 0) {
            return true;
        }
        long now = System.nanoTime();
        if (idleSince == 0) {
            idleSince = now;
        }
        long spent = now - idleSince;
        if (spent > SPIN_NANOS) {
            LockSupport.parkNanos(run, NAP_NANOS);
        }
        return spent < run.pool().stayNanos();
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
