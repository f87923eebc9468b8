package org.sporos.host.threads;

import java.lang.System.Logger;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.sporos.host.natives.CpuAffinity;
import org.sporos.host.run.StepWaiter;
import org.sporos.host.threads.EventCount.Sleeper;
import org.sporos.internal.base.DaemonThreads;
import org.sporos.internal.error.SafeLogger;

/**
 * The worker threads of a space: started with its first work, ended with the space. Their number is that of the space's
 * threads, minus a participating caller; plus one if graphs have host calls; plus spare ones while all others are in
 * such calls, which end after a second of idleness. Thread-safe.
 *
 * <p><b>Napping.</b> If callers executed recent runs, one worker parks for a millisecond at a time and polls. A thread
 * that offers a serial run then wakes no worker. No run is missed: it is published before a full fence and the load of
 * {@code napping}; the worker stores {@code napping}, and checks for work after the full fence of {@code prepareWait}
 * before it parks again.
 */
public final class WorkerThreads {
    private static final Logger LOG = SafeLogger.of("org.sporos.host");
    /** The idle time after which a spare worker ends. */
    private static final long SPARE_NANOS = 1_000_000_000L;
    /**
     * The longest nap of a worker beside a run without a waiting caller. Without naps a chain of 90 us takes 1.08 of
     * the time, see docs/benchmarks/special-cases-on-host.md.
     */
    private static final long NAP_NANOS = 1_000_000;
    /** The most logged warnings: a repeated failure must not fill the log. */
    private static final int MOST_COMPLAINTS = 10;

    private final String name;
    private final Arena arena;
    private final CpuAvoidance cpuAvoidance;
    private final EventCount eventCount;
    private final HostCallQueue calls;
    private final int base;
    private final List<Worker> workers = new ArrayList<>();
    /** True while one worker naps. */
    private final AtomicBoolean napping = new AtomicBoolean();

    private int workersMade;
    /** Updated without order: a hint. */
    private int complaints;

    private volatile int keep;
    private volatile boolean started;

    WorkerThreads(
            Arena arena,
            CpuAvoidance cpuAvoidance,
            EventCount eventCount,
            HostCallQueue calls,
            int threads,
            String name) {
        this.name = name;
        this.arena = arena;
        this.cpuAvoidance = cpuAvoidance;
        this.eventCount = eventCount;
        this.calls = calls;
        this.base = Math.max(1, threads - 1);
        this.keep = base;
    }

    /** Starts the workers once. */
    void start() {
        if (!started) {
            startAll();
        }
    }

    private synchronized void startAll() {
        if (!started && !arena.isEnded()) {
            addMissing();
            // Without any worker, the next thread that needs one tries again.
            started = calls.workers() > 0;
        }
    }

    /** Adds one worker, so that the first host call finds a free one. */
    public synchronized void expectHostCalls() {
        keep = base + 1;
        if (started) {
            addMissing();
        }
    }

    private void addMissing() {
        while (calls.workers() < keep && add()) {}
    }

    /**
     * Starts a worker; returns false if there is no memory or no thread for it. Does not throw: runs continue without
     * it.
     */
    private synchronized boolean add() {
        if (arena.isEnded()) {
            return false;
        }
        Worker worker = null;
        calls.workerAdded();
        try {
            int number = workersMade;
            worker = DaemonThreads.make(() -> new Worker(this::serve, eventCount, number, name + "-" + number));
            workers.add(worker);
            worker.start();
            workersMade++;
            return true;
        } catch (Throwable e) {
            calls.workerLost();
            if (worker != null) {
                workers.remove(worker);
                eventCount.remove(worker.sleeper());
            }
            complain(Logger.Level.WARNING, "the system has no thread for one more worker of a host space", e);
            return false;
        }
    }

    /** Returns whether workers are missing although there is work for them. */
    boolean isMissing() {
        return !started && !arena.isEnded();
    }

    private void complain(Logger.Level level, String what, Throwable why) {
        if (complaints < MOST_COMPLAINTS) {
            complaints++;
            LOG.log(level, what, why);
        }
    }

    /** The main loop of a worker. */
    private void serve(Worker worker) {
        boolean stays = true;
        while (stays) {
            try {
                stays = serveOn(worker);
            } catch (Throwable t) {
                goOnAfter(t);
            }
        }
        eventCount.remove(worker.sleeper());
        synchronized (this) {
            workers.remove(worker);
        }
    }

    /** Logs a failure if possible: logging may load classes, without memory for them. */
    private void goOnAfter(Throwable failure) {
        try {
            complain(Logger.Level.ERROR, "a worker of a host space goes on after a failure of its own", failure);
        } catch (Throwable unheard) {
            Thread.onSpinWait();
        }
    }

    /** Serves runs and calls until it throws, or returns false when the worker must end. */
    private boolean serveOn(Worker worker) {
        boolean goesOn = true;
        while (goesOn && !arena.isEnded()) {
            StepWaiter call = calls.isPending() ? calls.take() : null;
            if (call == null) {
                arena.workAsWorker(worker.number());
                goesOn = arena.spinAsWorker() || sleepElsewhere(worker.sleeper());
            } else {
                call(call);
            }
        }
        return false;
    }

    private void call(StepWaiter call) {
        if (calls.needsWorker()) {
            add();
        }
        try {
            call.run();
        } finally {
            // An interrupt of one call must not reach the next one.
            Thread.interrupted();
            calls.ended();
        }
    }

    /** Parks off the core of a thread that worked alone recently. */
    private boolean sleepElsewhere(Sleeper sleeper) {
        boolean avoids = cpuAvoidance.avoid();
        try {
            return sleep(sleeper);
        } finally {
            if (avoids) {
                CpuAffinity.roam();
            }
        }
    }

    /** Parks until there is work; returns false if the worker is spare and must end. */
    private boolean sleep(Sleeper sleeper) {
        boolean spare = calls.workers() > keep;
        Thread.interrupted();
        sleeper.prepareWait(null, 0);
        if (arena.canTake() || calls.isTakeable() || arena.isEnded()) {
            sleeper.cancelWait();
            return true;
        }
        if (calls.isPending()) {
            sleeper.commitWait(HostCallQueue.PATIENCE_NANOS);
        } else if (spare) {
            return sleeper.commitWait(SPARE_NANOS) || !calls.removeWorker(keep);
        } else if (arena.callersDoRuns() && napping.compareAndSet(false, true)) {
            nap(sleeper);
        } else {
            sleeper.commitWait();
        }
        return true;
    }

    /** Parks for short times, until it is woken, finds work, or callers no longer execute the runs. */
    private void nap(Sleeper sleeper) {
        try {
            while (!sleeper.commitWait(NAP_NANOS)) {
                Thread.interrupted();
                sleeper.prepareWait(null, 0);
                if (arena.isEnded() || !arena.callersDoRuns() || arena.canTake() || calls.isPending()) {
                    sleeper.cancelWait();
                    break;
                }
            }
        } finally {
            // A thread that saw this flag published its run before. This worker checks for runs after it: at once, by
            // loads that may pass this store, and after a full fence before it parks again.
            napping.set(false);
        }
    }

    /** Returns whether a worker will soon poll for work. */
    boolean isNapping() {
        return napping.get();
    }

    /** Ends all workers and joins them. Requires that no run is left. */
    public void close() {
        List<Worker> last;
        synchronized (this) {
            arena.end();
            last = List.copyOf(workers);
        }
        // Store-load: the end was published before the read of parked threads.
        VarHandle.fullFence();
        eventCount.wakeAll();
        boolean interrupted = false;
        for (Worker worker : last) {
            while (worker.isAlive()) {
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
