package org.sporos.reduce;

[#list reductions as t]
import org.sporos.policy.${t.Type}Contribution;
import org.sporos.view.${t.Type}View;
[/#list]
import org.sporos.policy.KernelBody;
import org.sporos.policy.ReductionOp;
import org.sporos.policy.ReductionOperator;
import org.sporos.view.View;

/**
 * The reducers of all element types: Sum, Prod, Min, Max. Stateless.
 *
 * <pre>{@code
 * root.thenParallelReduce("peak", RangePolicy.of(n), Max.into(total, i -> Math.abs(x.get(i))));
 * }</pre>
 */
public final class Reducer implements ReductionOperator {
    private final ReductionOp op;

    Reducer(ReductionOp op) {
        this.op = op;
    }

    @Override
    public ReductionOp op() {
        return op;
    }
[#include '/@build/into.ftl']
[@into reductions /]

    private Reduction reduction(View result, KernelBody contribution) {
        return new Reduction(op, result, null, contribution, null, Identities.of(op, result));
    }
}
