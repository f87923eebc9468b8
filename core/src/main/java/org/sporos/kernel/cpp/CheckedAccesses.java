package org.sporos.kernel.cpp;

import java.util.Map;
import java.util.Set;
import org.sporos.kernel.ir.Binary;
import org.sporos.kernel.ir.ConstantFolding;
import org.sporos.kernel.ir.Guarantees;
import org.sporos.kernel.ir.Instruction;
import org.sporos.kernel.ir.MathFunction;
import org.sporos.kernel.ir.Op;
import org.sporos.kernel.ir.ViewRef;

/** The accesses checked at run time in one kernel: those not proven, if checks are wanted. */
final class CheckedAccesses {
    private final Guarantees proofs;
    private final CppOptions options;
    private final Set<Instruction> trusted;
    private Set<Instruction> assumed = Set.of();
    private Map<Instruction, String> tried = Map.of();

    /** @param trusted accesses that are inside, as a caller asks for that */
    CheckedAccesses(Guarantees proofs, CppOptions options, Set<Instruction> trusted) {
        this.proofs = proofs;
        this.options = options;
        this.trusted = trusted;
    }

    /** Returns the number of indexes of an access, 0 for all else. */
    static int indexes(Instruction access) {
        Op op = access.op();
        if (op instanceof Op.Load load) {
            return load.view().rank();
        } else if (op instanceof Op.Store store) {
            return store.view().rank();
        } else if (op instanceof Op.Atomic atomic) {
            return atomic.view().rank();
        }
        return op instanceof Op.ArrayLoad || op instanceof Op.ArrayStore || op instanceof Op.Check ? 1 : 0;
    }

    boolean isIndex(Instruction instruction, int operand) {
        return operand < indexes(instruction);
    }

    /** Takes some accesses for inside from now on, and no others but those that are proven. */
    void assume(Set<Instruction> accesses) {
        assumed = accesses;
    }

    /** Takes some loads for inside from now on, each with a variable that remembers the farthest index. */
    void attempt(Map<Instruction, String> loads) {
        tried = loads;
    }

    /**
     * Returns the variable that remembers the farthest index of a load, by which it is checked later; or an empty text.
     */
    String farthestOf(Instruction load) {
        return tried.getOrDefault(load, "");
    }

    /** Returns whether an index needs no check. */
    boolean isInside(Instruction access, int operand) {
        return !options.checked()
                || proofs.isInBounds(access, operand)
                || trusted.contains(access)
                || assumed.contains(access);
    }

    boolean isChecked(Instruction access) {
        for (int k = 0; k < indexes(access); k++) {
            if (!isInside(access, k)) {
                return true;
            }
        }
        return false;
    }

    /** Returns whether an instruction is as safe where the branch before its block is not taken. */
    boolean isUnguarded(Instruction instruction) {
        return proofs.isUnguarded(instruction);
    }

    boolean isDivision(Instruction instruction) {
        Op op = instruction.op();
        boolean divides =
                op == Binary.DIV || op == Binary.REM || op == MathFunction.FLOOR_DIV || op == MathFunction.FLOOR_MOD;
        return divides && instruction.type().isInteger();
    }

    /** Returns whether a division must ask for zero. It always gives 0 then; that it is reported is an option. */
    boolean mayDivideByZero(Instruction division) {
        Long divisor = ConstantFolding.literal(division.operand(1));
        return (divisor == null || divisor == 0) && !proofs.isDivisorNonZero(division);
    }

    /** Returns whether a team must ask if there is as much scratch memory as it takes. */
    boolean isScratchChecked() {
        return options.checked() && !proofs.hasScratch();
    }

    boolean cannotOverflow(Instruction operation) {
        return proofs.cannotOverflow(operation);
    }

    static ViewRef viewOf(Op op) {
        if (op instanceof Op.Load load) {
            return load.view();
        } else if (op instanceof Op.Store store) {
            return store.view();
        }
        return ((Op.Atomic) op).view();
    }
}
