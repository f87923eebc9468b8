package org.sporos.kernel.cpp;

import org.sporos.kernel.analysis.RuntimeChecks;
import org.sporos.kernel.ir.ConstantFolding;
import org.sporos.kernel.ir.Guarantees;
import org.sporos.kernel.ir.Region.Instruction;
import org.sporos.kernel.ir.Region.Value;

/** The run-time checks of one kernel: for accesses not proven in bounds, if checks are on. */
record CheckedAccesses(Guarantees proofs, CppOptions options) {
    boolean isIndex(Instruction instruction, int operand) {
        return operand < RuntimeChecks.indexes(instruction);
    }

    /** Returns whether an index needs no check. */
    boolean isInside(Instruction access, int operand) {
        return !options.checked() || proofs.isInBounds(access, operand);
    }

    boolean isChecked(Instruction access) {
        for (int k = 0; k < RuntimeChecks.indexes(access); k++) {
            if (!isInside(access, k)) {
                return true;
            }
        }
        return false;
    }

    /** Returns whether a divisor may be zero. The result is 0 then; its report is optional. */
    boolean mayDivideByZero(Instruction division) {
        return new RuntimeChecks(proofs).mayDivideByZero(division);
    }

    /** Returns whether a division has nonnegative operands. */
    boolean isUnsigned(Instruction division) {
        return division.operands().stream().allMatch(operand -> least(operand) >= 0);
    }

    /** Returns whether nonnegative operands fit into an unsigned int. */
    boolean isUnsignedInt(Instruction division) {
        long most = Integer.toUnsignedLong(-1);
        return division.operands().stream().allMatch(operand -> proofs.greatest(operand) <= most);
    }

    private long least(Value value) {
        Long literal = ConstantFolding.literal(value);
        return literal == null ? proofs.least(value) : literal;
    }

    /** Returns whether requests for scratch memory are checked. */
    boolean isScratchChecked() {
        return options.checked() && !proofs.hasScratch();
    }

    boolean cannotOverflow(Instruction operation) {
        return proofs.cannotOverflow(operation);
    }
}
