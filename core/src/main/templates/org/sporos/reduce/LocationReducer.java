package org.sporos.reduce;

[#list reductions as t]
import org.sporos.policy.${t.Type}Contribution;
import org.sporos.view.${t.Type}View;
[/#list]
import org.sporos.policy.KernelBody;
import org.sporos.policy.ReductionOp;
import org.sporos.view.LongView;
import org.sporos.space.ElementValue;
import org.sporos.view.View;

/**
 * The reducers to a value and its location: MinLoc, MaxLoc. Ties go to the smallest location. A location is the index,
 * or the row-major position in the box of an MDRangePolicy, or the league rank; an empty range gives -1. Stateless.
 *
 * <pre>{@code
 * LongView where = LongView.of("where", space);
 * root.thenParallelReduce("peak", RangePolicy.of(n), MaxLoc.into(total, where, i -> x.get(i)));
 * }</pre>
 */
public final class LocationReducer {
    private final ReductionOp op;

    LocationReducer(ReductionOp op) {
        this.op = op;
    }
[#include '/@build/into.ftl']
[@into types=reductions result="views of a value and its location" parameters="LongView location, " arguments="location, " /]

    private Reduction reduction(View result, LongView location, KernelBody contribution) {
        ElementValue identity = Identities.of(op, result);
        return new Reduction(op, result, location, contribution, null, identity);
    }
}
