package org.sporos.host.code;

import org.sporos.host.cpp.NativeLoop;

/** The tiles of a range: work that Java code and C++ do in turns. */
public interface TileWork {
    /** Does some tiles in C++; returns false if it did not. */
    boolean pass(NativeLoop cpp, int tile, int count);

    /** The same in Java. */
    void pass(int tile, int count);
}
