package org.sporos.kernel.transform;

import org.sporos.kernel.analysis.LoopInfo;
import org.sporos.kernel.ir.ConstantFolding;

/** The loops that compilers unroll. */
public final class ShortLoops {
    /** The most iterations of a loop that compilers unroll. */
    private static final long FEW = 16;

    private ShortLoops() {}

    /** Returns whether the exit test of a loop compares with a small constant. */
    public static boolean isShort(LoopInfo loop) {
        Long bound =
                loop.test() == null ? null : ConstantFolding.literal(loop.test().right());
        return bound != null && Math.abs(bound) <= FEW;
    }
}
