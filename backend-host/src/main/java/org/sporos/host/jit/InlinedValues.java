package org.sporos.host.jit;

import org.sporos.kernel.analysis.Uses;
import org.sporos.kernel.ir.Region.Instruction;
import org.sporos.kernel.ir.Region.Value;

/**
 * The values written at their use instead of into a local variable: atoms, and pure values with one use in their own
 * block.
 */
record InlinedValues(Uses uses) {
    /** Returns whether a value is written at its use; dead pure values are written nowhere. */
    boolean isInlined(Value value) {
        return value instanceof Instruction instruction
                && (Uses.isAtom(instruction)
                        || instruction.isPure() && (uses.count(value) == 0 || uses.isSingleLocalUse(instruction)));
    }
}
