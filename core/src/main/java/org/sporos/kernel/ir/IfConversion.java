package org.sporos.kernel.ir;

import java.util.List;
import org.sporos.kernel.ir.KernelBuilder.DraftBlock;
import org.sporos.kernel.ir.KernelBuilder.DraftEdge;
import org.sporos.kernel.ir.KernelBuilder.DraftEnd;
import org.sporos.kernel.ir.KernelBuilder.DraftRegion;
import org.sporos.kernel.ir.Op.Unary;
import org.sporos.kernel.ir.Region.Instruction;
import org.sporos.kernel.ir.Region.Value;

/**
 * If-conversion: replaces a branch with empty arms by selects {@code c ? a : b}, and {@code c ? true : false} by the
 * condition.
 */
final class IfConversion {

    private IfConversion() {}

    static boolean form(KernelBuilder kernel) {
        boolean changed = false;
        for (DraftRegion region : kernel.regions()) {
            for (DraftBlock block : region.blocks()) {
                DraftEnd end = block.end();
                if (end.kind == DraftEnd.Kind.BRANCH) {
                    changed |= form(kernel, region, block, end);
                }
            }
        }
        return changed;
    }

    private static boolean form(KernelBuilder kernel, DraftRegion region, DraftBlock block, DraftEnd end) {
        DraftEdge yes = through(region, end.edges.get(0));
        DraftEdge no = through(region, end.edges.get(1));
        if (yes.target != no.target || yes.target == block) {
            return false;
        }
        Value condition = kernel.resolve(java.util.Objects.requireNonNull(end.value));
        DraftEnd jump = new DraftEnd(DraftEnd.Kind.JUMP, null, List.of(), end.position);
        jump.add(yes.target, List.of());
        for (int k = 0; k < yes.arguments.size(); k++) {
            Value a = kernel.resolve(yes.arguments.get(k));
            Value b = kernel.resolve(no.arguments.get(k));
            jump.edges.get(0).arguments.add(select(block, condition, a, b, end));
        }
        block.end = jump;
        return true;
    }

    /** Returns the edge out of an empty block if this edge is its only incoming one, else the edge itself. */
    private static DraftEdge through(DraftRegion region, DraftEdge edge) {
        DraftBlock arm = edge.target;
        if (arm.instructions.stream().anyMatch(i -> !(i.op() instanceof Op.Constant))
                || !arm.arguments.isEmpty()
                || arm.end().kind != DraftEnd.Kind.JUMP) {
            return edge;
        }
        return TrivialArguments.incoming(region).get(arm).size() == 1
                ? arm.end().edges.get(0)
                : edge;
    }

    private static Value select(DraftBlock block, Value condition, Value a, Value b, DraftEnd end) {
        if (a == b) {
            return a;
        }
        Value yes = hoisted(block, a);
        Value no = hoisted(block, b);
        boolean isBool = yes.type() == Type.BOOL;
        if (isBool && ConstantFolding.is(yes, 1) && ConstantFolding.is(no, 0)) {
            return condition;
        }
        if (isBool && ConstantFolding.is(yes, 0) && ConstantFolding.is(no, 1)) {
            return block.add(Unary.NOT, Type.BOOL, end.position, List.of(condition));
        }
        return block.add(new Op.Select(), yes.type(), end.position, List.of(condition, yes, no));
    }

    /** Hoists a constant of an arm to the branch. */
    private static Value hoisted(DraftBlock block, Value value) {
        if (value instanceof Instruction instruction
                && instruction.op() instanceof Op.Constant constant
                && !block.instructions.contains(instruction)) {
            return block.add(constant, constant.type(), value.position(), List.of());
        }
        return value;
    }
}
