package org.sporos.reduce;

[#list integers as t]
import org.sporos.policy.${t.Type}Contribution;
import org.sporos.view.${t.Type}View;
[/#list]
import org.sporos.policy.KernelBody;
import org.sporos.policy.ReductionOp;
import org.sporos.policy.ReductionOperator;
import org.sporos.view.View;

/**
 * The bitwise reducers: BitAnd, BitOr, BitXor. Stateless.
 *
 * <pre>{@code
 * IntView flags = IntView.of("flags", space);
 * root.thenParallelReduce("flags", RangePolicy.of(n), BitOr.into(flags, i -> indexes.get(i)));
 * }</pre>
 */
public final class BitReducer implements ReductionOperator {
    private final ReductionOp op;

    BitReducer(ReductionOp op) {
        this.op = op;
    }

    @Override
    public ReductionOp op() {
        return op;
    }
[#include '/@build/into.ftl']
[@into integers /]

    private Reduction reduction(View result, KernelBody contribution) {
        return new Reduction(op, result, null, contribution, null, Identities.of(op, result));
    }
}
