package org.sporos.reduce;

import org.sporos.policy.DoubleContribution;
import org.sporos.policy.FloatContribution;
import org.sporos.policy.IntContribution;
import org.sporos.policy.KernelBody;
import org.sporos.policy.LongContribution;
import org.sporos.policy.ReductionOp;
import org.sporos.view.DoubleView;
import org.sporos.view.FloatView;
import org.sporos.view.IntView;
import org.sporos.view.LongView;
import org.sporos.view.View;

/**
 * Makes reductions that find a value and where it is: MinLoc, MaxLoc. Ties go to the smallest location. A location is the
 * index, or the row-major position in the box of an MDRangePolicy, or the league rank; an empty range gives -1.
 * Stateless.
 */
public final class LocationReducer {
    private final ReductionOp op;

    LocationReducer(ReductionOp op) {
        this.op = op;
    }

    /** Reduces what each index of a RangePolicy contributes into two views of rank 0: the value, and where it is. */
    public Reduction into(DoubleView result, LongView location, DoubleContribution.Range contribution) {
        return reduction(result, location, contribution);
    }

    /** Reduces what each index pair of an MDRangePolicy contributes into two views of rank 0: the value, and where it is. */
    public Reduction into(DoubleView result, LongView location, DoubleContribution.Range2 contribution) {
        return reduction(result, location, contribution);
    }

    /** Reduces what each index triple of an MDRangePolicy contributes into two views of rank 0: the value, and where it is. */
    public Reduction into(DoubleView result, LongView location, DoubleContribution.Range3 contribution) {
        return reduction(result, location, contribution);
    }

    /** Reduces what each index of a LongRangePolicy contributes into two views of rank 0: the value, and where it is. */
    public Reduction intoLongRange(DoubleView result, LongView location, DoubleContribution.LongRange contribution) {
        return reduction(result, location, contribution);
    }

    /** Reduces what each team of a TeamPolicy contributes into two views of rank 0: the value, and where it is. */
    public Reduction intoTeams(DoubleView result, LongView location, DoubleContribution.Team contribution) {
        return reduction(result, location, contribution);
    }

    /** Reduces what each index of a RangePolicy contributes into two views of rank 0: the value, and where it is. */
    public Reduction into(FloatView result, LongView location, FloatContribution.Range contribution) {
        return reduction(result, location, contribution);
    }

    /** Reduces what each index pair of an MDRangePolicy contributes into two views of rank 0: the value, and where it is. */
    public Reduction into(FloatView result, LongView location, FloatContribution.Range2 contribution) {
        return reduction(result, location, contribution);
    }

    /** Reduces what each index triple of an MDRangePolicy contributes into two views of rank 0: the value, and where it is. */
    public Reduction into(FloatView result, LongView location, FloatContribution.Range3 contribution) {
        return reduction(result, location, contribution);
    }

    /** Reduces what each index of a LongRangePolicy contributes into two views of rank 0: the value, and where it is. */
    public Reduction intoLongRange(FloatView result, LongView location, FloatContribution.LongRange contribution) {
        return reduction(result, location, contribution);
    }

    /** Reduces what each team of a TeamPolicy contributes into two views of rank 0: the value, and where it is. */
    public Reduction intoTeams(FloatView result, LongView location, FloatContribution.Team contribution) {
        return reduction(result, location, contribution);
    }

    /** Reduces what each index of a RangePolicy contributes into two views of rank 0: the value, and where it is. */
    public Reduction into(IntView result, LongView location, IntContribution.Range contribution) {
        return reduction(result, location, contribution);
    }

    /** Reduces what each index pair of an MDRangePolicy contributes into two views of rank 0: the value, and where it is. */
    public Reduction into(IntView result, LongView location, IntContribution.Range2 contribution) {
        return reduction(result, location, contribution);
    }

    /** Reduces what each index triple of an MDRangePolicy contributes into two views of rank 0: the value, and where it is. */
    public Reduction into(IntView result, LongView location, IntContribution.Range3 contribution) {
        return reduction(result, location, contribution);
    }

    /** Reduces what each index of a LongRangePolicy contributes into two views of rank 0: the value, and where it is. */
    public Reduction intoLongRange(IntView result, LongView location, IntContribution.LongRange contribution) {
        return reduction(result, location, contribution);
    }

    /** Reduces what each team of a TeamPolicy contributes into two views of rank 0: the value, and where it is. */
    public Reduction intoTeams(IntView result, LongView location, IntContribution.Team contribution) {
        return reduction(result, location, contribution);
    }

    /** Reduces what each index of a RangePolicy contributes into two views of rank 0: the value, and where it is. */
    public Reduction into(LongView result, LongView location, LongContribution.Range contribution) {
        return reduction(result, location, contribution);
    }

    /** Reduces what each index pair of an MDRangePolicy contributes into two views of rank 0: the value, and where it is. */
    public Reduction into(LongView result, LongView location, LongContribution.Range2 contribution) {
        return reduction(result, location, contribution);
    }

    /** Reduces what each index triple of an MDRangePolicy contributes into two views of rank 0: the value, and where it is. */
    public Reduction into(LongView result, LongView location, LongContribution.Range3 contribution) {
        return reduction(result, location, contribution);
    }

    /** Reduces what each index of a LongRangePolicy contributes into two views of rank 0: the value, and where it is. */
    public Reduction intoLongRange(LongView result, LongView location, LongContribution.LongRange contribution) {
        return reduction(result, location, contribution);
    }

    /** Reduces what each team of a TeamPolicy contributes into two views of rank 0: the value, and where it is. */
    public Reduction intoTeams(LongView result, LongView location, LongContribution.Team contribution) {
        return reduction(result, location, contribution);
    }

    private Reduction reduction(View result, LongView location, KernelBody contribution) {
        long identity = Identities.of(op, result.elementType());
        return new Reduction(op, result, location, contribution, null, identity);
    }
}
