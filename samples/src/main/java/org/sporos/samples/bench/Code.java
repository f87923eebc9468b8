package org.sporos.samples.bench;

/**
 * One of the codes of {@link SmallNodes} in one implementation, with its data. All implementations compute the same
 * bits. Used by one thread.
 */
interface Code extends AutoCloseable {
    /** Computes a solution, or the next step of one, and waits for it. */
    void run();

    /** Returns the solution. */
    double[] solution();

    @Override
    default void close() {}
}
