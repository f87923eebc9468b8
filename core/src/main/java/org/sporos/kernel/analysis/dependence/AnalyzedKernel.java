package org.sporos.kernel.analysis.dependence;

import java.util.IdentityHashMap;
import java.util.Map;
import org.sporos.kernel.analysis.interval.Binding;
import org.sporos.kernel.analysis.interval.IterationSpace;
import org.sporos.kernel.analysis.interval.Proofs;
import org.sporos.kernel.ir.Kernel;
import org.sporos.kernel.ir.Region.Argument;
import org.sporos.kernel.ir.Region.Block;
import org.sporos.kernel.ir.Region.Instruction;

/** A kernel with the analyses of its values, for tests of pairs of work items. Immutable. */
record AnalyzedKernel(
        Kernel kernel,
        Binding binding,
        IterationSpace launch,
        Proofs proofs,
        LoopNest loops,
        ValueDependences dependences) {

    /** Returns the blocks of arguments and instructions of the body, without nested regions. */
    Map<Object, Block> blocks() {
        Map<Object, Block> blocks = new IdentityHashMap<>();
        for (Block block : kernel.body().blocks()) {
            for (Argument argument : block.arguments()) {
                blocks.put(argument, block);
            }
            for (Instruction instruction : block.instructions()) {
                blocks.put(instruction, block);
            }
        }
        return blocks;
    }
}
