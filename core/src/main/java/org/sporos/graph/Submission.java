package org.sporos.graph;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.sporos.internal.error.Required;

/**
 * The handle of one run, from {@link ExecutableGraph#submitTracked()}. It holds the failure of the run, which fences
 * then do not throw. Thread-safe.
 *
 * <p>On GPUs the end of a run is observed once its stream is idle: waits include later runs on the same stream.
 *
 * <pre>{@code
 * Submission run = exec.submitTracked();
 * run.await();
 * run.failure().ifPresent(failure -> System.err.println(failure.code() + " in node " + failure.node()));
 * }</pre>
 */
public interface Submission {

    /** Returns whether the run has ended, with or without a failure. */
    boolean isDone();

    /**
     * Waits until the run has ended.
     *
     * @throws GraphRunException if it failed
     */
    void await();

    /**
     * Waits until the run has ended, with a timeout. Unlike in {@link #await()}, the calling thread does not help with
     * the run. An interrupt does not end the wait.
     *
     * @param timeout the longest wait; zero or less for none
     * @return whether the run has ended
     * @throws GraphRunException if it failed
     */
    boolean await(Duration timeout);

    /** Returns the failure of the run; empty before its end and after success. */
    Optional<GraphRunException> failure();

    /**
     * Returns a stage that completes at the end of the run, exceptionally with the {@link GraphRunException} if it
     * failed. Dependent actions run on a thread of the library without other work: they may wait, submit and close.
     * After the end of the run they run on the calling thread. Completing the future of the stage has no effect here.
     */
    CompletionStage<Void> completion();

    /**
     * Calls an action at the end of the run, as a dependent action of {@link #completion()}. Exceptions of the action
     * reach the handler of uncaught exceptions of its thread.
     */
    default void onCompletion(Consumer<? super Submission> action) {
        Required.argument(action, "the action at the end of a run");
        completion().whenComplete((nothing, failure) -> call(action));
    }

    /** A stage would silently keep an exception. */
    private void call(Consumer<? super Submission> action) {
        try {
            action.accept(this);
        } catch (Throwable e) {
            Thread thread = Thread.currentThread();
            thread.getUncaughtExceptionHandler().uncaughtException(thread, e);
        }
    }
}
