package org.sporos.hip;

import org.sporos.gpu.CopyShape;
import org.sporos.gpu.LaunchShape;

/** Shapes as arrays of their numbers, which the glue puts into AMD's structs. Stateless. */
final class HipWords {
    private HipWords() {}

    /** Returns a copy as the glue takes it. */
    static long[] of(CopyShape s) {
        return new long[] {
            s.to(), s.toPitch(), s.toHeight(), s.from(), s.fromPitch(), s.fromHeight(), s.width(), s.height(), s.depth()
        };
    }

    /** Returns the threads of a launch as the glue takes them. */
    static int[] of(LaunchShape s) {
        return new int[] {s.gridX(), s.gridY(), s.gridZ(), s.blockX(), s.blockY(), s.blockZ(), s.sharedBytes()};
    }
}
