package org.sporos.gpu;

import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** A native stream for copies and events that accompany launches. Thread-safe. */
interface LaunchStream {

    /** Sleeps for a tenth of the time waited, at most 10 ms and at most the time left. */
    static void backOff(long waited, long left) {
        LockSupport.parkNanos(Math.min(left, Math.min(10_000_000, 1 + waited / 10)));
    }

    /** Returns the native handle. */
    long handle();

    /** Returns whether calls are queued after a polled loop, so that later calls must be queued, too. */
    boolean isBusy();

    /** Returns whether all enqueued work is complete; true after its destruction. */
    boolean isIdle();

    /** Queues a call after the queued ones. */
    StreamQueue.Ticket enqueue(Runnable call);

    /** Waits until all queued calls have been made. */
    void drain();

    /** Records a native event; returns the queued call for it, or null if it was enqueued directly. */
    StreamQueue.@Nullable Ticket record(long event);

    /**
     * Waits for runs that may block externally by polling, because a driver's wait could not log a warning. Polls back
     * off, so the delay adds at most a tenth of the time waited.
     *
     * @param waiting the waiting call, for warnings
     * @param ended whether the awaited work is complete
     */
    void awaitWatched(String code, Object waiting, BooleanSupplier ended);
}
