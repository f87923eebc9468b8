package org.sporos.host.jit;

import org.sporos.host.natives.NativeLoop;

/** The tiles of a range, run in Java or C++. */
public interface TileWork {
    /** Runs tiles in C++; returns false if it did nothing. */
    boolean pass(NativeLoop cpp, int tile, int count);

    /** The same in Java. */
    void pass(int tile, int count);
}
