package org.sporos.kernel.ir;

import com.google.common.collect.Sets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.sporos.kernel.ir.KernelBuilder.DraftBlock;
import org.sporos.kernel.ir.KernelBuilder.DraftEdge;
import org.sporos.kernel.ir.KernelBuilder.DraftEnd;
import org.sporos.kernel.ir.KernelBuilder.DraftRegion;
import org.sporos.kernel.ir.Region.Instruction;
import org.sporos.kernel.ir.Region.Value;

/**
 * Redirects edges past empty blocks that end in a jump. An empty block stays if both edges of a branch would enter one
 * block with different values.
 */
final class EmptyBlocks {

    private EmptyBlocks() {}

    static boolean skip(KernelBuilder kernel) {
        boolean changed = false;
        for (DraftRegion region : kernel.regions()) {
            for (DraftBlock block : region.blocks()) {
                for (DraftEdge edge : block.end().edges) {
                    changed |= skip(kernel, block, edge);
                }
            }
        }
        return changed;
    }

    private static boolean skip(KernelBuilder kernel, DraftBlock from, DraftEdge edge) {
        DraftBlock empty = edge.target;
        DraftEnd end = empty.end();
        if (empty == from || !empty.instructions.isEmpty() || end.kind != DraftEnd.Kind.JUMP) {
            return false;
        }
        DraftEdge next = end.edges.get(0);
        boolean shared = from.end().edges.stream().anyMatch(other -> other != edge && other.target == next.target);
        if (next.target == empty || shared && !next.target.arguments.isEmpty() || usedOutside(kernel, empty)) {
            return false;
        }
        List<Value> passed = new ArrayList<>();
        for (Value value : next.arguments) {
            int k = empty.arguments.indexOf(kernel.resolve(value));
            passed.add(k < 0 ? value : edge.arguments.get(k));
        }
        edge.target = next.target;
        edge.arguments.clear();
        edge.arguments.addAll(passed);
        return true;
    }

    /** Returns whether an argument of a block is used in another block. */
    private static boolean usedOutside(KernelBuilder kernel, DraftBlock owner) {
        if (owner.arguments.isEmpty()) {
            return false;
        }
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
