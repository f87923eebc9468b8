package org.sporos.kernel.analysis.interval;

import org.sporos.kernel.ir.ControlFlow;
import org.sporos.kernel.ir.Kernel;
import org.sporos.kernel.ir.Op;
import org.sporos.kernel.ir.Region;
import org.sporos.kernel.ir.Region.Block;
import org.sporos.kernel.ir.Region.Instruction;

/**
 * Counts the scratch memory that a member of a team takes, as it lies in memory: one piece after the other, each
 * aligned to its elements. A path that skips a piece never ends farther than one that takes it, so all pieces in order
 * are the most.
 */
final class ScratchBytes {
    private final Proofs proofs;
    private final long limit;
    private long used;

    private ScratchBytes(Proofs proofs, long limit) {
        this.proofs = proofs;
        this.limit = limit;
    }

    /** Returns whether all that a kernel surely takes at most fits into some bytes. */
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
        if (!(instruction.op() instanceof Op.ScratchNew request)) {
            return instruction.regions().stream().noneMatch(ScratchBytes::takes);
        }
        if (!proofs.isReached(instruction)) {
            return true;
        }
        Interval n = proofs.interval(instruction.operand(0));
        long size = request.view().element().bytes();
        used = (used + size - 1) / size * size + n.high() * size;
        return !repeats && n.low() >= 0 && used <= limit;
    }

    /** Returns whether a nested region takes scratch memory: it is run many times. */
    private static boolean takes(Region region) {
        for (Block block : region.blocks()) {
            for (Instruction instruction : block.instructions()) {
                if (instruction.op() instanceof Op.ScratchNew
                        || instruction.regions().stream().anyMatch(ScratchBytes::takes)) {
                    return true;
                }
            }
        }
        return false;
    }
}
