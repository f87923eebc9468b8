package org.sporos.reduce;

import org.sporos.policy.BooleanContribution;
import org.sporos.policy.KernelBody;
import org.sporos.policy.ReductionOp;
import org.sporos.view.IntView;
import org.sporos.view.View;

/**
 * Makes reductions of booleans into an int view that takes 0 or 1: LogicalAnd, LogicalOr. Stateless.
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

    /** Reduces what each index of a RangePolicy contributes into a view of rank 0. */
    public Reduction into(IntView result, BooleanContribution.Range contribution) {
        return reduction(result, contribution);
    }

    /** Reduces what each index pair of an MDRangePolicy contributes into a view of rank 0. */
    public Reduction into(IntView result, BooleanContribution.Range2 contribution) {
        return reduction(result, contribution);
    }

    /** Reduces what each index triple of an MDRangePolicy contributes into a view of rank 0. */
    public Reduction into(IntView result, BooleanContribution.Range3 contribution) {
        return reduction(result, contribution);
    }

    /** Reduces what each index quadruple of an MDRangePolicy contributes into a view of rank 0. */
    public Reduction into(IntView result, BooleanContribution.Range4 contribution) {
        return reduction(result, contribution);
    }

    /** Reduces what each index of a LongRangePolicy contributes into a view of rank 0. */
    public Reduction intoLongRange(IntView result, BooleanContribution.LongRange contribution) {
        return reduction(result, contribution);
    }

    /** Reduces what each team of a TeamPolicy contributes into a view of rank 0. */
    public Reduction intoTeam(IntView result, BooleanContribution.Team contribution) {
        return reduction(result, contribution);
    }

    private Reduction reduction(View result, KernelBody contribution) {
        return new Reduction(op, result, null, contribution, null, Identities.of(op, result));
    }
}
