package org.sporos.kernel.transform;

import java.util.List;
import java.util.Objects;
import org.sporos.kernel.ir.ConstantFolding;
import org.sporos.kernel.ir.Guarantees;
import org.sporos.kernel.ir.KernelBuilder.DraftBlock;
import org.sporos.kernel.ir.KernelEdit;
import org.sporos.kernel.ir.Op.Binary;
import org.sporos.kernel.ir.Region.Block;
import org.sporos.kernel.ir.Region.Instruction;
import org.sporos.kernel.ir.Region.Value;
import org.sporos.kernel.ir.Type;

/**
 * Strength reduction of quotients and remainders by literal powers of two: shifts and masks.
 *
 * <p>Precondition: the dividend is provably nonnegative. Cost: none. The JVM's compiler profits: without the proof it
 * corrects the results of negative dividends.
 */
final class StrengthReduction implements KernelPass {
    @Override
    public LaunchedKernel apply(LaunchedKernel kernel) {
        KernelEdit edit = null;
        for (Block block : kernel.kernel().body().blocks()) {
            for (Instruction at : block.instructions()) {
                if (fits(at, kernel.proofs())) {
                    edit = edit == null ? KernelEdit.of(kernel.kernel()) : edit;
                    reduce(edit, edit.block(block), at);
                }
            }
        }
        return kernel.with(edit);
    }

    private static boolean fits(Instruction at, Guarantees proofs) {
        boolean divides =
                (at.op() == Binary.DIV || at.op() == Binary.REM) && at.type().isInteger();
        Long by = divides ? ConstantFolding.literal(at.operand(1)) : null;
        return by != null && by > 0 && Long.bitCount(by) == 1 && proofs.least(at.operand(0)) >= 0;
    }

    private static void reduce(KernelEdit edit, DraftBlock block, Instruction division) {
        long by = Objects.requireNonNull(ConstantFolding.literal(division.operand(1)));
        boolean divides = division.op() == Binary.DIV;
        Value other = divides
                ? edit.constant(Type.I32, Long.numberOfTrailingZeros(by))
                : edit.constant(division.type(), by - 1);
        List<Value> operands = List.of(division.operand(0), other);
        Binary op = divides ? Binary.SHR : Binary.AND;
        edit.replace(division, edit.insert(block, division, op, division.type(), operands));
        block.remove(division);
    }
}
