package org.sporos.reduce;

[#list reductions as t]
import org.sporos.policy.${t.Type}Contribution;
import org.sporos.policy.${t.Type}Join;
import org.sporos.view.${t.Type}View;
[/#list]
import org.sporos.policy.KernelBody;
import org.sporos.policy.ReductionOp;
import org.sporos.space.ElementValue;
import org.sporos.view.View;

/**
 * Reductions with a user-defined operator, which must be associative up to rounding. Contributions are combined in
 * ascending order, as in scans, so that the operator need not commute. Stateless.
 *
 * <pre>{@code
 * root.thenParallelReduce("norm", RangePolicy.of(n), Custom.into(total, 0, Math::hypot, i -> x.get(i)));
 * }</pre>
 */
public final class CustomReducer {

    CustomReducer() {}
[#include '/@build/into.ftl']
[@into types=reductions parameters="*type identity, *TypeJoin join, " arguments="ElementValue.of(identity), join, " /]

    private static Reduction reduction(View result, ElementValue identity, KernelBody join, KernelBody contribution) {
        return new Reduction(ReductionOp.CUSTOM, result, null, contribution, join, identity);
    }
}
