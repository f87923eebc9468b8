package org.sporos.kernel.cpp;

import org.sporos.policy.LongRangePolicy;
import org.sporos.policy.Policy;
import org.sporos.policy.RangePolicy;

/**
 * How the user wants a range to be launched on a GPU.
 *
 * @param block the threads of a block, or 0
 * @param grid the blocks, or 0 for a thread for each index
 */
record LaunchConfig(int block, int grid) {
    /** All is left to the library. */
    static final LaunchConfig ANY = new LaunchConfig(0, 0);

    /** Returns that of a policy: boxes and leagues are cut in other ways. */
    static LaunchConfig of(Policy policy) {
        if (policy instanceof RangePolicy range) {
            return range.block() == 0 && range.grid() == 0 ? ANY : new LaunchConfig(range.block(), range.grid());
        }
        return policy instanceof LongRangePolicy range ? new LaunchConfig(range.block(), range.grid()) : ANY;
    }
}
