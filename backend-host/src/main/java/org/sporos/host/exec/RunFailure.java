package org.sporos.host.exec;

import org.jspecify.annotations.Nullable;
import org.sporos.host.cpp.ItemFailure;

/**
 * Why a run fails: what was thrown first, and where. Its text is made when the run has ended.
 *
 * @param step the step that failed
 * @param kind the kind of the step
 * @param cause what was thrown, or null if a loop has made too many passes
 * @param limit the most passes of that loop
 */
record RunFailure(int step, byte kind, @Nullable Throwable cause, int limit) {

    static RunFailure of(int step, byte kind, Throwable cause) {
        return new RunFailure(step, kind, cause, 0);
    }

    static RunFailure tooManyPasses(int step, int limit) {
        return new RunFailure(step, StepKind.LOOP, null, limit);
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
