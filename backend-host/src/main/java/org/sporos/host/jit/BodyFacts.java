package org.sporos.host.jit;

import java.util.HashMap;
import java.util.Map;
import org.sporos.kernel.analysis.Liveness;
import org.sporos.kernel.analysis.Uses;
import org.sporos.kernel.ir.LocalArray;

/**
 * The facts that all copies of a body share: which values are inlined, when they are dead, and where its local arrays
 * begin in the scratch arrays of {@link WorkArrays}.
 */
record BodyFacts(
        BodyCode body,
        CaptureLoader captured,
        FaultExits faults,
        InlinedValues inlined,
        Liveness liveness,
        Map<LocalArray, Integer> places) {
    static BodyFacts of(BodyCode body, CaptureLoader captured, FaultExits faults) {
        InlinedValues inlined = new InlinedValues(new Uses(body.region()));
        Liveness liveness = new Liveness(body.region(), inlined.uses(), inlined::isInlined);
        return new BodyFacts(body, captured, faults, inlined, liveness, new HashMap<>());
    }

    /** Returns where a local array begins in the scratch array of its type. */
    int place(LocalArray array) {
        return places.computeIfAbsent(array, added -> captured.reserve(array.element(), array.length()));
    }
}
