package org.sporos.reduce;

//#for reduction
import org.sporos.policy.$Type$Contribution;
import org.sporos.view.$Type$View;
//#end
import org.sporos.policy.KernelBody;
import org.sporos.policy.ReductionOp;
import org.sporos.view.View;

/**
 * Makes reductions with one of the operators that all element types have: Sum, Prod, Min, Max. Stateless.
 *
 * <pre>{@code
 * root.thenParallelReduce("peak", RangePolicy.of(n), Max.into(total, i -> Math.abs(x.get(i))));
 * }</pre>
 */
public final class Reducer {
    private final ReductionOp op;

    Reducer(ReductionOp op) {
        this.op = op;
    }
//#for reduction

    /** Reduces what each index of a RangePolicy contributes into a view of rank 0. */
    public Reduction into($Type$View result, $Type$Contribution.Range contribution) {
        return reduction(result, contribution);
    }

    /** Reduces what each index pair of an MDRangePolicy contributes into a view of rank 0. */
    public Reduction into($Type$View result, $Type$Contribution.Range2 contribution) {
        return reduction(result, contribution);
    }

    /** Reduces what each index triple of an MDRangePolicy contributes into a view of rank 0. */
    public Reduction into($Type$View result, $Type$Contribution.Range3 contribution) {
        return reduction(result, contribution);
    }

    /** Reduces what each index quadruple of an MDRangePolicy contributes into a view of rank 0. */
    public Reduction into($Type$View result, $Type$Contribution.Range4 contribution) {
        return reduction(result, contribution);
    }

    /** Reduces what each index of a LongRangePolicy contributes into a view of rank 0. */
    public Reduction intoLongRange($Type$View result, $Type$Contribution.LongRange contribution) {
        return reduction(result, contribution);
    }

    /** Reduces what each team of a TeamPolicy contributes into a view of rank 0. */
    public Reduction intoTeam($Type$View result, $Type$Contribution.Team contribution) {
        return reduction(result, contribution);
    }
//#end

    private Reduction reduction(View result, KernelBody contribution) {
        return new Reduction(op, result, null, contribution, null, Identities.of(op, result));
    }
}
