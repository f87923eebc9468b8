package org.sporos.kernel.cpp;

import java.util.List;
import org.sporos.kernel.ir.Guarantees;
import org.sporos.kernel.ir.Region;

/**
 * All that the text of a loop over a range depends on: loops of one form have one text, and differ in what is passed
 * alone. Code and proofs compare by identity, as they do for kernels that share them.
 *
 * @param wide which of the bounds do not fit into an int, and whether the number of a thread does
 * @param captures the views' types, shapes and overlaps, the params' types
 */
record LoopForm(
        Region code,
        Guarantees proofs,
        boolean isGated,
        boolean isLong,
        WantedLaunch wanted,
        boolean fromZero,
        int wide,
        List<Object> captures) {}
