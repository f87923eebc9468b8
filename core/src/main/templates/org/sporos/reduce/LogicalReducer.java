package org.sporos.reduce;

import org.sporos.policy.BooleanContribution;
import org.sporos.policy.KernelBody;
import org.sporos.policy.ReductionOp;
import org.sporos.view.IntView;
import org.sporos.view.View;

/**
 * The reducers of booleans, LogicalAnd and LogicalOr, with an int view for the result, 0 or 1. Stateless.
 *
 * <pre>{@code
 * IntView converged = IntView.of("converged", space);
 * root.thenParallelReduce("all", RangePolicy.of(n), LogicalAnd.into(converged, i -> Math.abs(x.get(i)) < 1e-9));
 * }</pre>
 */
public final class LogicalReducer {
    private final ReductionOp op;

    LogicalReducer(ReductionOp op) {
        this.op = op;
    }
[#include '/@build/into.ftl']
[@into [{"Type": "Boolean", "View": "Int"}] /]

    private Reduction reduction(View result, KernelBody contribution) {
        return new Reduction(op, result, null, contribution, null, Identities.of(op, result));
    }
}
