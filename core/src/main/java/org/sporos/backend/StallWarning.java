package org.sporos.backend;

import java.lang.System.Logger;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.sporos.internal.error.Labels;
import org.sporos.internal.error.SafeLogger;

/**
 * A warning that is logged once if a wait of host code for runs takes long: what is waited for may be what only the
 * waiting thread can signal. The loop that waits asks for the time left; there is no thread of its own. The patience is
 * 5 seconds, or that of the system property {@code sporos.stall.seconds}. Used by one thread.
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
     * Makes a warning for a wait that begins now, and that may be long as long as there is progress.
     *
     * @param waiting the code of the warning and what waits, as in {@code S222: toArray of view 'x'}
     * @param runs the runs that are waited for, asked when the warning is given
     * @param progress a number that changes when a run ends; then the patience begins anew
     * @param queued the number of unfinished runs, read when the warning is logged
     */
    public StallWarning(String waiting, Supplier<List<RunEffects>> runs, LongSupplier progress, LongSupplier queued) {
        this.waiting = waiting;
        this.runs = runs;
        this.progress = progress;
        this.queued = queued;
        this.reached = progress.getAsLong();
    }

    /** Returns the nanoseconds until it is to be asked again; logs the warning if the time has come. */
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
