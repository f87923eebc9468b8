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
 * <p>Precondition: the dividend is proven not to be negative. Cost: none. Compilers that know no such proof correct the
 * result of negative dividends, so the JVM's profits.
 */
public final class StrengthReduction {
    private final Guarantees proofs;

    private StrengthReduction(Guarantees proofs) {
        this.proofs = proofs;
    }

    /** Returns the code without such divisions. */
    public static ProvenCode apply(ProvenCode code) {
        StrengthReduction pass = new StrengthReduction(code.proofs());
        List<Block> blocks = code.kernel().body().blocks();
        if (blocks.stream().flatMap(block -> block.instructions().stream()).noneMatch(pass::fits)) {
            return code;
        }
        KernelEdit edit = KernelEdit.of(code.kernel());
        for (Block block : blocks) {
            block.instructions().stream().filter(pass::fits).forEach(at -> reduce(edit, edit.block(block), at));
        }
        return code.after(edit.finish());
    }

    private boolean fits(Instruction at) {
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
