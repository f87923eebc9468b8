package org.sporos.comm;

import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The thread of one communicator's operations on host spaces, so that no thread of a space waits for other
 * processes. It is a daemon, starts with an operation, and ends when the communicator is closed or idle.
 *
 * <p>Only a holder of the communicator's turn passes a step, see {@link RankProgress}. The turn passes with the
 * step: the thread holds it until it releases it, once. As there is one turn, one slot for a step is sufficient.
 */
final class OperationThread {
    /** The timeout of an idle thread, so that an unclosed communicator retains none. */
    private static final long IDLE = TimeUnit.SECONDS.toNanos(10);

    private final String name;
    private @Nullable Thread thread;
    private @Nullable Runnable next;
    private boolean isEnded;
    /** True while the current step holds the turn; for the thread alone. */
    private boolean hasTurn;

    OperationThread(String name) {
        this.name = name;
    }

    /** Passes a step with the turn; returns false if the thread has ended, and the caller keeps both. */
    synchronized boolean hand(Runnable step) {
        if (isEnded) {
            return false;
        }
        if (thread == null) {
            Thread made = new Thread(this::work, name);
            made.setDaemon(true);
            made.start();
            thread = made;
        }
        next = step;
        notifyAll();
        return true;
    }

    private void work() {
        for (Runnable step = take(); step != null; step = take()) {
            hasTurn = true;
            step.run();
            // An interrupt left by user code of one step must not reach the next one.
            var left = Thread.interrupted();
        }
    }

    /** Returns the next step, or null at the end. A step passed before the end is still run. */
    private synchronized @Nullable Runnable take() {
        long end = System.nanoTime() + IDLE;
        for (long left = IDLE; next == null && !isEnded && left > 0; left = end - System.nanoTime()) {
            try {
                TimeUnit.NANOSECONDS.timedWait(this, left);
            } catch (InterruptedException strangers) {
                // Interrupts are ignored; the end is signalled by the flag.
            }
        }
        Runnable taken = next;
        next = null;
        if (taken == null) {
            thread = null;
        }
        return taken;
    }

    /** Returns whether this is the thread. */
    synchronized boolean isCurrent() {
        return Thread.currentThread() == thread;
    }

    /** Takes the turn from the current step of this thread; returns false if it was taken before. */
    boolean takeTurn() {
        boolean had = hasTurn;
        hasTurn = false;
        return had;
    }

    /** Ends it after the current step. */
    synchronized void end() {
        isEnded = true;
        notifyAll();
    }
}
