package org.sporos.kernel.ir;

import com.google.common.collect.Sets;
import java.util.Set;
import org.sporos.kernel.ir.KernelBuilder.DraftBlock;
import org.sporos.kernel.ir.KernelBuilder.DraftEdge;
import org.sporos.kernel.ir.KernelBuilder.DraftEnd;
import org.sporos.kernel.ir.KernelBuilder.DraftRegion;
import org.sporos.kernel.ir.Region.Instruction;
import org.sporos.kernel.ir.Region.Value;

/** Searches for uses of values of a draft. */
final class ValueUses {

    private ValueUses() {}

    /** Returns whether an argument of a block is used in another block. */
    static boolean outsideOf(KernelBuilder kernel, DraftBlock owner) {
        Set<Value> wanted = Sets.newIdentityHashSet();
        wanted.addAll(owner.arguments);
        for (DraftRegion region : kernel.regions()) {
            for (DraftBlock block : region.blocks()) {
                if (block != owner && usesAny(kernel, block, wanted)) {
                    return true;
                }
            }
        }
        return false;
    }

    private static boolean usesAny(KernelBuilder kernel, DraftBlock block, Set<Value> wanted) {
        for (Instruction instruction : block.instructions) {
            for (Value operand : instruction.operands()) {
                if (wanted.contains(kernel.resolve(operand))) {
                    return true;
                }
            }
        }
        DraftEnd end = block.end();
        if (end.value != null && wanted.contains(kernel.resolve(end.value))) {
            return true;
        }
        for (DraftEdge edge : end.edges) {
            for (Value value : edge.arguments) {
                if (wanted.contains(kernel.resolve(value))) {
                    return true;
                }
            }
        }
        return false;
    }
}
