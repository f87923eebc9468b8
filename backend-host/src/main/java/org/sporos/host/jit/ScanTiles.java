package org.sporos.host.jit;

import org.sporos.host.natives.NativeLoop;

/** The tiles of a scan, a pass of which hands their prefix sums to the consumer. */
public interface ScanTiles extends TileWork {
    /** Sums up the contributions of some tiles, each by itself, in C++; returns false if it did nothing. */
    boolean totals(NativeLoop cpp, int tile, int count);

    /** The same in Java. */
    void totals(int tile, int count);
}
