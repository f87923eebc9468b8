package org.sporos.sweep;

import java.io.Serializable;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.sporos.internal.error.Required;
import org.sporos.space.ExecutionSpace;

/**
 * One row of a table: a set of parameters with its result, or with the exception that it ended with. Immutable, and
 * serializable if parameters and result are.
 *
 * <pre>{@code
 * for (SweepCase<Integer, Double> row : sweep.run(cases).rows()) {
 *     System.out.println(row + " after " + row.time() + " on " + row.space());
 * }
 * }</pre>
 *
 * @param index its place among the cases, from 0
 * @param parameters what the function was called with
 * @param state how it ended
 * @param result what the function returned; null unless it is done
 * @param failure what was thrown; null if it is done, or was never begun
 * @param space the name of the space that it ran on, empty if it was never begun
 * @param time how long the function and its runs took
 * @param <P> a set of parameters
 * @param <R> a result
 */
public record SweepCase<P, R>(
        int index,
        P parameters,
        State state,
        @Nullable R result,
        @Nullable Throwable failure,
        String space,
        Duration time)
        implements Serializable {

    /** The end of a case. */
    public enum State {
        /** It has a result. */
        DONE,
        /** The function, or a run that it submitted, threw an exception. */
        FAILED,
        /** The sweep was cancelled before it began, or it heard of that and gave up. */
        CANCELLED
    }

    /**
     * Calls the function and waits for all that it has submitted to the space. For systems that spread the cases
     * themselves; {@link Sweep} does the same.
     *
     * @return the row, whatever the function throws; what runs of the space throw at the end belongs to it, too
     */
    public static <P, R> SweepCase<P, R> run(
            int index, P parameters, SweepFunction<? super P, ? extends R> function, ExecutionSpace space) {
        Required.argument(parameters, () -> "case " + index + " of a sweep");
        Required.argument(function, "the function of a sweep");
        long begin = System.nanoTime();
        R result = null;
        Throwable failure = null;
        try {
            result = function.apply(parameters, space);
        } catch (Throwable e) {
            failure = e;
        }
        failure = joined(failure, lateFailure(space));
        Duration time = Duration.ofNanos(System.nanoTime() - begin);
        return failure == null
                ? new SweepCase<>(index, parameters, State.DONE, result, null, space.name(), time)
                : new SweepCase<>(index, parameters, State.FAILED, null, failure, space.name(), time);
    }

    /** Returns what a run that the case left behind has failed with, so that no later case meets it. */
    private static @Nullable Throwable lateFailure(ExecutionSpace space) {
        try {
            if (space.isUsable()) {
                space.fence();
            }
            return null;
        } catch (RuntimeException | Error e) {
            return e;
        }
    }

    private static @Nullable Throwable joined(@Nullable Throwable first, @Nullable Throwable late) {
        if (first != null && late != null && first != late) {
            first.addSuppressed(late);
        }
        return first != null ? first : late;
    }

    /** Returns a row of a case that never ran. */
    static <P, R> SweepCase<P, R> notBegun(int index, P parameters, State state, @Nullable Throwable reason) {
        return new SweepCase<>(index, parameters, state, null, reason, "", Duration.ZERO);
    }

    /** Returns it as one that gave up since the sweep was cancelled. */
    SweepCase<P, R> cancelled() {
        return new SweepCase<>(index, parameters, State.CANCELLED, null, failure, space, time);
    }

    /** Returns one line with the parameters and the result or the failure. */
    @Override
    public String toString() {
        return "case " + index + ", " + Cell.text(parameters) + ": "
                + switch (state) {
                    case DONE -> Cell.text(result);
                    case FAILED -> "failed: " + Cell.failure(failure);
                    case CANCELLED -> "cancelled";
                };
    }
}
