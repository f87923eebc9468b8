package org.sporos.host.task;

import org.sporos.kernel.ir.Kernel;
import org.sporos.kernel.ir.Op;
import org.sporos.kernel.ir.Region;
import org.sporos.kernel.ir.Region.Block;
import org.sporos.kernel.ir.Region.Instruction;

/**
 * Decides whether a team may have any number of members: none sees its rank, and all effects are those of nested
 * ranges, whose indexes are spread over the members, or of single calls. The order of nested reductions and scans
 * depends on the range alone. Stateless.
 */
final class MemberUse {
    private MemberUse() {}

    /** Returns whether the result of a kernel is independent of the number of members. */
    static boolean isFree(Kernel kernel) {
        return isFree(kernel.body(), false);
    }

    /** @param isSpread whether the region runs once for each index, or once for the team */
    private static boolean isFree(Region region, boolean isSpread) {
        for (Block block : region.blocks()) {
            for (Instruction instruction : block.instructions()) {
                Op op = instruction.op();
                boolean repeats = op instanceof Op.Store || op instanceof Op.Atomic || op instanceof Op.Print;
                if (op == Op.TeamQuery.TEAM_RANK || op == Op.TeamQuery.TEAM_SIZE || repeats && !isSpread) {
                    return false;
                }
                boolean spreads = isSpread || !Op.isVector(op);
                if (!instruction.regions().stream().allMatch(inner -> isFree(inner, spreads))) {
                    return false;
                }
            }
        }
        return true;
    }
}
