package org.sporos.host.exec;

import org.jspecify.annotations.Nullable;

/** What the thread that holds one list of a run knows. Used by one thread at a time. */
final class Hand {
    /** The tasks that a thread does before it looks for other runs. */
    private static final int TURN = 1024;

    private static final int NONE = -1;
    private static final int LOOK_UP = 16;
    private static final long YIELD_NANOS = 10_000;

    private final TapeRun run;
    private final TapeState state;
    private final int slot;
    private final boolean spins;
    private final int[] tape;
    private final int begin;
    private final int end;

    private int epoch;
    /** All tasks of its list before this place are claimed. */
    private int at;
    /** The tasks that it has done and not told of. */
    private int done;

    /** The last run in which it has done something. */
    private int tookPart;

    private long idleSince;
    private long patience;
    private int polls;
    private int foreign;

    Hand(TapeRun run, TapeState state, int slot, boolean spins) {
        this.run = run;
        this.state = state;
        this.slot = slot;
        this.spins = spins;
        this.tape = run.tapes().tape();
        this.begin = run.tapes().firstOfSlot()[slot];
        this.end = run.tapes().firstOfSlot()[slot + 1];
    }

    /** Does what is ready. Returns whether it leaves although there may be more to do. */
    boolean work(@Nullable Awaited until, long target) {
        epoch = run.epoch();
        at = begin;
        polls = 0;
        idleSince = 0;
        patience = run.patience();
        boolean more = loop(until, target);
        tell();
        return more;
    }

    /** Returns whether it has done something in a run that has ended, for the thread that has ended it. */
    boolean tookPartIn(int run) {
        return tookPart == run;
    }

    private boolean loop(@Nullable Awaited until, long target) {
        int left = TURN;
        while (true) {
            int task = next();
            if (task != NONE) {
                polls = 0;
                perform(task);
                if (--left % LOOK_UP == 0 && (left <= 0 || isWanted(until, target))) {
                    return true;
                }
            } else if (isWanted(until, target)) {
                return true;
            } else if (!waits()) {
                return false;
            }
        }
    }

    private boolean isWanted(@Nullable Awaited until, long target) {
        return until == null ? run.pool().hostCallWaits() : until.isDone(target);
    }

    private void perform(int task) {
        run.perform(task);
        state.finish(task, epoch);
        done++;
    }

    /** Returns a task, now the caller's, or none. */
    private int next() {
        int task = own();
        if (task == NONE) {
            task = ofFree();
        }
        if (task == NONE && idleSince != 0 && polls % LOOK_UP == 0) {
            task = ofPatient();
        }
        return task;
    }

    private int own() {
        while (at < end && state.isClaimed(tape[at], epoch)) {
            at++;
        }
        int stop = Math.min(end, at + TapeRun.AHEAD);
        for (int place = at; place < stop; place++) {
            int task = tape[place];
            if (!state.isClaimed(task, epoch) && state.isReady(task, epoch) && state.claim(task, epoch)) {
                idleSince = 0;
                return task;
            }
        }
        return NONE;
    }

    /** Takes from a list that nobody holds, and calls for somebody who does. */
    private int ofFree() {
        for (int i = 1; i < run.slots(); i++) {
            int other = (slot + i) % run.slots();
            if (run.isFree(other)) {
                int task = run.readyTask(other, epoch, false);
                if (task >= 0 && state.claim(task, epoch)) {
                    if (foreign++ % LOOK_UP == 0) {
                        run.callOthers();
                    }
                    idleSince = 0;
                    return task;
                }
            }
        }
        return NONE;
    }

    /** Takes from a list that somebody holds who seems not to get on. */
    private int ofPatient() {
        if (System.nanoTime() - idleSince < patience) {
            return NONE;
        }
        for (int i = 1; i < run.slots(); i++) {
            int task = run.readyTask((slot + i) % run.slots(), epoch, true);
            if (task >= 0 && state.claim(task, epoch)) {
                return task;
            }
        }
        return NONE;
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
            run.done(tasks);
        }
    }
}
