package org.sporos.kernel.ir;

import org.sporos.kernel.ir.Region.Instruction;
import org.sporos.kernel.ir.Region.Value;

/**
 * The proofs about the instructions of one kernel, for one launch: its range, the extents of its views and the
 * values of its scalars. What is not proven is not known to be false. Thread-safe.
 */
public interface Guarantees {
    /** Nothing is proven. */
    Guarantees NONE = new Nothing();

    /**
     * Returns whether an integer operation (ADD, SUB, MUL, NEG, DIV, REM) gives the mathematical result for all values
     * that its operands take, so that plain signed arithmetic does as well.
     */
    boolean cannotOverflow(Instruction operation);

    /**
     * Returns whether an index of an access to a view or local array is inside: operand {@code k}, for all its values.
     */
    boolean isInBounds(Instruction access, int k);

    /** Returns whether the divisor of an integer DIV, REM, FLOOR_DIV or FLOOR_MOD is never 0. */
    boolean isDivisorNonZero(Instruction division);

    /**
     * Returns whether a load is inside, or an integer operation gives the mathematical result, also where the branch
     * that leads to its block is not taken.
     */
    default boolean isUnguarded(Instruction instruction) {
        return false;
    }

    /** Returns the least value that an integer can have, or {@link Long#MIN_VALUE}. */
    default long least(Value value) {
        return Long.MIN_VALUE;
    }

    /** Returns the greatest value that an integer can have, or {@link Long#MAX_VALUE}. */
    default long greatest(Value value) {
        return Long.MAX_VALUE;
    }

    /** Returns whether all that the kernel takes of its team's scratch memory is there. */
    boolean hasScratch();

    /** The guarantees of an analysis that looked at nothing. */
    final class Nothing implements Guarantees {
        private Nothing() {}

        @Override
        public boolean cannotOverflow(Instruction operation) {
            return false;
        }

        @Override
        public boolean isInBounds(Instruction access, int k) {
            return false;
        }

        @Override
        public boolean isDivisorNonZero(Instruction division) {
            return false;
        }

        @Override
        public boolean hasScratch() {
            return false;
        }
    }
}
