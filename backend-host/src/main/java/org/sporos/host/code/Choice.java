package org.sporos.host.code;

import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.sporos.host.cpp.NativeLoop;

/**
 * Whether pieces of a kernel's work go to its Java code or to C++: both are tried in turns, the faster one gets the work
 * until they are tried again. Counts what was done and says when that is so much that C++ would pay. Used by all threads
 * at once; its counters may lose counts, which matters to nobody.
 */
final class Choice {
    /** So many indexes are a good part of a second, more than a compiler takes. */
    private static final long BUSY = 1L << 29;

    private static final int TRIALS = 64;
    private static final int PIECES_BETWEEN = 1 << 13;

    private final Runnable onBusy;
    private volatile @Nullable NativeLoop code;
    private boolean forced;
    private long done;
    private boolean asked;

    private final AtomicInteger trial = new AtomicInteger();
    private volatile boolean open;
    private boolean chosen;
    private int pieces;
    private double java;
    private double cpp;

    Choice(Runnable onBusy) {
        this.onBusy = onBusy;
    }

    /** Takes the C++ code. */
    void offer(NativeLoop loop, boolean always) {
        forced = always;
        chosen = always;
        reopen();
        code = loop;
    }

    private void reopen() {
        java = Double.MAX_VALUE;
        cpp = Double.MAX_VALUE;
        trial.set(0);
        open = !forced;
    }

    /** Returns whether C++ has the work now. */
    boolean isNative() {
        return code != null && chosen;
    }

    /** Returns the C++ code if the next piece is for it, else null. */
    @Nullable
    NativeLoop next(long indexes) {
        NativeLoop loop = code;
        if (loop == null) {
            done += indexes;
            if (done >= BUSY && !asked) {
                asked = true;
                onBusy.run();
            }
            return null;
        }
        if (open) {
            return (trial.getAndIncrement() & 1) == 0 ? null : loop;
        }
        if (!forced && ++pieces >= PIECES_BETWEEN) {
            pieces = 0;
            reopen();
        }
        return chosen ? loop : null;
    }

    /** Returns the time before a piece, or 0 if nobody asks for it. */
    long before() {
        return open && code != null ? System.nanoTime() : 0;
    }

    /** Notes the time that a piece took. */
    void after(boolean wasNative, long indexes, long before) {
        if (before == 0 || indexes == 0) {
            return;
        }
        double each = (System.nanoTime() - before) / (double) indexes;
        if (wasNative) {
            cpp = Math.min(cpp, each);
        } else {
            java = Math.min(java, each);
        }
        if (trial.get() >= TRIALS) {
            chosen = cpp < java;
            open = false;
        }
    }
}
