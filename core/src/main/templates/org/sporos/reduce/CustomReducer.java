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
 * Makes reductions with an operator of the user's own, which must be associative up to rounding. Contributions are
 * combined in ascending order, as scans do, so that the operator need not commute. Stateless.
 *
 * <pre>{@code
 * root.thenParallelReduce("norm", RangePolicy.of(n), Custom.into(total, 0, Math::hypot, i -> x.get(i)));
 * }</pre>
 */
public final class CustomReducer {

    CustomReducer() {}
[#list reductions as t]

    /** Reduces what each index of a RangePolicy contributes into a view of rank 0. */
    public Reduction into(${t.Type}View result, ${t.type} identity, ${t.Type}Join join, ${t.Type}Contribution.Range contribution) {
        return reduction(result, ElementValue.of(identity), join, contribution);
    }

    /** Reduces what each index pair of an MDRangePolicy contributes into a view of rank 0. */
    public Reduction into(${t.Type}View result, ${t.type} identity, ${t.Type}Join join, ${t.Type}Contribution.Range2 contribution) {
        return reduction(result, ElementValue.of(identity), join, contribution);
    }

    /** Reduces what each index triple of an MDRangePolicy contributes into a view of rank 0. */
    public Reduction into(${t.Type}View result, ${t.type} identity, ${t.Type}Join join, ${t.Type}Contribution.Range3 contribution) {
        return reduction(result, ElementValue.of(identity), join, contribution);
    }

    /** Reduces what each index quadruple of an MDRangePolicy contributes into a view of rank 0. */
    public Reduction into(${t.Type}View result, ${t.type} identity, ${t.Type}Join join, ${t.Type}Contribution.Range4 contribution) {
        return reduction(result, ElementValue.of(identity), join, contribution);
    }

    /** Reduces what each index of a LongRangePolicy contributes into a view of rank 0. */
    public Reduction intoLongRange(
            ${t.Type}View result, ${t.type} identity, ${t.Type}Join join, ${t.Type}Contribution.LongRange contribution) {
        return reduction(result, ElementValue.of(identity), join, contribution);
    }

    /** Reduces what each team of a TeamPolicy contributes into a view of rank 0. */
    public Reduction intoTeam(
            ${t.Type}View result, ${t.type} identity, ${t.Type}Join join, ${t.Type}Contribution.Team contribution) {
        return reduction(result, ElementValue.of(identity), join, contribution);
    }
[/#list]

    private static Reduction reduction(View result, ElementValue identity, KernelBody join, KernelBody contribution) {
        return new Reduction(ReductionOp.CUSTOM, result, null, contribution, join, identity);
    }
}
