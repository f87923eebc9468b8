package org.sporos.host.threads;

import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.sporos.host.run.Completion;
import org.sporos.host.run.Job;
import org.sporos.host.tune.SpinLimit;
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
}
