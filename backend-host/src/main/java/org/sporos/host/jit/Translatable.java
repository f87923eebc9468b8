package org.sporos.host.jit;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sporos.internal.error.Labels;
import org.sporos.internal.space.ArrayAllocation;
import org.sporos.kernel.analysis.dependence.KernelFacts;
import org.sporos.kernel.ir.Mnemonics;
import org.sporos.kernel.ir.Op;
import org.sporos.kernel.ir.Op.Binary;
import org.sporos.kernel.ir.Op.Compare;
import org.sporos.kernel.ir.Op.Conversion;
import org.sporos.kernel.ir.Op.Unary;
import org.sporos.kernel.ir.Region;
import org.sporos.kernel.ir.Region.Block;
import org.sporos.kernel.ir.Region.Instruction;
import org.sporos.view.View;

/** The test for kernels with bytecode of their own: no teams, all views in Java arrays. */
final class Translatable {
    /** The largest body of which 32 copies fit one method. */
    private static final int SMALL = 40;

    private Translatable() {}

    /** Returns the reason against translation, or null. */
    static @Nullable String refusal(List<KernelFacts> members) {
        String refusal = null;
        for (KernelFacts member : members) {
            refusal = refusal != null ? refusal : refusal(member);
        }
        return refusal;
    }

    private static @Nullable String refusal(KernelFacts facts) {
        for (View view : facts.binding().views()) {
            if (!KernelArguments.isBindable(view) || view.allocation().size() > ArrayAllocation.MAX_ELEMENTS) {
                return "view " + Labels.quoted(view.label()) + " is in no Java array that is open to it";
            }
        }
        return facts.launch().isTeams()
                ? "it is a team's"
                : refusal(facts.kernel().body());
    }

    private static @Nullable String refusal(Region region) {
        for (Block block : region.blocks()) {
            for (Instruction instruction : block.instructions()) {
                if (!isSupported(instruction.op())) {
                    return "it has " + Mnemonics.of(instruction.op());
                }
            }
        }
        return null;
    }

    private static boolean isSupported(Op op) {
        return op instanceof Op.Constant
                || op instanceof Op.Scalar
                || op instanceof Op.Param
                || op instanceof Op.Extent
                || op instanceof Op.Select
                || op instanceof Binary
                || op instanceof Unary
                || op instanceof Compare
                || op instanceof Conversion
                || EffectWriter.supports(op);
    }

    /** Returns whether a body is one short basic block, so that each lane of a reduction can have a copy. */
    static boolean isSmall(Region region) {
        return region.blocks().size() == 1 && region.entry().instructions().size() <= SMALL;
    }
}
