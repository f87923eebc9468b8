package org.sporos.host.task;

/**
 * The work of one launch unit on host: one or more phases, each cut into chunks that may run concurrently on any
 * threads; by default one phase of one chunk. A task runs once at a time, is reused by every run, and allocates nothing
 * during a run.
 */
public interface HostTask {
    /** Returns the number of phases; each starts after all chunks of the previous one. */
    default int phases() {
        return 1;
    }

    /** Returns the number of chunks of a phase, at least 1. */
    default int chunks(int phase) {
        return 1;
    }

    /** Returns the tier of its kernels' code, or {@link Tier#LOOP} without kernels. */
    default Tier tier() {
        return Tier.LOOP;
    }

    /** Returns a remark on that code, or the empty string. */
    default String note() {
        return "";
    }

    /**
     * Returns whether this task and another one have one phase each, cut into chunks of the same indexes. Then a chunk
     * of a pointwise successor depends only on the chunk of the same number.
     */
    default boolean isCutAs(HostTask other) {
        return false;
    }

    /** Returns whether its pieces are recorded or its bodies print, so that its bodies must not be called directly. */
    default boolean isWatched() {
        return false;
    }

    /** Runs one chunk. An exception fails the run. */
    void run(int phase, int chunk);

    /** Runs consecutive chunks: as one piece of work if that costs less. */
    default void run(int phase, int first, int count) {
        for (int chunk = first; chunk < first + count; chunk++) {
            run(phase, chunk);
        }
    }

    /** Runs all chunks of a phase: as one piece of work if that costs less. */
    default void runAll(int phase) {
        int end = chunks(phase);
        for (int chunk = 0; chunk < end; chunk++) {
            run(phase, chunk);
        }
    }
}
