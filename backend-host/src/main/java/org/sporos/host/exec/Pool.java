package org.sporos.host.exec;

import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.sporos.host.exec.Sleepers.Sleeper;
import org.sporos.space.RunFrame;

/**
 * The threads of one space at work: its workers, and callers that wait for a run and take part meanwhile. At most as many
 * as the space has threads work on kernels at a time. Who finds nothing spins for a moment, then sleeps. Thread-safe.
 *
 * <p>No work is forgotten: who makes a step ready wakes a sleeper unless somebody spins; who stops to spin looks once more
 * before it sleeps; who leaves while steps are ready, or takes one of several, passes the word on.
 */
final class Pool {
    /** The steps that a thread goes on with before it looks for other runs. */
    private static final int TURN = 1024;

    private static final long SPIN_NANOS = 30_000;
    private static final long YIELD_NANOS = 8_000;

    private final Permits permits;
    private final AtomicInteger spinning = new AtomicInteger();
    private final ActiveRuns active = new ActiveRuns();
    private final Sleepers sleepers = new Sleepers();
    private final HostCalls calls = new HostCalls();
    private final Crew crew;

    Pool(int threads) {
        this.permits = new Permits(threads);
        this.crew = new Crew(this, sleepers, calls, threads);
    }

    Permits permits() {
        return permits;
    }

    Crew crew() {
        return crew;
    }

    /** Lets threads find work in a run; returns the place to give to {@link #deactivate}. */
    int activate(Run run) {
        crew.start();
        return active.add(run);
    }

    void deactivate(int place) {
        active.remove(place);
    }

    /** Says that steps became ready that more threads could share. */
    void signal() {
        VarHandle.fullFence();
        if (spinning.get() == 0 && sleepers.anyoneSleeps()) {
            sleepers.wakeAny();
        }
    }

    private void signalIfReady() {
        if (active.findReady(0) != null) {
            signal();
        }
    }

    /** Says that a run has ended. */
    void signalEnd() {
        VarHandle.fullFence();
        sleepers.wakeCallers();
    }

    /** Has a worker make a host call. */
    void offerHost(StepWaiter call) {
        crew.start();
        calls.offer(call);
        VarHandle.fullFence();
        sleepers.wakeWorker();
    }

    /** Returns whether a thread without a permit could take one and find work. */
    boolean canTake() {
        return permits.isFree() && active.findReady(0) != null;
    }

    /** Waits until something is done, and takes part in the work meanwhile. */
    void await(Awaited until, long target) {
        Sleeper sleeper = null;
        boolean interrupted = false;
        while (!until.isDone(target)) {
            workUntil(until, target);
            if (spin(until, target)) {
                continue;
            }
            if (sleeper == null) {
                sleeper = sleepers.add(false);
            }
            interrupted |= Thread.interrupted();
            sleeper.prepare(until, target);
            if (until.isDone(target) || canTake()) {
                sleeper.cancel();
            } else {
                sleeper.sleep();
            }
        }
        if (sleeper != null) {
            sleepers.remove(sleeper);
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void workUntil(Awaited until, long target) {
        if (permits.tryTake()) {
            RunFrame before = RunFrame.current();
            try {
                work(until, target);
            } finally {
                RunFrame.enter(before);
                permits.give();
            }
            signalIfReady();
        }
    }

    /** Works until nothing is ready or a host call waits. */
    void workAsWorker() {
        if (permits.tryTake()) {
            try {
                work(null, 0);
            } finally {
                RunFrame.enter(null);
                permits.give();
            }
            if (calls.isPending()) {
                signalIfReady();
            }
        }
    }

    /** Works until nothing is ready, or what is awaited is done; without that, until a host call waits. */
    private void work(@Nullable Awaited until, long target) {
        int turn = 0;
        Run run = active.findReady(turn);
        while (run != null) {
            long claim = run.claim();
            if (claim != ReadyRing.NONE) {
                if (turn == 0) {
                    signalIfReady();
                }
                takeTurn(run, claim, until, target);
            }
            if (until == null ? calls.isPending() : until.isDone(target)) {
                return;
            }
            run = active.findReady(++turn);
        }
    }

    private static void takeTurn(Run run, long first, @Nullable Awaited until, long target) {
        int left = TURN;
        long claim = first;
        while (claim != ReadyRing.NONE) {
            int step = (int) (claim >>> 32);
            int chunk = (int) claim;
            do {
                step = run.perform(step, chunk);
                chunk = 0;
            } while (step != Run.NOTHING && --left > 0);
            if (step != Run.NOTHING) {
                run.offer(step);
                return;
            }
            if (--left <= 0 || (until != null && until.isDone(target))) {
                return;
            }
            claim = run.claim();
        }
    }

    /** Spins for a moment; returns whether there may be something to do. */
    boolean spinAsWorker() {
        return spin(null, 0);
    }

    /** Yields, too: on a machine that has more threads than cores, the work may be waiting for this very core. */
    @SuppressWarnings("ThreadPriorityCheck")
    private boolean spin(@Nullable Awaited until, long target) {
        spinning.incrementAndGet();
        long begin = System.nanoTime();
        long spent = 0;
        boolean found = isReason(until, target);
        while (!found && spent < SPIN_NANOS) {
            Thread.onSpinWait();
            if (spent > YIELD_NANOS) {
                Thread.yield();
            }
            found = isReason(until, target);
            spent = System.nanoTime() - begin;
        }
        spinning.decrementAndGet();
        if (until != null && until.isDone(target)) {
            // Somebody may have relied on this thread to take what became ready.
            signalIfReady();
        }
        return found;
    }

    private boolean isReason(@Nullable Awaited until, long target) {
        return canTake() || (until == null ? calls.isTakeable() || crew.isEnded() : until.isDone(target));
    }
}
