package org.sporos.host.run;

import org.jspecify.annotations.Nullable;
import org.sporos.host.natives.ItemFailure;
import org.sporos.host.schedule.StepKind;
import org.sporos.plan.LaunchUnit;

/**
 * Why a run fails: what was thrown first, and where. A run ends with this alone; the text is made by the thread that
 * asks for it, since that runs code of the user, takes memory and may itself throw.
 *
 * @param unit the unit that failed
 * @param kind the kind of the step that failed
 * @param cause what was thrown, or null if a loop has made too many passes or nothing is known
 * @param limit the most passes of that loop
 */
public record RunFailure(
        LaunchUnit unit, byte kind, @Nullable Throwable cause, int limit) {
    /** The kind of a failure that there was no memory to note. */
    private static final byte UNTOLD = -1;

    public static RunFailure of(LaunchUnit unit, byte kind, Throwable cause) {
        return new RunFailure(unit, kind, cause, 0);
    }

    static RunFailure tooManyPasses(LaunchUnit unit, int limit) {
        return new RunFailure(unit, StepKind.LOOP, null, limit);
    }

    /** Returns what stands for any failure of a graph that there is no memory to note, made before one is needed. */
    static RunFailure untold(LaunchUnit some) {
        return new RunFailure(some, UNTOLD, null, 0);
    }

    /** Returns this failure with what was thrown outside of any unit. */
    RunFailure by(Throwable outside) {
        return new RunFailure(unit, kind, outside, limit);
    }

    public boolean isUntold() {
        return kind == UNTOLD;
    }

    /** Attaches what another chunk threw at the same time. */
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
