package org.sporos.kernel.ir;

import com.google.common.collect.ListMultimap;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sporos.kernel.ir.KernelBuilder.DraftBlock;
import org.sporos.kernel.ir.KernelBuilder.DraftEdge;
import org.sporos.kernel.ir.KernelBuilder.DraftEnd;
import org.sporos.kernel.ir.KernelBuilder.DraftRegion;
import org.sporos.kernel.ir.Region.Instruction;
import org.sporos.kernel.ir.Region.Value;

/**
 * Hoists a load that both arms of a branch begin with before the branch, so that what is left to choose is arithmetic:
 * a core mispredicts branches that depend on data. Both stand in one line, which is the line of its fault.
 */
final class CommonLoads {
    private static final int MOST_NESTED = 8;

    private final KernelBuilder kernel;

    private CommonLoads(KernelBuilder kernel) {
        this.kernel = kernel;
    }

    static boolean hoist(KernelBuilder kernel) {
        CommonLoads pass = new CommonLoads(kernel);
        boolean changed = false;
        for (DraftRegion region : kernel.regions()) {
            ListMultimap<DraftBlock, DraftEdge> incoming = TrivialArguments.incoming(region);
            for (DraftBlock block : region.blocks()) {
                DraftEnd end = block.end();
                if (end.kind == DraftEnd.Kind.BRANCH) {
                    DraftBlock one = end.edges.get(0).target;
                    DraftBlock other = end.edges.get(1).target;
                    boolean arms = isArm(region, one, incoming) && isArm(region, other, incoming);
                    changed |= arms && pass.hoist(block, one, other);
                }
            }
        }
        return changed;
    }

    /** Nothing else enters an arm; a region is entered where it begins. */
    private static boolean isArm(DraftRegion region, DraftBlock block, ListMultimap<DraftBlock, DraftEdge> incoming) {
        return block != region.entry() && incoming.get(block).size() == 1;
    }

    private boolean hoist(DraftBlock block, DraftBlock one, DraftBlock other) {
        boolean changed = false;
        Instruction a = firstLoad(one);
        Instruction b = firstLoad(other);
        while (a != null && b != null && isSame(a, b, 0) && a.position().equals(b.position())) {
            move(a, one, block);
            other.instructions.remove(b);
            kernel.replaced.put(b, a);
            changed = true;
            a = firstLoad(one);
            b = firstLoad(other);
        }
        return changed;
    }

    /** Returns the load of a view before which nothing has an effect or can fail, or null. */
    private static @Nullable Instruction firstLoad(DraftBlock block) {
        for (Instruction instruction : block.instructions) {
            if (!instruction.isPure()) {
                return instruction.op() instanceof Op.Load ? instruction : null;
            }
        }
        return null;
    }

    private boolean isSame(Value left, Value right, int depth) {
        Value one = kernel.resolve(left);
        Value other = kernel.resolve(right);
        if (one == other) {
            return true;
        }
        boolean computed = one instanceof Instruction a
                && other instanceof Instruction b
                && a.op().equals(b.op())
                && a.type() == b.type()
                && (depth == 0 || a.isPure());
        return computed && depth < MOST_NESTED && areSame((Instruction) one, (Instruction) other, depth + 1);
    }

    private boolean areSame(Instruction one, Instruction other, int depth) {
        List<Value> others = other.operands();
        boolean same = one.operands().size() == others.size();
        for (int k = 0; same && k < others.size(); k++) {
            same = isSame(one.operand(k), others.get(k), depth);
        }
        return same;
    }

    /** Moves an instruction to the end of a block, behind those operands that its own block computes. */
    private void move(Instruction instruction, DraftBlock from, DraftBlock to) {
        for (Value operand : instruction.operands()) {
            if (kernel.resolve(operand) instanceof Instruction at && from.instructions.contains(at)) {
                move(at, from, to);
            }
        }
        from.instructions.remove(instruction);
        to.instructions.add(instruction);
    }
}
