package org.sporos.kernel.compile;

import java.util.concurrent.Executor;

/**
 * Threads that help the one which compiles a graph. Immutable.
 *
 * @param executor runs what they do, and may refuse it
 * @param count how many there are at most
 */
public record Helpers(Executor executor, int count) {
    /** No other threads. */
    public static final Helpers NONE = new Helpers(Runnable::run, 0);
}
