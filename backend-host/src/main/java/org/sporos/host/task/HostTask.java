package org.sporos.host.task;

/**
 * The work of one launch unit on host: one or more phases, each cut into chunks that may run at the same time on any
 * threads; by default one phase of one chunk. A task runs once at a time and is reused by every run: it allocates
 * nothing while it runs.
 */
public interface HostTask {
    /** Returns the number of phases; each starts when all chunks of the one before have ended. */
    default int phases() {
        return 1;
    }

    /** Returns the number of chunks of a phase, at least 1. */
    default int chunks(int phase) {
        return 1;
    }

    /** Returns the code that its kernels have got, or {@link Tier#LOOP} where there are none. */
    default Tier tier() {
        return Tier.LOOP;
    }

    /** Returns what is to be said of that code, or the empty string. */
    default String note() {
        return "";
    }

    /**
     * Returns whether this task and another one have one phase each, cut into chunks of the same indexes. Then a chunk
     * of a pointwise successor need wait for the chunk of the same number alone.
     */
    default boolean isCutAs(HostTask other) {
        return false;
    }

    /** Returns whether its pieces are noted or its bodies print, so that nothing may call its bodies past it. */
    default boolean isWatched() {
        return false;
    }

    /** Runs one chunk. An exception fails the run. */
    void run(int phase, int chunk);

    /** Runs some chunks that follow each other: as one piece of work, where that costs less. */
    default void run(int phase, int first, int count) {
        for (int chunk = first; chunk < first + count; chunk++) {
            run(phase, chunk);
        }
    }

    /** Runs all chunks of a phase one after the other: as one piece of work, where that costs less. */
    default void runAll(int phase) {
        int end = chunks(phase);
        for (int chunk = 0; chunk < end; chunk++) {
            run(phase, chunk);
        }
    }
}
