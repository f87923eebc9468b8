package org.sporos.host.jit;

import org.sporos.kernel.analysis.Uses;
import org.sporos.kernel.ir.Region.Instruction;
import org.sporos.kernel.ir.Region.Value;

/** The values that are emitted at their use, rather than kept in a local variable: they have one, in their own block. */
record InlinedValues(Uses uses) {
    /** Returns whether an instruction is written where it is used. What is unused and pure is written nowhere. */
    boolean isInlined(Value value) {
        return value instanceof Instruction instruction
                && (Uses.isAtom(instruction)
                        || instruction.isPure() && (uses.count(value) == 0 || uses.isOnceAtHome(instruction)));
    }
}
