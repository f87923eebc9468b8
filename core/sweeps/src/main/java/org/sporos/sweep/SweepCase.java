package org.sporos.sweep;

import java.io.Serializable;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.sporos.internal.error.Required;
import org.sporos.space.ExecutionSpace;

/**
 * One row of a table: a set of parameters with its result or its exception. Immutable, and serializable if parameters
 * and result are.
 *
 * <pre>{@code
 * for (SweepCase<Integer, Double> row : sweep.run(cases).rows()) {
 *     System.out.println(row + " after " + row.time() + " on " + row.space());
 * }
 * }</pre>
 *
 * @param index its index among the cases, from 0
 * @param parameters the argument of the function
 * @param state the outcome
 * @param result the result of the function; null unless it is done
 * @param failure the exception; null if it is done, or was never started
 * @param space the name of its space, empty if it was never started
 * @param time the time of the function and its runs
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
        /** The sweep was cancelled before it started, or interrupted it. */
        CANCELLED
    }

    /**
     * Calls the function and waits for its runs on the space. For systems that distribute the cases themselves;
     * {@link Sweep} does the same.
     *
     * @return the row, also if the function or a run throws
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

    /** Returns the failure of a run that the case did not wait for, so that no later case sees it. */
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

    /** Returns the row of a case that never ran. */
    static <P, R> SweepCase<P, R> notBegun(int index, P parameters, State state, @Nullable Throwable reason) {
        return new SweepCase<>(index, parameters, state, null, reason, "", Duration.ZERO);
    }

    /** Returns the row as cancelled. */
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
