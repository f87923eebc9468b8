package org.sporos.algorithm;

import org.jspecify.annotations.Nullable;
import org.sporos.internal.error.Required;
import org.sporos.policy.KernelBody;
import org.sporos.policy.RangePolicy;
import org.sporos.view.IntView;
import org.sporos.view.View;

/** Checks of the arguments of algorithms on segments. */
final class Segments {
    private static final String STARTS = "the starts of segments";

    private Segments() {}

    /** Demands one result for each segment. */
    static void check(@Nullable View to, IntView starts) {
        View results = Operands.list(to, "the results of segments");
        Operands.list(starts, STARTS, results.size() + 1, "a reduction of so many segments");
        Operands.apart("a segmented reduction", results, starts);
    }

    static void check(@Nullable KernelBody value) {
        Required.argument(value, "the values of segments");
    }

    /** Returns the segments of a list. */
    static RangePolicy within(@Nullable View to, IntView starts) {
        Operands.list(to, "the sums in segments");
        Operands.list(starts, STARTS);
        Operands.apart("a segmented scan", to, starts);
        int ends = Operands.atLeast(1, Math.toIntExact(starts.size()), "the number of starts of segments");
        return RangePolicy.of(ends - 1);
    }
}
