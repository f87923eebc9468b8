package org.sporos.host.jit;

import java.util.HashMap;
import java.util.Map;
import org.sporos.kernel.analysis.Liveness;
import org.sporos.kernel.analysis.Uses;
import org.sporos.kernel.ir.LocalArray;

/**
 * Facts shared by all copies of a body: inlined values, live ranges, and offsets of local arrays in
 * {@link ScratchArrays}.
 */
record BodyFacts(
        BodyCode body,
        ArgumentUnpacker captured,
        FaultExits faults,
        InlinedValues inlined,
        Liveness liveness,
        Map<LocalArray, Integer> offsets) {
    static BodyFacts of(BodyCode body, ArgumentUnpacker captured, FaultExits faults) {
        InlinedValues inlined = new InlinedValues(new Uses(body.region()));
        Liveness liveness = new Liveness(body.region(), inlined.uses(), inlined::isInlined);
        return new BodyFacts(body, captured, faults, inlined, liveness, new HashMap<>());
    }

    /** Returns the offset of a local array in the scratch array of its type. */
    int offset(LocalArray array) {
        return offsets.computeIfAbsent(array, added -> captured.reserve(array.element(), array.length()));
    }
}
