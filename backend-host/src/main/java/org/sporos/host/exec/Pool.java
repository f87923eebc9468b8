package org.sporos.host.exec;

import java.lang.System.Logger;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.sporos.host.exec.Sleepers.Sleeper;
import org.sporos.space.RunFrame;

/**
 * The threads of one space: workers of its own, and callers that wait for a run and take part meanwhile. At most as many
 * as the space has threads work on kernels at a time. Idle threads spin for a moment, then sleep. Thread-safe.
 */
final class Pool {
    private static final Logger LOG = System.getLogger("org.sporos.host");
    private static final AtomicInteger NUMBER = new AtomicInteger();

    /** The steps that a thread goes on with before it looks for other runs. */
    private static final int TURN = 1024;

    private static final long SPIN_NANOS = 30_000;
    private static final long SPARE_NANOS = 1_000_000_000L;

    private final int number = NUMBER.getAndIncrement();
    private final int base;
    private final AtomicInteger permits;
    private final AtomicInteger spinning = new AtomicInteger();
    private final ActiveRuns active = new ActiveRuns();
    private final Sleepers sleepers = new Sleepers();
    private final HostCalls calls = new HostCalls();
    private final List<Worker> workers = new ArrayList<>();
    private int workersMade;
    private volatile int keep;
    private volatile boolean started;
    private volatile boolean ended;

    Pool(int threads) {
        this.permits = new AtomicInteger(threads);
        this.base = Math.max(1, threads - 1);
        this.keep = base;
    }

    // What runs tell the pool.

    /** Lets threads find work in a run; returns the place to give to {@link #deactivate}. */
    int activate(Run run) {
        if (!started) {
            start();
        }
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

    /** Says that a run has ended. */
    void signalEnd() {
        VarHandle.fullFence();
        sleepers.wakeCallers();
    }

    /** Has a worker make a host call. */
    void offerHost(StepWaiter call) {
        if (!started) {
            start();
        }
        calls.offer(call);
        VarHandle.fullFence();
        sleepers.wakeWorker();
    }

    /** Keeps one worker more, so that the first host call need not wait for one. */
    synchronized void expectHostCalls() {
        keep = base + 1;
        if (started) {
            addWorkers();
        }
    }

    // Permits: who works on kernels.

    /** Takes a permit to work on kernels, if there is one. */
    boolean tryPermit() {
        int free = permits.get();
        while (free > 0) {
            if (permits.compareAndSet(free, free - 1)) {
                return true;
            }
            free = permits.get();
        }
        return false;
    }

    void releasePermit() {
        permits.incrementAndGet();
    }

    private boolean canTake() {
        return permits.get() > 0 && active.findReady(0) != null;
    }

    private void signalIfReady() {
        if (active.findReady(0) != null) {
            signal();
        }
    }

    // Work.

    /** Works with a permit until nothing is ready, what is awaited is done, or a host call waits for this worker. */
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

    private void takeTurn(Run run, long first, @Nullable Awaited until, long target) {
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

    /** Waits until something is done, and takes part in the work meanwhile. */
    void await(Awaited until, long target) {
        if (until.isDone(target)) {
            return;
        }
        RunFrame before = RunFrame.current();
        Sleeper sleeper = null;
        boolean interrupted = false;
        while (!until.isDone(target)) {
            if (tryPermit()) {
                try {
                    work(until, target);
                } finally {
                    RunFrame.enter(before);
                    releasePermit();
                }
                signalIfReady();
            }
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

    /** Spins for a moment; returns whether there is a reason not to sleep. */
    private boolean spin(@Nullable Awaited until, long target) {
        spinning.incrementAndGet();
        long begin = System.nanoTime();
        boolean found;
        do {
            found = until == null ? canTake() || calls.isTakeable() || ended : until.isDone(target) || canTake();
            if (!found) {
                Thread.onSpinWait();
                if (System.nanoTime() - begin > SPIN_NANOS / 4) {
                    Thread.yield();
                }
            }
        } while (!found && System.nanoTime() - begin < SPIN_NANOS);
        spinning.decrementAndGet();
        if (found && until != null && until.isDone(target)) {
            // Somebody may have relied on this thread to take what became ready.
            signalIfReady();
        }
        return found;
    }

    // Workers.

    private synchronized void start() {
        if (!started && !ended) {
            started = true;
            addWorkers();
        }
    }

    private void addWorkers() {
        while (calls.workers() < keep) {
            addWorker();
        }
    }

    private synchronized void addWorker() {
        if (ended) {
            return;
        }
        Worker worker = new Worker(this, "sporos-host-" + number + "-" + workersMade++);
        calls.workerAdded();
        workers.add(worker);
        try {
            worker.start();
        } catch (OutOfMemoryError e) {
            workers.remove(worker);
            calls.workerLost();
            LOG.log(Logger.Level.WARNING, "no thread for one more worker of a host space", e);
        }
    }

    /** The life of a worker. */
    void serve(Worker worker) {
        Sleeper sleeper = sleepers.add(true);
        boolean goesOn = true;
        while (goesOn && !ended) {
            try {
                StepWaiter call = calls.isPending() ? calls.take() : null;
                if (call != null) {
                    call(worker, call);
                    continue;
                }
                if (tryPermit()) {
                    try {
                        work(null, 0);
                    } finally {
                        RunFrame.enter(null);
                        releasePermit();
                    }
                    if (calls.isPending()) {
                        signalIfReady();
                    }
                }
                goesOn = spin(null, 0) || sleep(sleeper);
            } catch (Throwable t) {
                LOG.log(Logger.Level.ERROR, "a worker of a host space goes on after a failure", t);
            }
        }
        sleepers.remove(sleeper);
        synchronized (this) {
            workers.remove(worker);
        }
    }

    private void call(Worker worker, StepWaiter call) {
        if (calls.needsWorker()) {
            addWorker();
        }
        worker.inHostCall = true;
        try {
            call.run.call(call.step);
        } finally {
            worker.inHostCall = false;
            calls.ended();
        }
    }

    /** Returns whether the worker goes on. */
    private boolean sleep(Sleeper sleeper) {
        boolean spare = calls.workers() > keep;
        Thread.interrupted();
        sleeper.prepare(null, 0);
        if (canTake() || calls.isTakeable() || ended) {
            sleeper.cancel();
            return true;
        }
        long begin = System.nanoTime();
        if (calls.isPending()) {
            sleeper.sleep(HostCalls.PATIENCE_NANOS);
        } else if (spare) {
            sleeper.sleep(SPARE_NANOS);
        } else {
            sleeper.sleep();
        }
        boolean idle = spare && System.nanoTime() - begin >= SPARE_NANOS;
        return !(idle && calls.removeWorker(keep));
    }

    /** Returns whether this thread is a worker of any pool that makes a host call. */
    static boolean inHostCall() {
        return Thread.currentThread() instanceof Worker worker && worker.inHostCall;
    }

    /** Ends all workers and waits for them. No run may be left. */
    void close() {
        List<Worker> last;
        synchronized (this) {
            ended = true;
            last = List.copyOf(workers);
        }
        VarHandle.fullFence();
        sleepers.wakeAll();
        boolean interrupted = false;
        for (Worker worker : last) {
            while (worker != Thread.currentThread() && worker.isAlive()) {
                try {
                    worker.join();
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
