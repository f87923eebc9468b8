package org.sporos.host.jit;

/** Takes the results of tiles that Java code does, and folds them where that code only evaluates. */
public interface TileResults {
    /** Takes the raw bits of the result of the tile of that number. */
    void put(int tile, long bits);

    /** Returns an array of the thread that calls, for the contributions of a tile. */
    Object room();

    /** Folds the contributions of the tile of that number, which stand in {@link #room}. */
    void fold(int tile, Object room);
}
