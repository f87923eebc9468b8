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
[#list reductions as t]

    /** Reduces the contributions of the indexes of a RangePolicy into a view of rank 0. */
    public Reduction into(${t.Type}View result, ${t.type} identity, ${t.Type}Join join, ${t.Type}Contribution.Range contribution) {
        return reduction(result, ElementValue.of(identity), join, contribution);
    }

    /** Reduces the contributions of the index pairs of an MDRangePolicy into a view of rank 0. */
    public Reduction into(${t.Type}View result, ${t.type} identity, ${t.Type}Join join, ${t.Type}Contribution.Range2 contribution) {
        return reduction(result, ElementValue.of(identity), join, contribution);
    }

    /** Reduces the contributions of the index triples of an MDRangePolicy into a view of rank 0. */
    public Reduction into(${t.Type}View result, ${t.type} identity, ${t.Type}Join join, ${t.Type}Contribution.Range3 contribution) {
        return reduction(result, ElementValue.of(identity), join, contribution);
    }

    /** Reduces the contributions of the index quadruples of an MDRangePolicy into a view of rank 0. */
    public Reduction into(${t.Type}View result, ${t.type} identity, ${t.Type}Join join, ${t.Type}Contribution.Range4 contribution) {
        return reduction(result, ElementValue.of(identity), join, contribution);
    }

    /** Reduces the contributions of the indexes of a LongRangePolicy into a view of rank 0. */
    public Reduction intoLongRange(
            ${t.Type}View result, ${t.type} identity, ${t.Type}Join join, ${t.Type}Contribution.LongRange contribution) {
        return reduction(result, ElementValue.of(identity), join, contribution);
    }

    /** Reduces the contributions of the teams of a TeamPolicy into a view of rank 0. */
    public Reduction intoTeam(
            ${t.Type}View result, ${t.type} identity, ${t.Type}Join join, ${t.Type}Contribution.Team contribution) {
        return reduction(result, ElementValue.of(identity), join, contribution);
    }
[/#list]

    private static Reduction reduction(View result, ElementValue identity, KernelBody join, KernelBody contribution) {
        return new Reduction(ReductionOp.CUSTOM, result, null, contribution, join, identity);
    }
}
