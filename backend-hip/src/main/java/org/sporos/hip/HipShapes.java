package org.sporos.hip;

import org.sporos.gpu.CopyShape;
import org.sporos.gpu.LaunchShape;

/** Shapes of copies and launches as arrays, from which the glue fills AMD's structs. Stateless. */
final class HipShapes {
    private HipShapes() {}

    /** Returns the components of a copy. */
    static long[] of(CopyShape s) {
        return new long[] {
            s.to(), s.toPitch(), s.toHeight(), s.from(), s.fromPitch(), s.fromHeight(), s.width(), s.height(), s.depth()
        };
    }

    /** Returns the components of a launch shape. */
    static int[] of(LaunchShape s) {
        return new int[] {s.gridX(), s.gridY(), s.gridZ(), s.blockX(), s.blockY(), s.blockZ(), s.sharedBytes()};
    }
}
