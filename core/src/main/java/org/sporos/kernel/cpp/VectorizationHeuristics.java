package org.sporos.kernel.cpp;

import java.util.HashSet;
import java.util.Set;
import org.sporos.kernel.analysis.LoopInfo;
import org.sporos.kernel.ir.ControlFlow;
import org.sporos.kernel.ir.Region;
import org.sporos.kernel.ir.Region.Block;
import org.sporos.kernel.transform.ShortLoops;

/** The branches of a body that remain after a compiler for CPUs has unrolled short loops. */
final class VectorizationHeuristics {
    private VectorizationHeuristics() {}

    /** Returns whether all loops of a region end by a comparison with a small constant. */
    static boolean hasShortLoops(Region region) {
        return LoopInfo.of(region, ControlFlow.of(region)).stream().allMatch(ShortLoops::isShort);
    }

    /** Returns whether a body has branches other than exit tests of short loops, which compilers unroll. */
    static boolean branches(FunctionContext body) {
        Region region = body.kernel.body();
        Set<Block> tests = new HashSet<>();
        LoopInfo.of(region, ControlFlow.of(region)).stream()
                .filter(ShortLoops::isShort)
                .forEach(loop -> tests.add(loop.header()));
        return region.blocks().stream()
                .anyMatch(block -> block.terminator().edges().size() > 1 && !tests.contains(block));
    }
}
