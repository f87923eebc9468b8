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
 * Makes bitwise reductions: BitAnd, BitOr, BitXor. Stateless.
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
[#list integers as t]

    /** Reduces what each index of a RangePolicy contributes into a view of rank 0. */
    public Reduction into(${t.Type}View result, ${t.Type}Contribution.Range contribution) {
        return reduction(result, contribution);
    }

    /** Reduces what each index pair of an MDRangePolicy contributes into a view of rank 0. */
    public Reduction into(${t.Type}View result, ${t.Type}Contribution.Range2 contribution) {
        return reduction(result, contribution);
    }

    /** Reduces what each index triple of an MDRangePolicy contributes into a view of rank 0. */
    public Reduction into(${t.Type}View result, ${t.Type}Contribution.Range3 contribution) {
        return reduction(result, contribution);
    }

    /** Reduces what each index quadruple of an MDRangePolicy contributes into a view of rank 0. */
    public Reduction into(${t.Type}View result, ${t.Type}Contribution.Range4 contribution) {
        return reduction(result, contribution);
    }

    /** Reduces what each index of a LongRangePolicy contributes into a view of rank 0. */
    public Reduction intoLongRange(${t.Type}View result, ${t.Type}Contribution.LongRange contribution) {
        return reduction(result, contribution);
    }

    /** Reduces what each team of a TeamPolicy contributes into a view of rank 0. */
    public Reduction intoTeam(${t.Type}View result, ${t.Type}Contribution.Team contribution) {
        return reduction(result, contribution);
    }
[/#list]

    private Reduction reduction(View result, KernelBody contribution) {
        return new Reduction(op, result, null, contribution, null, Identities.of(op, result));
    }
}
