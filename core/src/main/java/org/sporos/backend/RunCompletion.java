package org.sporos.backend;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.sporos.graph.GraphRunException;
import org.sporos.graph.Submission;

/** The stage of a tracked run, which whoever sees its end completes. Thread-safe. */
public final class RunCompletion {
    private final CompletableFuture<Void> future = new CompletableFuture<>();

    /** Returns what users see: they cannot complete it. */
    public CompletionStage<Void> stage() {
        return future.minimalCompletionStage();
    }

    /** Completes it with the end of a run that has ended, and calls what depends on it. */
    public void complete(Submission ended) {
        try {
            Optional<GraphRunException> failure = ended.failure();
            if (failure.isPresent()) {
                future.completeExceptionally(failure.get());
            } else {
                future.complete(null);
            }
        } catch (Throwable e) {
            // A thread that waits for the stage would wait for ever.
            future.completeExceptionally(e);
        }
    }

    /** Completes it with what kept the library from seeing the end. */
    public void fail(Throwable why) {
        future.completeExceptionally(why);
    }

    /** Returns a time as nanoseconds from now, at most some hundred years. */
    public static long nanos(Duration timeout) {
        try {
            return Math.max(0, timeout.toNanos());
        } catch (ArithmeticException e) {
            return timeout.isNegative() ? 0 : Long.MAX_VALUE;
        }
    }
}
