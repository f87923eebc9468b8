package org.sporos.graph;

import java.util.Optional;

/**
 * One run of an executable that was submitted with {@link ExecutableGraph#submitTracked()}. Its failure is found here and
 * not thrown by a fence. Thread-safe.
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

    /** Returns why the run failed; empty if it has not, or has not ended yet. */
    Optional<GraphRunException> failure();
}
