package org.sporos.kernel.compile;

import java.util.concurrent.Executor;

/**
 * Additional threads for the compilation of a graph. Immutable.
 *
 * @param executor runs tasks, and may reject them
 * @param count the maximum number of threads
 */
public record Helpers(Executor executor, int count) {
    /** No additional threads. */
    public static final Helpers NONE = new Helpers(Runnable::run, 0);
}
