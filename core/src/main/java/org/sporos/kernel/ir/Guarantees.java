package org.sporos.kernel.ir;

import org.sporos.kernel.ir.Region.Instruction;
import org.sporos.kernel.ir.Region.Value;

/**
 * Proofs about the instructions of a kernel for one launch: its range, view extents and scalar values. Unproven does
 * not mean false. Thread-safe.
 */
public interface Guarantees {
    /** No proofs. */
    Guarantees NONE = new Nothing();

    /**
     * Returns whether an integer operation (ADD, SUB, MUL, NEG, DIV, REM) never overflows, so that C++ signed
     * arithmetic is defined.
     */
    boolean cannotOverflow(Instruction operation);

    /** Returns whether an index of an access to a view or local array, operand {@code k}, is always in bounds. */
    boolean isInBounds(Instruction access, int k);

    /** Returns whether the divisor of an integer DIV, REM, FLOOR_DIV or FLOOR_MOD is never 0. */
    boolean isDivisorNonZero(Instruction division);

    /**
     * Returns whether a load is in bounds, or an integer operation does not overflow, even without the guard of its
     * block.
     */
    default boolean isUnguarded(Instruction instruction) {
        return false;
    }

    /** Returns the lower bound of an integer, or {@link Long#MIN_VALUE}. */
    default long least(Value value) {
        return Long.MIN_VALUE;
    }

    /** Returns the upper bound of an integer, or {@link Long#MAX_VALUE}. */
    default long greatest(Value value) {
        return Long.MAX_VALUE;
    }

    /** Returns whether the team's scratch memory suffices for all allocations. */
    boolean hasScratch();

    /** Guarantees without proofs. */
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
