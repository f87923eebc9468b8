package org.sporos.kernel.analysis.interval;

import org.sporos.kernel.ir.ControlFlow;
import org.sporos.kernel.ir.Kernel;
import org.sporos.kernel.ir.Op;
import org.sporos.kernel.ir.Region;
import org.sporos.kernel.ir.Region.Block;
import org.sporos.kernel.ir.Region.Instruction;

/**
 * Computes the maximum scratch memory of a team: allocations in program order, each aligned to its elements. Skipping
 * an allocation on a path never increases the total, so the sum of all is the maximum.
 */
final class ScratchBytes {
    private final Proofs proofs;
    private final long limit;
    private long used;

    private ScratchBytes(Proofs proofs, long limit) {
        this.proofs = proofs;
        this.limit = limit;
    }

    /** Returns whether the maximum of a kernel is within a limit. */
    static boolean fit(Kernel kernel, Proofs proofs, long limit) {
        return new ScratchBytes(proofs, limit).fit(kernel.body());
    }

    private boolean fit(Region region) {
        ControlFlow flow = ControlFlow.of(region);
        for (Block block : region.blocks()) {
            boolean repeats = flow.loops().stream().anyMatch(loop -> loop.contains(block.id()));
            for (Instruction instruction : block.instructions()) {
                if (!fits(instruction, repeats)) {
                    return false;
                }
            }
        }
        return true;
    }

    private boolean fits(Instruction instruction, boolean repeats) {
        if (!(instruction.op() instanceof Op.ScratchNew allocation)) {
            return instruction.regions().stream().noneMatch(ScratchBytes::allocates);
        }
        if (!proofs.isReached(instruction)) {
            return true;
        }
        Interval n = proofs.interval(instruction.operand(0));
        long size = allocation.view().element().bytes();
        used = (used + size - 1) / size * size + n.high() * size;
        return !repeats && n.low() >= 0 && used <= limit;
    }

    /** Returns whether a region, which is nested and runs repeatedly, allocates scratch memory. */
    private static boolean allocates(Region region) {
        for (Block block : region.blocks()) {
            for (Instruction instruction : block.instructions()) {
                if (instruction.op() instanceof Op.ScratchNew
                        || instruction.regions().stream().anyMatch(ScratchBytes::allocates)) {
                    return true;
                }
            }
        }
        return false;
    }
}
