package org.sporos.comm;

import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The thread that makes the operations of one communicator on host spaces, so that none of a space waits for other
 * processes. It is a daemon, starts with an operation, and ends when the communicator is closed or idle.
 *
 * <p>A step is handed over only by a caller that holds the turn of the communicator, see {@link RankProgress}. The turn
 * goes with the step: the thread has it until it gives it back, once. As there is one turn, one place for a step is
 * enough.
 */
final class OperationThread {
    /** Then an idle thread ends, so that a communicator that nobody closes does not keep one. */
    private static final long IDLE = TimeUnit.SECONDS.toNanos(10);

    private final String name;
    private @Nullable Thread thread;
    private @Nullable Runnable next;
    private boolean isEnded;
    /** True while the step that is made now has the turn; for the thread alone. */
    private boolean hasTurn;

    OperationThread(String name) {
        this.name = name;
    }

    /** Hands over a step with the turn; returns false if the thread has ended, and the caller keeps both. */
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
            // An interrupt that user code of one step has left behind is none of the next.
            var left = Thread.interrupted();
        }
    }

    /** Returns the next step, or null at the end. A step that was handed over before the end is still made. */
    private synchronized @Nullable Runnable take() {
        long end = System.nanoTime() + IDLE;
        for (long left = IDLE; next == null && !isEnded && left > 0; left = end - System.nanoTime()) {
            try {
                TimeUnit.NANOSECONDS.timedWait(this, left);
            } catch (InterruptedException strangers) {
                // Nobody has a reason to interrupt it; its end is told by the flag.
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

    /** Takes the turn from the step that this thread makes; returns false if it was taken before. */
    boolean takeTurn() {
        boolean had = hasTurn;
        hasTurn = false;
        return had;
    }

    /** Ends it after the step that it makes. */
    synchronized void end() {
        isEnded = true;
        notifyAll();
    }
}
