package org.sporos.kernel.cpp;

import java.util.List;
import org.sporos.kernel.ir.Region;

/**
 * All that the text of a loop over a range depends on but the proofs of its kernel. Code compares by identity, as it does
 * for kernels that share it.
 *
 * @param blocks the threads that run it
 * @param wide which of the bounds do not fit into an int, and whether the number of a thread does
 * @param captures the views' types, shapes as far as they matter, and overlaps, the params' types
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
