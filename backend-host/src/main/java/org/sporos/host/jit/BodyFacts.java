package org.sporos.host.jit;

import java.util.HashMap;
import java.util.Map;
import org.sporos.kernel.analysis.Liveness;
import org.sporos.kernel.analysis.Uses;
import org.sporos.kernel.ir.LocalArray;
import org.sporos.kernel.ir.Region.Instruction;
import org.sporos.kernel.ir.Region.Value;

/**
 * Facts shared by all copies of a body: uses, live ranges, and offsets of local arrays in scratch arrays.
 */
record BodyFacts(
        BodyCode body,
        ArgumentUnpacker captured,
        FaultExits faults,
        Uses uses,
        Liveness liveness,
        Map<LocalArray, Integer> offsets,
        PrivateCopies copies) {
    static BodyFacts of(BodyCode body, ArgumentUnpacker captured, FaultExits faults) {
        Uses uses = new Uses(body.region());
        Liveness liveness = new Liveness(body.region(), uses, value -> isInlined(uses, value));
        return new BodyFacts(body, captured, faults, uses, liveness, new HashMap<>(), PrivateCopies.NONE);
    }

    /** Returns the facts of copies of the body that update copies of views. */
    BodyFacts in(PrivateCopies some) {
        return new BodyFacts(body, captured, faults, uses, liveness, offsets, some);
    }

    /**
     * Returns whether a value is evaluated at its use instead of in a local variable: literals and values of the
     * launch, and pure values with one use in their own block; unused pure values are never evaluated.
     */
    boolean isInlined(Value value) {
        return isInlined(uses, value);
    }

    private static boolean isInlined(Uses uses, Value value) {
        return value instanceof Instruction instruction
                && (Uses.isAtom(instruction)
                        || instruction.isPure() && (uses.count(value) == 0 || uses.isSingleLocalUse(instruction)));
    }

    /** Returns the offset of a local array in the scratch array of its type. */
    int offset(LocalArray array) {
        return offsets.computeIfAbsent(array, added -> captured.reserve(array.element(), array.length()));
    }
}
