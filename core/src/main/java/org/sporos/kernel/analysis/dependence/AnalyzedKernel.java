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

/** The body of a kernel with all that is known of its values, for questions about pairs of work items. Immutable. */
record AnalyzedKernel(
        Kernel kernel,
        Binding binding,
        IterationSpace launch,
        Proofs proofs,
        LoopNest loops,
        ValueDependences dependences) {

    /** Returns the blocks of the arguments and of the accesses of the body itself, without nested regions. */
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
