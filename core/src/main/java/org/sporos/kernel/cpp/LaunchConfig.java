package org.sporos.kernel.cpp;

import org.sporos.policy.LongRangePolicy;
import org.sporos.policy.Policy;
import org.sporos.policy.RangePolicy;

/**
 * The launch configuration that the user gives a range on a GPU.
 *
 * @param block the threads of a block, or 0
 * @param grid the blocks, or 0 for a thread for each index
 */
record LaunchConfig(int block, int grid) {
    /** The default configuration. */
    static final LaunchConfig ANY = new LaunchConfig(0, 0);

    /** Returns the configuration of a policy; boxes and leagues have none. */
    static LaunchConfig of(Policy policy) {
        if (policy instanceof RangePolicy range) {
            return range.block() == 0 && range.grid() == 0 ? ANY : new LaunchConfig(range.block(), range.grid());
        }
        return policy instanceof LongRangePolicy range ? new LaunchConfig(range.block(), range.grid()) : ANY;
    }
}
