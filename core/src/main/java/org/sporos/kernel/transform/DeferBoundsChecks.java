package org.sporos.kernel.transform;

import java.util.Set;
import org.sporos.kernel.analysis.RuntimeChecks;
import org.sporos.kernel.analysis.Uses;
import org.sporos.kernel.ir.KernelBuilder.DraftBlock;
import org.sporos.kernel.ir.KernelEdit;
import org.sporos.kernel.ir.Op;
import org.sporos.kernel.ir.Op.Binary;
import org.sporos.kernel.ir.Op.MathFunction;
import org.sporos.kernel.ir.Region.Block;
import org.sporos.kernel.ir.Region.Instruction;
import org.sporos.kernel.ir.Region.Value;
import org.sporos.kernel.ir.Type;
import org.sporos.kernel.ir.ViewRef;

/**
 * Defers bounds checks of loads to the caller, which gets their largest indexes; the loads clamp their indexes.
 *
 * @param loads loads of nonempty views of one dimension and stride 1
 */
record DeferBoundsChecks(Set<Instruction> loads) implements KernelPass {
    @Override
    public LaunchedKernel apply(LaunchedKernel kernel) {
        KernelEdit edit = KernelEdit.of(kernel.kernel());
        Uses uses = new Uses(kernel.kernel().body());
        for (Block block : kernel.kernel().body().blocks()) {
            DraftBlock draft = edit.block(block);
            for (Instruction at : draft.takeInstructions()) {
                if (loads.contains(at)) {
                    defer(kernel, edit, uses, draft, at);
                } else {
                    draft.append(at);
                }
            }
        }
        return kernel.with(edit);
    }

    private static void defer(LaunchedKernel kernel, KernelEdit edit, Uses uses, DraftBlock block, Instruction load) {
        Code code = new Code(edit, block, load.position());
        ViewRef.Captured view = (ViewRef.Captured) RuntimeChecks.viewOf(load.op());
        boolean isWide = load.operand(0).type() == Type.I64 || !kernel.isInt(view);
        Type type = isWide ? Type.I64 : Type.I32;
        Value index = code.converted(type, load.operand(0));
        code.add(new Op.Farthest(view), Type.VOID, index);
        Value last = code.exact(Binary.SUB, code.extent(view, type), code.literal(type, 1));
        if (uses.count(load) > 0) {
            Value clamped = code.add(MathFunction.MIN_UNSIGNED, type, index, last);
            Instruction made = code.add(load.op(), load.type(), clamped);
            edit.setInBounds(made);
            edit.replace(load, made);
        }
    }
}
