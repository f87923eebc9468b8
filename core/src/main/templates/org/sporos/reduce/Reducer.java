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
[#list reductions as t]

    /** Reduces the contributions of the indexes of a RangePolicy into a view of rank 0. */
    public Reduction into(${t.Type}View result, ${t.Type}Contribution.Range contribution) {
        return reduction(result, contribution);
    }

    /** Reduces the contributions of the index pairs of an MDRangePolicy into a view of rank 0. */
    public Reduction into(${t.Type}View result, ${t.Type}Contribution.Range2 contribution) {
        return reduction(result, contribution);
    }

    /** Reduces the contributions of the index triples of an MDRangePolicy into a view of rank 0. */
    public Reduction into(${t.Type}View result, ${t.Type}Contribution.Range3 contribution) {
        return reduction(result, contribution);
    }

    /** Reduces the contributions of the index quadruples of an MDRangePolicy into a view of rank 0. */
    public Reduction into(${t.Type}View result, ${t.Type}Contribution.Range4 contribution) {
        return reduction(result, contribution);
    }

    /** Reduces the contributions of the indexes of a LongRangePolicy into a view of rank 0. */
    public Reduction intoLongRange(${t.Type}View result, ${t.Type}Contribution.LongRange contribution) {
        return reduction(result, contribution);
    }

    /** Reduces the contributions of the teams of a TeamPolicy into a view of rank 0. */
    public Reduction intoTeam(${t.Type}View result, ${t.Type}Contribution.Team contribution) {
        return reduction(result, contribution);
    }
[/#list]

    private Reduction reduction(View result, KernelBody contribution) {
        return new Reduction(op, result, null, contribution, null, Identities.of(op, result));
    }
}
