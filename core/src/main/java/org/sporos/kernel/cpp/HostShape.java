package org.sporos.kernel.cpp;

import org.sporos.kernel.ir.Compare;
import org.sporos.kernel.ir.ControlFlow;
import org.sporos.kernel.ir.Instruction;
import org.sporos.kernel.ir.Op;
import org.sporos.kernel.ir.Region;
import org.sporos.kernel.ir.Terminator;

/** The branches of a body that a CPU's compiler leaves. */
final class HostShape {
    /** The most iterations of a loop that compilers unroll. */
    private static final long FEW = 16;

    private HostShape() {}

    /** Returns whether a block compares with a small constant. */
    static boolean isShort(Region region, int header) {
        return region.block(header).terminator() instanceof Terminator.Branch branch
                && branch.condition() instanceof Instruction compare
                && compare.op() instanceof Compare
                && compare.operand(1) instanceof Instruction bound
                && bound.op() instanceof Op.Constant literal
                && Math.abs(literal.bits()) <= FEW;
    }

    /**
     * Returns whether a body has branches that depend on its data. Loops without such branches are unrolled by
     * compilers.
     */
    static boolean branches(Body body) {
        Region region = body.kernel.body();
        ControlFlow flow = ControlFlow.of(region);
        return region.blocks().stream()
                .filter(block -> block.terminator().edges().size() > 1)
                .anyMatch(block -> flow.loopAt(block.id()) == null || !isShort(region, block.id()));
    }
}
