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
 * Hoists a load common to both arms of a branch above the branch, which enables if-conversion: data-dependent branches
 * are mispredicted. Both loads have one source line, the line of a failure.
 */
record LoadHoisting(KernelBuilder kernel) {
    private static final int MOST_NESTED = 8;

    static boolean hoist(KernelBuilder kernel) {
        LoadHoisting pass = new LoadHoisting(kernel);
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

    /** An arm has the branch as its only predecessor. */
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

    /** Returns the first impure instruction if it is a load of a view, or null. */
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

    /** Moves an instruction to the end of a block, with its operands of the same block. */
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
