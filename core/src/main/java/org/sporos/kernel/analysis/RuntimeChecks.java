package org.sporos.kernel.analysis;

import org.sporos.kernel.ir.ConstantFolding;
import org.sporos.kernel.ir.Guarantees;
import org.sporos.kernel.ir.Op;
import org.sporos.kernel.ir.Region.Instruction;
import org.sporos.kernel.ir.ViewRef;

/** The accesses and divisions without a proof of safety, which are checked at run time. Immutable. */
public record RuntimeChecks(Guarantees proofs) {
    /** Returns the number of indexes of an access, 0 for other instructions. */
    public static int indexes(Instruction access) {
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

    /** Returns the view of a load, store or atomic. */
    public static ViewRef viewOf(Op op) {
        if (op instanceof Op.Load load) {
            return load.view();
        } else if (op instanceof Op.Store store) {
            return store.view();
        }
        return ((Op.Atomic) op).view();
    }

    /** Returns whether any index of an access is checked. */
    public boolean isChecked(Instruction access) {
        for (int k = 0; k < indexes(access); k++) {
            if (!proofs.isInBounds(access, k)) {
                return true;
            }
        }
        return false;
    }

    /** Returns whether the divisor of an integer division is checked. */
    public boolean mayDivideByZero(Instruction division) {
        Long divisor = ConstantFolding.literal(division.operand(1));
        return (divisor == null || divisor == 0) && !proofs.isDivisorNonZero(division);
    }

    /** Returns whether an instruction is checked. */
    public boolean mayFail(Instruction at) {
        return isChecked(at) || at.isDivision() && mayDivideByZero(at);
    }
}
