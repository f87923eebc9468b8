package org.sporos.host.threads;

import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;
import org.sporos.host.run.Job;

/**
 * The runs that threads look for work in. Adding, removing and looking never wait for each other.
 *
 * <p><b>Memory order.</b> A run is added by a volatile compare-and-set and found by an acquire: its fields are seen. It
 * is removed by a release, so that the next user of the slot sees all that was done for the run. A thread that still
 * sees the old run finds no ready task in it, by its epoch or ring.
 */
final class ActiveRuns {
    private static final int SLOTS = 32;

    private final AtomicReferenceArray<@Nullable Job> slots = new AtomicReferenceArray<>(SLOTS);
    private final AtomicReference<@Nullable ActiveRuns> more = new AtomicReference<>();
    private volatile int used;
    /** The runs that there can be at a time; used in the first segment. */
    private int expected;

    /** Adds a run, and returns the place to remove it from. */
    int add(Job run) {
        for (int slot = 0; slot < SLOTS; slot++) {
            // Plain: a hint, which the exchange checks. The exchange releases the run to the acquire of threads that
            // look.
            if (slots.getPlain(slot) == null && slots.compareAndSet(slot, null, run)) {
                if (slot >= used) {
                    raise(slot + 1);
                }
                return slot;
            }
        }
        ActiveRuns next = more.get();
        if (next == null) {
            more.compareAndSet(null, new ActiveRuns());
            next = java.util.Objects.requireNonNull(more.get());
        }
        return SLOTS + next.add(run);
    }

    /** Makes room for so many more runs, so that {@link #add} needs no memory; negative: for fewer. */
    synchronized void expect(int runs) {
        expected += runs;
        ActiveRuns last = this;
        for (int room = SLOTS; room < expected; room += SLOTS) {
            if (last.more.get() == null) {
                last.more.compareAndSet(null, new ActiveRuns());
            }
            last = java.util.Objects.requireNonNull(last.more.get());
        }
    }

    /** Slots in use only ever grow: looking through a few empty ones costs less than agreeing on their number. */
    private synchronized void raise(int slots) {
        used = Math.max(used, slots);
    }

    /** Removes the run at a place. */
    void remove(int place) {
        ActiveRuns segment = this;
        int slot = place;
        while (slot >= SLOTS) {
            segment = java.util.Objects.requireNonNull(segment.more.get());
            slot -= SLOTS;
        }
        // Release: see above.
        segment.slots.setRelease(slot, null);
    }

    /**
     * Returns a run that has ready steps, or null.
     *
     * @param turn where to begin to look: a caller that counts it up gives each run its turn
     */
    @Nullable
    Job findReady(int turn) {
        for (ActiveRuns segment = this; segment != null; segment = segment.more.get()) {
            int end = segment.used;
            for (int i = 0; i < end; i++) {
                // Acquire, paired with the exchange of add. A thread that is about to park has a full fence before it
                // comes here, see EventCount.
                Job run = segment.slots.getAcquire(end == 1 ? 0 : (turn + i) % end);
                if (run != null && run.hasReady()) {
                    return run;
                }
            }
        }
        return null;
    }

    /** Returns whether another run than the given one has ready steps. */
    boolean hasReadyBut(Job one) {
        for (ActiveRuns segment = this; segment != null; segment = segment.more.get()) {
            for (int i = 0; i < segment.used; i++) {
                // Acquire: as above.
                Job run = segment.slots.getAcquire(i);
                if (run != null && run != one && run.hasReady()) {
                    return true;
                }
            }
        }
        return false;
    }
}
