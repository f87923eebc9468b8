package org.sporos.host.threads;

import org.jspecify.annotations.Nullable;
import org.sporos.host.run.StepWaiter;

/**
 * The host calls that wait for a worker thread, first come first served, and the number of workers. One worker always
 * stays outside of host calls: the last one takes a call only after the call has waited for a while, and is then
 * replaced. So calls that wait for each other or for other runs never block the space, and short calls start no
 * threads. Thread-safe.
 */
final class HostCallQueue {
    /** The time after which a waiting call gets a worker of its own. */
    static final long PATIENCE_NANOS = 1_000_000;

    private @Nullable StepWaiter first;
    private @Nullable StepWaiter last;
    private int workers;
    private int inCalls;
    private volatile boolean pending;

    /** Adds a call. */
    synchronized void offer(StepWaiter call) {
        call.since = System.nanoTime();
        call.nextCall = null;
        if (last == null) {
            first = call;
        } else {
            last.nextCall = call;
        }
        last = call;
        pending = true;
    }

    /** Returns whether a call waits. */
    boolean isPending() {
        return pending;
    }

    /** Returns whether a worker may take a call now. */
    boolean isTakeable() {
        return pending && isTakeableNow();
    }

    private synchronized boolean isTakeableNow() {
        return first != null && (inCalls + 1 < workers || System.nanoTime() - first.since >= PATIENCE_NANOS);
    }

    /** Removes and returns the next call for a worker, or null. */
    synchronized @Nullable StepWaiter take() {
        if (!isTakeableNow()) {
            return null;
        }
        StepWaiter call = java.util.Objects.requireNonNull(first);
        first = call.nextCall;
        if (first == null) {
            last = null;
            pending = false;
        }
        call.nextCall = null;
        inCalls++;
        return call;
    }

    /** Counts the end of a taken call. */
    synchronized void ended() {
        inCalls--;
    }

    /** Returns whether all workers are in calls, so that another one is needed. */
    synchronized boolean needsWorker() {
        return inCalls >= workers;
    }

    synchronized void workerAdded() {
        workers++;
    }

    synchronized void workerLost() {
        workers--;
    }

    /** Removes an idle worker if there are more than the given number; returns whether it must end. */
    synchronized boolean removeWorker(int keep) {
        if (workers <= keep || pending || inCalls + 1 >= workers) {
            return false;
        }
        workers--;
        return true;
    }

    synchronized int workers() {
        return workers;
    }
}
