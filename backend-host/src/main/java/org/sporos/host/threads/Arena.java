package org.sporos.host.threads;

import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;
import org.sporos.host.run.Completion;
import org.sporos.host.run.Job;
import org.sporos.internal.run.RunFrame;

/**
 * The shared scheduling state of one space's threads: the active runs, the waiting host calls, and the permits to run
 * kernels, one per thread of the space. An idle thread spins for a moment before it parks. Thread-safe.
 *
 * <p><b>Guarantees.</b> While a step is ready and a permit is free, some thread is at work, spins, or is being woken.
 * {@link #signal} wakes no thread while another one spins. So each thread that stops spinning checks once more before
 * it parks, and each thread that leaves ready steps behind signals in its turn.
 *
 * <p><b>Memory order.</b> A thread publishes a ready step by a release, then signals: a full fence, then the reads of
 * {@code spinning} and of the count of waiters. A thread that stops spinning decrements {@code spinning} by a volatile
 * read-modify-write, announces its wait by another one followed by a full fence, and then checks for ready steps. By
 * the full fences on both sides, either the signal sees the waiter, or the waiter sees the step (Dekker). The remaining
 * state, such as {@code callerWorked}, is plain: hints for the time to spin and the thread to wake first.
 */
final class Arena {
    /** Stands for a caller, instead of a worker's number. */
    private static final int CALLER = -1;

    /** The spin limit before a thread yields between polls: the awaited work may need its core. */
    private static final long YIELD_NANOS = 10_000;

    private final Permits permits;
    private final EventCount eventCount;
    private final HostCallQueue calls;
    private final AtomicInteger spinning = new AtomicInteger();
    private final ActiveRuns active = new ActiveRuns();
    private final SpinLimit spinLimit = new SpinLimit();
    private volatile boolean ended;
    /** True if the last work was done by a caller instead of a worker: a hint. */
    private boolean callerWorked;

    Arena(int threads, EventCount eventCount, HostCallQueue calls) {
        this.permits = new Permits(threads);
        this.eventCount = eventCount;
        this.calls = calls;
    }

    Permits permits() {
        return permits;
    }

    ActiveRuns active() {
        return active;
    }

    SpinLimit spinLimit() {
        return spinLimit;
    }

    /** Makes all workers end. */
    void end() {
        ended = true;
    }

    boolean isEnded() {
        return ended;
    }

    /** Wakes a thread for steps that became ready, unless a spinning thread will find them. */
    void signal() {
        // Store-load: earlier publications, before the reads of spinning and parked threads; see EventCount.
        VarHandle.fullFence();
        if (spinning.get() == 0 && eventCount.anyoneSleeps()) {
            eventCount.wakeAny();
        }
    }

    /** Signals if a step is ready. */
    void signalIfReady() {
        if (active.findReady(0) != null) {
            signal();
        }
    }

    /** Returns whether waiting callers execute the runs, so that workers need no wake-up. */
    boolean callersDoRuns() {
        return callerWorked && spinLimit.isRecent(System.nanoTime());
    }

    /** Returns whether a thread without a permit could get one and find a ready step. */
    boolean canTake() {
        return permits.isFree() && active.findReady(0) != null;
    }

    /** Runs ready steps on a caller until its target is reached or none is ready, given a permit. */
    void workUntil(Completion until, long target) {
        if (permits.tryTake()) {
            RunFrame before = RunFrame.current();
            try {
                work(CALLER, until, target);
            } finally {
                RunFrame.enter(before);
                permits.give();
            }
            signalIfReady();
        }
    }

    /** Runs ready steps until none is left or a host call waits. */
    void workAsWorker(int worker) {
        if (permits.tryTake()) {
            boolean more = false;
            try {
                more = work(worker, null, 0);
            } finally {
                RunFrame.enter(null);
                permits.give();
            }
            if (more) {
                signalIfReady();
            }
        }
    }

    /**
     * Runs ready steps; returns false if none is left, or true if the target is reached or, for a worker, a host call
     * waits.
     */
    private boolean work(int worker, @Nullable Completion until, long target) {
        int turn = 0;
        Job job = active.findReady(turn);
        while (job != null) {
            if (callerWorked != (worker == CALLER)) {
                callerWorked = worker == CALLER;
            }
            job.turn(worker, until, target);
            if (until == null ? calls.isPending() : until.isDone(target)) {
                return true;
            }
            job = active.findReady(++turn);
        }
        return false;
    }

    /** Returns whether there is work for a worker thread outside of the run it stays with. */
    boolean hasOtherWork(Job but) {
        return calls.isPending() || ended || active.hasReadyBut(but);
    }

    /** Spins for a moment; returns whether a step may be ready. */
    boolean spinAsWorker() {
        return spin(null, 0);
    }

    /** Spins for a moment; returns whether a step may be ready or the target is reached. */
    boolean spin(@Nullable Completion until, long target) {
        spinning.incrementAndGet();
        boolean found;
        try {
            found = isReason(until, target) || finds(until, target);
        } finally {
            spinning.decrementAndGet();
        }
        if (until != null && until.isDone(target)) {
            // Another thread may have relied on this one to run steps that became ready.
            signalIfReady();
        }
        return found;
    }

