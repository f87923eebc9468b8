package org.sporos.host.code;

import java.util.List;
import org.sporos.kernel.facts.KernelFacts;
import org.sporos.kernel.ir.Binary;
import org.sporos.kernel.ir.Block;
import org.sporos.kernel.ir.Compare;
import org.sporos.kernel.ir.Conversion;
import org.sporos.kernel.ir.Instruction;
import org.sporos.kernel.ir.Op;
import org.sporos.kernel.ir.Region;
import org.sporos.kernel.ir.Unary;
import org.sporos.space.HostArrays;
import org.sporos.view.View;

/** Which kernels can become code of their own: no teams, all views in Java arrays. */
final class Translatable {
    /** Bodies up to this size are written 32 times in one method, once for each lane, without becoming too large. */
    private static final int SMALL = 40;

    private Translatable() {}

    static boolean areAll(List<KernelFacts> members) {
        boolean all = true;
        for (KernelFacts member : members) {
            all = all && is(member);
        }
        return all;
    }

    private static boolean is(KernelFacts facts) {
        for (View view : facts.binding().views()) {
            if (!Bound.isBindable(view) || view.allocation().size() > HostArrays.MAX_ELEMENTS) {
                return false;
            }
        }
        return !facts.launch().isTeams() && is(facts.kernel().body());
    }

    private static boolean is(Region region) {
        for (Block block : region.blocks()) {
            for (Instruction instruction : block.instructions()) {
                if (!knows(instruction.op())) {
                    return false;
                }
            }
        }
        return true;
    }

    private static boolean knows(Op op) {
        return op instanceof Op.Constant
                || op instanceof Op.Scalar
                || op instanceof Op.Param
                || op instanceof Op.Extent
                || op instanceof Op.Select
                || op instanceof Binary
                || op instanceof Unary
                || op instanceof Compare
                || op instanceof Conversion
                || Effects.knows(op);
    }

    /** Returns whether a body is straight and short, so that code may hold a copy of it for each lane of a reduction. */
    static boolean isSmall(Region region) {
        return region.blocks().size() == 1 && region.entry().instructions().size() <= SMALL;
    }
}
