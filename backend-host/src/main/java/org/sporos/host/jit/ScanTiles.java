package org.sporos.host.jit;

import org.sporos.host.natives.NativeLoop;

/** The tiles of a scan; running a tile calls the consumer with its prefix sums. */
public interface ScanTiles extends TileWork {
    /** Sums the contributions of each tile in C++; returns false if it did nothing. */
    boolean totals(NativeLoop cpp, int tile, int count);

    /** The same in Java. */
    void totals(int tile, int count);
}
