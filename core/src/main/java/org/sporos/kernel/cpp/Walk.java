package org.sporos.kernel.cpp;

import java.util.function.Consumer;
import org.sporos.kernel.ir.Kernel;
import org.sporos.kernel.ir.Region;
import org.sporos.kernel.ir.Region.Block;
import org.sporos.kernel.ir.Region.Instruction;

/** Visits the blocks and instructions of a kernel, outer regions before nested ones. */
final class Walk {

    private Walk() {}

    static void instructions(Kernel kernel, Consumer<Instruction> visitor) {
        blocks(kernel.body(), block -> block.instructions().forEach(visitor));
    }

    static void blocks(Region region, Consumer<Block> visitor) {
        for (Block block : region.blocks()) {
            visitor.accept(block);
            for (Instruction instruction : block.instructions()) {
                instruction.regions().forEach(nested -> blocks(nested, visitor));
            }
        }
    }
}
