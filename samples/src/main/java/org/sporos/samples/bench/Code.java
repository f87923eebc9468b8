package org.sporos.samples.bench;

/**
 * One of the codes of {@link SmallNodes} in one of the ways to run it, with its data. All ways compute the same bits.
 * Used by one thread.
 */
interface Code extends AutoCloseable {
    /** Computes a solution, or the next step of one, and waits for it. */
    void run();

    /** Returns the solution. */
    double[] solution();

    @Override
    default void close() {}
}
