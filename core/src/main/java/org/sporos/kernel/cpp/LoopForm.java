package org.sporos.kernel.cpp;

import java.util.List;
import org.sporos.kernel.ir.Region;

/**
 * The key of the text of a loop over a range, without the proofs of its kernel. Code compares by identity: kernels
 * share it.
 *
 * @param blocks the threads that run it
 * @param wide a bit set of the bounds, and of thread numbers, that exceed an int
 * @param captures the element types, relevant shapes and overlaps of views, and the types of params
 */
record LoopForm(
        Region code,
        BlockIndexing blocks,
        boolean isGated,
        boolean isLong,
        LaunchConfig wanted,
        boolean fromZero,
        int wide,
        List<Object> captures) {}
