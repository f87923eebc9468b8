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
 * Where the threads of one space find work: the active runs, the waiting host calls, and the permits to work on
 * kernels, of which there are as many as the space has threads. A thread that finds no work spins for a moment before
 * it parks. Thread-safe.
 *
 * <p><b>What it guarantees.</b> While a step is ready and a permit is free, some thread is at work, spins, or is being
 * woken. {@link #signal} wakes no thread while another one spins. So each thread that stops spinning looks once more
 * before it parks, and each thread that leaves while steps are ready, or takes one of several, signals in its turn.
 *
 * <p><b>Memory order.</b> A thread publishes a ready step by a release, then signals: a full fence, then the reads of
 * {@code spinning} and of the count of waiters. A thread that stops spinning decrements {@code spinning} by a volatile
 * read-modify-write, announces its wait by another one with a full fence after it, and then looks for ready steps. By
 * the full fences on both sides, either the signal sees the waiter, or the waiter sees the step (Dekker). The remaining
 * state, such as {@code callerWorked}, is plain: hints that choose how long to spin and which thread to wake first.
 */
final class Arena {
    /** The number of a caller, in the place of a worker's number. */
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
    /** True if work was done last by a caller and not by a worker: a hint. */
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

    /** Says that all workers must end. */
    void end() {
        ended = true;
    }

    boolean isEnded() {
        return ended;
    }

    /** Wakes a thread for steps that became ready, unless one spins and will find them. */
    void signal() {
        // Store-load: what was published, before the look at threads that spin or wait; see EventCount.
        VarHandle.fullFence();
        if (spinning.get() == 0 && eventCount.anyoneSleeps()) {
            eventCount.wakeAny();
        }
    }

    /** Says so if a step is ready. */
    void signalIfReady() {
        if (active.findReady(0) != null) {
            signal();
        }
    }

    /** Returns whether callers that wait do the runs, so that workers need not be woken. */
    boolean callersDoRuns() {
        return callerWorked && spinLimit.isRecent(System.nanoTime());
    }

    /** Returns whether a thread without a permit could take one and find work. */
    boolean canTake() {
        return permits.isFree() && active.findReady(0) != null;
    }

    /** Has a caller work until something is done or nothing is ready, if there is a permit. */
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

    /** Works until nothing is ready or a host call waits. */
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

    /** Works until nothing is ready, or returns true: what is awaited is done; without that, a host call waits. */
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

    /** Returns whether there is something to do for a worker that stays with a run. */
    boolean hasOtherWork(Job but) {
        return calls.isPending() || ended || active.hasReadyBut(but);
    }

    /** Spins for a moment; returns whether there may be something to do. */
    boolean spinAsWorker() {
        return spin(null, 0);
    }

    /** Spins for a moment; returns whether there may be something to do, or what is awaited is done. */
    boolean spin(@Nullable Completion until, long target) {
        spinning.incrementAndGet();
        boolean found;
        try {
            found = isReason(until, target) || finds(until, target);
        } finally {
            spinning.decrementAndGet();
        }
        if (until != null && until.isDone(target)) {
            // Another thread may have relied on this one to take what became ready.
            signalIfReady();
        }
        return found;
    }

    /**
     * Yields after a while: on a machine that has more threads than cores, the work may be waiting for this very core.
     */
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
     * The runs that threads look for work in. Adding, removing and looking never wait for each other.
     *
     * <p><b>Memory order.</b> A run is added by a volatile compare-and-set and found by an acquire: its fields are seen. It
     * is removed by a release, so that the next user of the slot sees all that was done for the run. A thread that still
     * sees the old run finds no ready task in it, by its epoch or ring.
     */
    static final class ActiveRuns {
        private static final int SLOTS = 32;

        private final AtomicReferenceArray<@Nullable Job> slots = new AtomicReferenceArray<>(SLOTS);
        private final AtomicReference<@Nullable ActiveRuns> more = new AtomicReference<>();
        private volatile int used;
        /** The runs that there can be at a time; used in the first segment. */
        private int expected;

        /** Adds a run, and returns the place to remove it from. */
        int add(Job run) {
            for (int slot = 0; slot < SLOTS; slot++) {
                // Plain: a hint, which the exchange checks. The exchange releases the run to the acquire of threads
                // that
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
                    // Acquire, paired with the exchange of add. A thread that is about to park has a full fence before
                    // it
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

    /**
     * How long a thread without work spins before it parks, by how soon runs have followed each other of late: about twice
     * the usual gap between them if that is short, and hardly at all if it is long. Times are passed in. The fields are
     * plain: hints, so that a stale or torn value costs time alone.
     */
    static final class SpinLimit {
        /** Spin limits before parking. */
        private static final long LEAST_SPIN_NANOS = 20_000;

        private static final long MOST_SPIN_NANOS = 100_000;
        /** Longer than most preemptions, which must not park the threads that wait for the preempted one. */
        private static final long STAY_NANOS = 250_000;

        /** The time after the last run during which callers are assumed to do the runs. */
        private static final long RECENT_NANOS = 4_000_000;

        /** When a run has ended last, and how long after that the next one began, on average. */
        private long lastEnd;

        private long gap = MOST_SPIN_NANOS;

        /** Says that a run begins. */
        public void begins(long now) {
            idledFor(now - lastEnd);
        }

        /** Says that a run begins so long after one has ended. */
        public void idledFor(long nanos) {
            long apart = Math.min(Math.max(nanos, LEAST_SPIN_NANOS / 2), 2 * MOST_SPIN_NANOS);
            long change = (apart - gap) / 4;
            if (change != 0) {
                // Written only if it changes: threads that spin read it.
                gap += change;
            }
        }

        /** Says that a run has ended. */
        public void ended(long now) {
            lastEnd = now;
        }

        /** Returns whether a run has ended lately. */
        public boolean isRecent(long now) {
            return now - lastEnd < RECENT_NANOS;
        }

        /** Returns how long a thread without work waits for more: about twice as long as it took until now, if not long. */
        public long spinNanos() {
            long twice = 2 * gap;
            return twice > 2 * MOST_SPIN_NANOS
                    ? LEAST_SPIN_NANOS
                    : Math.min(MOST_SPIN_NANOS, Math.max(LEAST_SPIN_NANOS, twice));
        }

        /**
         * Returns how long a thread stays with a run that has ended or that others end: longer if runs follow each other
         * closely.
         */
        public long stayNanos() {
            return gap <= LEAST_SPIN_NANOS ? STAY_NANOS : spinNanos();
        }
    }
}
