package org.sporos.reduce;

[#list reductions as t]
import org.sporos.policy.${t.Type}Contribution;
import org.sporos.view.${t.Type}View;
[/#list]
import org.sporos.policy.KernelBody;
import org.sporos.policy.ReductionOp;
import org.sporos.view.LongView;
import org.sporos.space.ElementValue;
import org.sporos.view.View;

/**
 * The reducers to a value and its location: MinLoc, MaxLoc. Ties go to the smallest location. A location is the index,
 * or the row-major position in the box of an MDRangePolicy, or the league rank; an empty range gives -1. Stateless.
 *
 * <pre>{@code
 * LongView where = LongView.of("where", space);
 * root.thenParallelReduce("peak", RangePolicy.of(n), MaxLoc.into(total, where, i -> x.get(i)));
 * }</pre>
 */
public final class LocationReducer {
    private final ReductionOp op;

    LocationReducer(ReductionOp op) {
        this.op = op;
    }
[#list reductions as t]

    /**
     * Reduces the contributions of the indexes of a RangePolicy into two views of rank 0: the value and its location.
     */
    public Reduction into(${t.Type}View result, LongView location, ${t.Type}Contribution.Range contribution) {
        return reduction(result, location, contribution);
    }

    /**
     * Reduces the contributions of the index pairs of an MDRangePolicy into two views of rank 0: the value and its
     * location.
     */
    public Reduction into(${t.Type}View result, LongView location, ${t.Type}Contribution.Range2 contribution) {
        return reduction(result, location, contribution);
    }

    /**
     * Reduces the contributions of the index triples of an MDRangePolicy into two views of rank 0: the value and its
     * location.
     */
    public Reduction into(${t.Type}View result, LongView location, ${t.Type}Contribution.Range3 contribution) {
        return reduction(result, location, contribution);
    }

    /**
     * Reduces the contributions of the index quadruples of an MDRangePolicy into two views of rank 0: the value and its
     * location.
     */
    public Reduction into(${t.Type}View result, LongView location, ${t.Type}Contribution.Range4 contribution) {
        return reduction(result, location, contribution);
    }

    /**
     * Reduces the contributions of the indexes of a LongRangePolicy into two views of rank 0: the value and its
     * location.
     */
    public Reduction intoLongRange(${t.Type}View result, LongView location, ${t.Type}Contribution.LongRange contribution) {
        return reduction(result, location, contribution);
    }

    /** Reduces the contributions of the teams of a TeamPolicy into two views of rank 0: the value and its location. */
    public Reduction intoTeam(${t.Type}View result, LongView location, ${t.Type}Contribution.Team contribution) {
        return reduction(result, location, contribution);
    }
[/#list]

    private Reduction reduction(View result, LongView location, KernelBody contribution) {
        ElementValue identity = Identities.of(op, result);
        return new Reduction(op, result, location, contribution, null, identity);
    }
}
