package org.sporos.host.jit;

/** Receives tile results computed in Java, and folds contributions for code that only evaluates them. */
public interface TileResults {
    /** Stores the raw bits of a tile's result. */
    void put(int tile, long bits);

    /** Returns the calling thread's buffer for the contributions of a tile. */
    Object room();

    /** Folds the contributions of a tile from {@link #room}. */
    void fold(int tile, Object room);
}