    /** Yields after a while: with more threads than cores, the awaited work may need this very core. */
    @SuppressWarnings("ThreadPriorityCheck")
    private boolean finds(@Nullable Completion until, long target) {
        long begin = System.nanoTime();
        long most = spinLimit.spinNanos();
        long spent = 0;
        while (spent < most) {
            Thread.onSpinWait();
            if (isReason(until, target)) {
                return true;
            }
            spent = System.nanoTime() - begin;
            if (spent > YIELD_NANOS) {
                Thread.yield();
            }
        }
        return false;
    }

    private boolean isReason(@Nullable Completion until, long target) {
        return canTake() || (until == null ? calls.isTakeable() || ended : until.isDone(target));
    }

    /**
     * The active runs, searched by all threads. Lock-free.
     *
     * <p><b>Memory order.</b> A run is added by a volatile compare-and-set and found by an acquire: its fields are
     * visible. It is removed by a release, so that the next user of the slot sees all writes for the run. A thread that
     * still sees the old run finds no ready task in it, by its epoch or ring.
     */
    static final class ActiveRuns {
        private static final int SLOTS = 32;

        private final AtomicReferenceArray<@Nullable Job> slots = new AtomicReferenceArray<>(SLOTS);
        private final AtomicReference<@Nullable ActiveRuns> more = new AtomicReference<>();
        private volatile int used;
        /** The largest number of concurrent runs; used in the first segment. */
        private int expected;

        /** Adds a run; returns its slot. */
        int add(Job run) {
            for (int slot = 0; slot < SLOTS; slot++) {
                // Plain: a hint, validated by the exchange. The exchange releases the run to the acquire of searching
                // threads.
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

        /** Reserves slots for more runs, so that {@link #add} allocates nothing; a negative number releases some. */
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

        /** The number of used slots never shrinks: reading a few empty ones costs less than synchronizing it. */
        private synchronized void raise(int slots) {
            used = Math.max(used, slots);
        }

        /** Removes the run in a slot. */
        void remove(int index) {
            ActiveRuns segment = this;
            int slot = index;
            while (slot >= SLOTS) {
                segment = java.util.Objects.requireNonNull(segment.more.get());
                slot -= SLOTS;
            }
            // Release: see above.
            segment.slots.setRelease(slot, null);
        }

        /**
         * Returns a run with ready steps, or null.
         *
         * @param turn the start of the search: incremented by the caller for round-robin
         */
        @Nullable
        Job findReady(int turn) {
            for (ActiveRuns segment = this; segment != null; segment = segment.more.get()) {
                int end = segment.used;
                for (int i = 0; i < end; i++) {
                    // Acquire, paired with the exchange of add. A thread about to park has a full fence before this,
                    // see EventCount.
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

    /**
     * The spin time of idle threads before they park, derived from the recent gaps between runs: about twice the usual
     * gap if that is short, else the minimum. Times are passed in. The fields are plain: hints, so that a stale or torn
     * value costs only time.
     */
    static final class SpinLimit {
        /** Limits of the spin time. */
        private static final long LEAST_SPIN_NANOS = 20_000;

        private static final long MOST_SPIN_NANOS = 100_000;
        /** Longer than most preemptions, which must not park the threads that wait for the preempted one. */
        private static final long STAY_NANOS = 250_000;

        /** The time after the last run during which callers are assumed to execute the runs. */
        private static final long RECENT_NANOS = 4_000_000;

        /** The end of the last run, and the average time from an end to the next begin. */
        private long lastEnd;

        private long gap = MOST_SPIN_NANOS;

        /** Records the start of a run. */
        public void begins(long now) {
            idledFor(now - lastEnd);
        }

        /** Records the start of a run, given its distance from the previous end. */
        public void idledFor(long nanos) {
            long apart = Math.min(Math.max(nanos, LEAST_SPIN_NANOS / 2), 2 * MOST_SPIN_NANOS);
            long change = (apart - gap) / 4;
            if (change != 0) {
                // Written only on change: spinning threads read it.
                gap += change;
            }
        }

        /** Records the end of a run. */
        public void ended(long now) {
            lastEnd = now;
        }

        /** Returns whether a run has ended recently. */
        public boolean isRecent(long now) {
            return now - lastEnd < RECENT_NANOS;
        }

        /** Returns the spin time of an idle thread: about twice the usual gap, unless that is long. */
        public long spinNanos() {
            long twice = 2 * gap;
            return twice > 2 * MOST_SPIN_NANOS
                    ? LEAST_SPIN_NANOS
                    : Math.min(MOST_SPIN_NANOS, Math.max(LEAST_SPIN_NANOS, twice));
        }

        /** Returns how long an idle thread stays with a run: longer if runs follow each other closely. */
        public long stayNanos() {
            return gap <= LEAST_SPIN_NANOS ? STAY_NANOS : spinNanos();
        }
    }
}
