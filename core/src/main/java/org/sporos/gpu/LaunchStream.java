package org.sporos.gpu;

import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** A native stream as those see it who enqueue copies and events beside launches. Thread-safe. */
interface LaunchStream {

    /** Sleeps for a tenth of the time that was waited, 10 ms at most, or for the time that is left. */
    static void nap(long waited, long left) {
        LockSupport.parkNanos(Math.min(left, Math.min(10_000_000, 1 + waited / 10)));
    }

    /** Returns its native handle. */
    long handle();

    /** Returns whether calls wait for a loop that the host watches, so that those to come must wait too. */
    boolean isBusy();

    /** Returns whether all that was given to it has ended; true of one that was destroyed. */
    boolean isIdle();

    /** Makes a call behind those that wait. */
    StreamQueue.Ticket later(Runnable call);

    /** Waits until all that was given to it is with the driver. */
    void drain();

    /** Records a native event, and returns what must have been enqueued before it can be waited for; null if it is. */
    StreamQueue.@Nullable Ticket record(long event);

    /**
     * Waits for runs that may wait for something outside by looking again and again: a driver's wait could not warn.
     * The naps grow with the time waited, so that an end is noticed later by a tenth of it at most.
     *
     * @param waiting what waits, for warnings
     * @param ended whether what is waited for has ended
     */
    void awaitWatched(String code, Object waiting, BooleanSupplier ended);
}
