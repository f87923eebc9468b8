package org.sporos.backend;

import java.lang.System.Logger;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.sporos.internal.error.Labels;
import org.sporos.internal.error.SafeLogger;

/**
 * A warning that is logged once if host code waits long for runs: they may be waiting for a signal from the waiting
 * thread itself. The waiting loop polls it; there is no timer thread. The patience is 5 seconds, or the value of the
 * system property {@code sporos.stall.seconds}. Used by one thread.
 */
public final class StallWarning {
    private static final Logger LOG = SafeLogger.of("org.sporos");
    private static final long DEFAULT_SECONDS = 5;
    private static final int MOST_NAMED = 5;

    private final String waiting;
    private final Supplier<List<RunEffects>> runs;
    private final long seconds = Math.max(0, Long.getLong("sporos.stall.seconds", DEFAULT_SECONDS));
    private final LongSupplier progress;
    private final LongSupplier queued;
    private long begin = System.nanoTime();
    private long reached;
    private boolean given;

    /**
     * Creates a warning for a wait that begins now; progress restarts the patience.
     *
     * @param waiting the code of the warning and the waiting call, such as {@code S222: toArray of view 'x'}
     * @param runs the awaited runs, read when the warning is logged
     * @param progress a number that changes when a run ends
     * @param queued the number of unfinished runs, read when the warning is logged
     */
    public StallWarning(String waiting, Supplier<List<RunEffects>> runs, LongSupplier progress, LongSupplier queued) {
        this.waiting = waiting;
        this.runs = runs;
        this.progress = progress;
        this.queued = queued;
        this.reached = progress.getAsLong();
    }

    /** Returns the nanoseconds until the next poll; logs the warning when it is due. */
    public long nanosLeft() {
        if (given) {
            return Long.MAX_VALUE;
        }
        long now = progress.getAsLong();
        if (now != reached) {
            reached = now;
            begin = System.nanoTime();
        }
        long left = TimeUnit.SECONDS.toNanos(seconds) - (System.nanoTime() - begin);
        if (left > 0) {
            return left;
        }
        given = true;
        LOG.log(Logger.Level.WARNING, text());
        return Long.MAX_VALUE;
    }

    private String text() {
        StringBuilder text = new StringBuilder(waiting)
                .append(" has waited for ")
                .append(seconds)
                .append(" s for");
        String between = " ";
        for (RunEffects run : runs.get()) {
            text.append(between)
                    .append("graph ")
                    .append(Labels.quoted(run.graph().label()));
            List<String> waits = run.waits();
            if (!waits.isEmpty()) {
                List<String> named = waits.subList(0, Math.min(MOST_NAMED, waits.size()));
                text.append(" (").append(String.join(", ", named)).append(')');
            }
            between = ", ";
        }
        long count = queued.getAsLong();
        return text.append("; ")
                .append(count)
                .append(count == 1 ? " run is queued" : " runs are queued")
                .append(
                        "; none has ended meanwhile; if only this thread can let it go on, it never will: signal, record or open what it waits for"
                                + " before this call")
                .toString();
    }
}
