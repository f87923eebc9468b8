package org.sporos.spi;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.sporos.graph.GraphRunException;
import org.sporos.graph.Submission;
import org.sporos.internal.error.Required;

/** The submissions of the parts of one run. */
public record PartSubmissions(List<Submission> parts) implements Submission {

    @Override
    public boolean isDone() {
        return parts.stream().allMatch(Submission::isDone);
    }

    @Override
    public void await() {
        parts.forEach(PartSubmissions::awaitEnd);
        failure().ifPresent(PartSubmissions::rethrow);
    }

    @Override
    public boolean await(Duration timeout) {
        long end = System.nanoTime()
                + Required.argument(timeout, "the longest wait").toNanos();
        for (Submission part : parts) {
            try {
                if (!part.await(Duration.ofNanos(Math.max(0, end - System.nanoTime())))) {
                    return false;
                }
            } catch (GraphRunException later) {
                // Thrown below, when all parts have ended.
            }
        }
        failure().ifPresent(PartSubmissions::rethrow);
        return true;
    }

    private static void awaitEnd(Submission part) {
        try {
            part.await();
        } catch (GraphRunException later) {
            // Thrown when all parts have ended.
        }
    }

    private static void rethrow(GraphRunException failure) {
        throw failure;
    }

    /** Returns the failure of the first part that failed. */
    @Override
    public Optional<GraphRunException> failure() {
        return isDone()
                ? parts.stream().flatMap(part -> part.failure().stream()).findFirst()
                : Optional.empty();
    }

    @Override
    public CompletionStage<Void> completion() {
        CompletableFuture<Void> all = CompletableFuture.completedFuture(null);
        CompletionStage<Void> stage = all;
        for (Submission part : parts) {
            stage = stage.thenCombine(part.completion(), (before, own) -> null);
        }
        return stage;
    }
}
