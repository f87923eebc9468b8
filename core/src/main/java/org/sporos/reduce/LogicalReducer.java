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

    /** Reduces the contributions of the indexes of a RangePolicy into a view of rank 0. */
    public Reduction into(IntView result, BooleanContribution.Range contribution) {
        return reduction(result, contribution);
    }

    /** Reduces the contributions of the index pairs of an MDRangePolicy into a view of rank 0. */
    public Reduction into(IntView result, BooleanContribution.Range2 contribution) {
        return reduction(result, contribution);
    }

    /** Reduces the contributions of the index triples of an MDRangePolicy into a view of rank 0. */
    public Reduction into(IntView result, BooleanContribution.Range3 contribution) {
        return reduction(result, contribution);
    }

    /** Reduces the contributions of the index quadruples of an MDRangePolicy into a view of rank 0. */
    public Reduction into(IntView result, BooleanContribution.Range4 contribution) {
        return reduction(result, contribution);
    }

    /** Reduces the contributions of the indexes of a LongRangePolicy into a view of rank 0. */
    public Reduction intoLongRange(IntView result, BooleanContribution.LongRange contribution) {
        return reduction(result, contribution);
    }

    /** Reduces the contributions of the teams of a TeamPolicy into a view of rank 0. */
    public Reduction intoTeam(IntView result, BooleanContribution.Team contribution) {
        return reduction(result, contribution);
    }

    private Reduction reduction(View result, KernelBody contribution) {
        return new Reduction(op, result, null, contribution, null, Identities.of(op, result));
    }
}
