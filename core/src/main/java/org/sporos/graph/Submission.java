package org.sporos.graph;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.sporos.internal.error.Required;

/**
 * One run of an executable that was submitted with {@link ExecutableGraph#submitTracked()}. Its failure is found here
 * and not thrown by a fence. Thread-safe.
 *
 * <p>On GPUs a run is known to have ended once its stream is idle: later runs on the same stream are waited for, too.
 *
 * <pre>{@code
 * Submission run = exec.submitTracked();
 * run.await();
 * run.failure().ifPresent(failure -> System.err.println(failure.code() + " in node " + failure.node()));
 * }</pre>
 */
public interface Submission {

    /** Returns whether the run has ended, well or not. */
    boolean isDone();

    /**
     * Waits until the run has ended.
     *
     * @throws GraphRunException if it failed
     */
    void await();

    /**
     * Waits until the run has ended, for so long at most. Unlike {@link #await()} the calling thread does nothing of
     * the run meanwhile. An interrupt does not end the wait.
     *
     * @param timeout zero or less only looks
     * @return whether the run has ended
     * @throws GraphRunException if it failed
     */
    boolean await(Duration timeout);

    /** Returns why the run failed; empty if it has not, or has not ended yet. */
    Optional<GraphRunException> failure();

    /**
     * Returns the stage that is completed when the run has ended, and exceptionally with the {@link GraphRunException}
     * if it failed. What depends on it is called by a thread of the library that does no work of runs: it may wait,
     * submit and close. If the run had ended before this call, the calling thread calls it. Completing the future of
     * the stage changes nothing here.
     */
    CompletionStage<Void> completion();

    /**
     * Calls an action when the run has ended, well or not, as what depends on {@link #completion()} is called. What the
     * action throws goes to the handler of uncaught exceptions of its thread.
     */
    default void onCompletion(Consumer<? super Submission> action) {
        Required.argument(action, "the action at the end of a run");
        completion().whenComplete((nothing, failure) -> call(action));
    }

    /** A stage would keep what is thrown for those that nobody asked to look. */
    private void call(Consumer<? super Submission> action) {
        try {
            action.accept(this);
        } catch (Throwable e) {
            Thread thread = Thread.currentThread();
            thread.getUncaughtExceptionHandler().uncaughtException(thread, e);
        }
    }
}
