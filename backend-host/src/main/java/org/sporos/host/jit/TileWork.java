package org.sporos.host.jit;

import org.sporos.host.natives.NativeLoop;

/** The tiles of a range: work that Java code and C++ do in turns. */
public interface TileWork {
    /** Does some tiles in C++; returns false if it did not. */
    boolean pass(NativeLoop cpp, int tile, int count);

    /** The same in Java. */
    void pass(int tile, int count);
}
