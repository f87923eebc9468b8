package org.sporos.backend;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.sporos.graph.GraphRunException;
import org.sporos.graph.Submission;

/** The stage of a tracked run, completed by the observer of its end. Thread-safe. */
public final class RunCompletion {
    private final CompletableFuture<Void> future = new CompletableFuture<>();

    /** Returns a read-only stage for users. */
    public CompletionStage<Void> stage() {
        return future.minimalCompletionStage();
    }

    /** Completes it for a run that has ended, and calls dependent actions. */
    public void complete(Submission ended) {
        try {
            Optional<GraphRunException> failure = ended.failure();
            if (failure.isPresent()) {
                future.completeExceptionally(failure.get());
            } else {
                future.complete(null);
            }
        } catch (Throwable e) {
            // Otherwise threads that wait for the stage would hang.
            future.completeExceptionally(e);
        }
    }

    /** Completes it with the failure that prevented an observation of the end. */
    public void fail(Throwable why) {
        future.completeExceptionally(why);
    }

    /** Converts a timeout to nanoseconds, at most some hundred years. */
    public static long nanos(Duration timeout) {
        try {
            return Math.max(0, timeout.toNanos());
        } catch (ArithmeticException e) {
            return timeout.isNegative() ? 0 : Long.MAX_VALUE;
        }
    }
}
