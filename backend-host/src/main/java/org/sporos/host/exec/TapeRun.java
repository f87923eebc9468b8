package org.sporos.host.exec;

import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLongArray;
import org.jspecify.annotations.Nullable;

/**
 * The state of the runs of some tapes. Each thread that takes part holds one list and does the tasks of it that are
 * ready; it takes ready tasks of lists that nobody holds at once, and those of lists that somebody holds only when they
 * have waited for long.
 *
 * <p>Nothing is forgotten: who finds nothing to do gives its list back, and then looks once more. So the last one to
 * leave has seen that nothing is ready while nobody was at work: then all is done.
 */
final class TapeRun implements Job {
    /** So many tasks ahead a thread looks for one that is ready. */
    static final int AHEAD = 32;
    /** Holders and hints of two lists do not share a cache line. */
    private static final int APART = 16;

    private static final int FREE = 0;
    private static final int HELD = 1;
    private static final int PATIENCE_TASKS = 16;
    private static final long PATIENCE_NANOS = 2_000;

    private final TapeState state;
    private final Tapes tapes;
    private final Run run;
    private final Pool pool;
    private final Run.RunEnd end;
    private final Hand[] hands;
    private final AtomicIntegerArray held;
    /** For each list: the epoch, and a place before which all its tasks are claimed. */
    private final AtomicLongArray heads;

    private final AtomicInteger left = new AtomicInteger();
    private volatile int epoch;
    private long patience;
    private boolean wakes;

    /**
     * @param spins whether threads that find nothing wait for a moment before they leave
     */
    TapeRun(Tapes tapes, Run run, Pool pool, Run.RunEnd end, boolean spins) {
        this.state = new TapeState(tapes);
        this.tapes = tapes;
        this.run = run;
        this.pool = pool;
        this.end = end;
        this.held = new AtomicIntegerArray(APART * tapes.slots());
        this.heads = new AtomicLongArray(APART * tapes.slots());
        this.hands = new Hand[tapes.slots()];
        for (int slot = 0; slot < hands.length; slot++) {
            hands[slot] = new Hand(this, state, slot, spins);
        }
    }

    /**
     * Begins the next run.
     *
     * @param nanos about how long it takes one thread, or a large number if that is not known
     * @param wakeNanos the work that is worth to wake a thread for
     */
    void begin(long nanos, long wakeNanos) {
        patience = PATIENCE_NANOS + PATIENCE_TASKS * (nanos / tapes.tasks());
        wakes = nanos >= wakeNanos;
        left.set(tapes.tasks());
        epoch = epoch + 1;
    }

    /** Returns whether nothing is left to do, also not by others. */
    boolean isEnded() {
        return left.get() == 0;
    }

    /** Returns whether more than one thread took part in the run that has ended, as its last thread sees it. */
    boolean wasShared() {
        int sharers = 0;
        for (Hand hand : hands) {
            sharers += hand.tookPartIn(epoch) ? 1 : 0;
        }
        return sharers > 1;
    }

    int epoch() {
        return epoch;
    }

    long patience() {
        return patience;
    }

    Pool pool() {
        return pool;
    }

    @Override
    public boolean hasReady() {
        int now = epoch;
        for (int slot = 0; slot < hands.length; slot++) {
            if (isFree(slot) && readyTask(slot, now, false) >= 0) {
                return true;
            }
        }
        return false;
    }

    boolean isFree(int slot) {
        return held.get(APART * slot) == FREE;
    }

    @Override
    public void turn(int worker, @Nullable Awaited until, long target) {
        int slot = hold((worker + 1) % hands.length);
        while (slot >= 0) {
            Hand hand = hands[slot];
            if (wakes && hasReady()) {
                pool.signal();
            }
            boolean more = hand.work(until, target);
            held.set(APART * slot, FREE);
            // Who gives a list back must look again after that, see above.
            VarHandle.fullFence();
            slot = more || !hasReady() ? -1 : hold(slot);
        }
    }

    private int hold(int wish) {
        int slot = wish;
        for (int i = 0; i < hands.length; i++) {
            if (isFree(slot) && held.compareAndSet(APART * slot, FREE, HELD)) {
                return slot;
            }
            slot = slot + 1 == hands.length ? 0 : slot + 1;
        }
        return -1;
    }

    /** Tells others of a thread that there is work for which nobody is there. */
    void callOthers() {
        if (wakes) {
            pool.signal();
        }
    }

    /**
     * Returns a task of a list that is ready and that nobody has claimed, or -1.
     *
     * @param far whether to take the last one that is seen, which is the farthest from those who work on the list
     */
    int readyTask(int slot, int now, boolean far) {
        int at = head(slot, now);
        int stop = tapes.firstOfSlot()[slot + 1];
        int found = -1;
        for (int seen = 0; at < stop && seen < AHEAD; at++) {
            int task = tapes.tape()[at];
            if (!state.isClaimed(task, now)) {
                seen++;
                if (state.isReady(task, now)) {
                    found = task;
                    if (!far) {
                        return task;
                    }
                }
            }
        }
        return found;
    }

    /** Returns a place in a list before which all is claimed, and keeps it. */
    private int head(int slot, int now) {
        long word = heads.getAcquire(APART * slot);
        int begin = (int) (word >>> 32) == now ? (int) word : tapes.firstOfSlot()[slot];
        int at = begin;
        int stop = tapes.firstOfSlot()[slot + 1];
        while (at < stop && state.isClaimed(tapes.tape()[at], now)) {
            at++;
        }
        if (at != begin && epoch == now) {
            heads.setRelease(APART * slot, (long) now << 32 | at);
        }
        return at;
    }

    int slots() {
        return hands.length;
    }

    Tapes tapes() {
        return tapes;
    }

    void perform(int task) {
        run.work(tapes.step()[task], tapes.chunk()[task]);
    }

    /** Says that so many tasks are done; who says it of the last ones ends the run. */
    void done(int tasks) {
        if (left.addAndGet(-tasks) == 0) {
            end.ended();
        }
    }
}
