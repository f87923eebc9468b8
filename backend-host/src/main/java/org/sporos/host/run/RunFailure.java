package org.sporos.host.run;

import org.jspecify.annotations.Nullable;
import org.sporos.host.natives.ItemFailure;
import org.sporos.host.schedule.StepKind;
import org.sporos.plan.LaunchUnit;

/**
 * The first failure of a run: its exception and its step. The message is built later by the thread that reports it,
 * since that runs user code, allocates and may itself throw.
 *
 * @param unit the unit that failed
 * @param kind the kind of the step that failed
 * @param cause the exception, or null if a loop has exceeded its limit of iterations or no memory was left
 * @param limit the largest number of iterations of that loop
 */
public record RunFailure(
        LaunchUnit unit, byte kind, @Nullable Throwable cause, int limit) {
    /** The kind of a failure that could not be recorded for lack of memory. */
    private static final byte UNTOLD = -1;

    public static RunFailure of(LaunchUnit unit, byte kind, Throwable cause) {
        return new RunFailure(unit, kind, cause, 0);
    }

    static RunFailure tooManyIterations(LaunchUnit unit, int limit) {
        return new RunFailure(unit, StepKind.LOOP, null, limit);
    }

    /** Returns the stand-in for failures that cannot be recorded for lack of memory; allocated ahead. */
    static RunFailure untold(LaunchUnit some) {
        return new RunFailure(some, UNTOLD, null, 0);
    }

    /** Returns this failure with an exception from outside of any unit. */
    RunFailure by(Throwable outside) {
        return new RunFailure(unit, kind, outside, limit);
    }

    public boolean isUntold() {
        return kind == UNTOLD;
    }

    /** Attaches the concurrent exception of another chunk. */
    void add(RunFailure other) {
        if (cause != null && other.cause != null) {
            Throwable own = ItemFailure.thrown(cause);
            Throwable more = ItemFailure.thrown(other.cause);
            if (own != more) {
                own.addSuppressed(more);
            }
        }
    }
}
