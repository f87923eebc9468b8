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

/** Makes reductions with one of the operators that all element types have: Sum, Prod, Min, Max. Stateless. */
public final class Reducer {
    private final ReductionOp op;

    Reducer(ReductionOp op) {
        this.op = op;
    }

    /** Reduces what each index of a RangePolicy contributes into a view of rank 0. */
    public Reduction into(DoubleView result, DoubleContribution.Range contribution) {
        return reduction(result, contribution);
    }

    /** Reduces what each index pair of an MDRangePolicy contributes into a view of rank 0. */
    public Reduction into(DoubleView result, DoubleContribution.Range2 contribution) {
        return reduction(result, contribution);
    }

    /** Reduces what each index triple of an MDRangePolicy contributes into a view of rank 0. */
    public Reduction into(DoubleView result, DoubleContribution.Range3 contribution) {
        return reduction(result, contribution);
    }

    /** Reduces what each index of a LongRangePolicy contributes into a view of rank 0. */
    public Reduction intoLongRange(DoubleView result, DoubleContribution.LongRange contribution) {
        return reduction(result, contribution);
    }

    /** Reduces what each team of a TeamPolicy contributes into a view of rank 0. */
    public Reduction intoTeams(DoubleView result, DoubleContribution.Team contribution) {
        return reduction(result, contribution);
    }

    /** Reduces what each index of a RangePolicy contributes into a view of rank 0. */
    public Reduction into(FloatView result, FloatContribution.Range contribution) {
        return reduction(result, contribution);
    }

    /** Reduces what each index pair of an MDRangePolicy contributes into a view of rank 0. */
    public Reduction into(FloatView result, FloatContribution.Range2 contribution) {
        return reduction(result, contribution);
    }

    /** Reduces what each index triple of an MDRangePolicy contributes into a view of rank 0. */
    public Reduction into(FloatView result, FloatContribution.Range3 contribution) {
        return reduction(result, contribution);
    }

    /** Reduces what each index of a LongRangePolicy contributes into a view of rank 0. */
    public Reduction intoLongRange(FloatView result, FloatContribution.LongRange contribution) {
        return reduction(result, contribution);
    }

    /** Reduces what each team of a TeamPolicy contributes into a view of rank 0. */
    public Reduction intoTeams(FloatView result, FloatContribution.Team contribution) {
        return reduction(result, contribution);
    }

    /** Reduces what each index of a RangePolicy contributes into a view of rank 0. */
    public Reduction into(IntView result, IntContribution.Range contribution) {
        return reduction(result, contribution);
    }

    /** Reduces what each index pair of an MDRangePolicy contributes into a view of rank 0. */
    public Reduction into(IntView result, IntContribution.Range2 contribution) {
        return reduction(result, contribution);
    }

    /** Reduces what each index triple of an MDRangePolicy contributes into a view of rank 0. */
    public Reduction into(IntView result, IntContribution.Range3 contribution) {
        return reduction(result, contribution);
    }

    /** Reduces what each index of a LongRangePolicy contributes into a view of rank 0. */
    public Reduction intoLongRange(IntView result, IntContribution.LongRange contribution) {
        return reduction(result, contribution);
    }

    /** Reduces what each team of a TeamPolicy contributes into a view of rank 0. */
    public Reduction intoTeams(IntView result, IntContribution.Team contribution) {
        return reduction(result, contribution);
    }

    /** Reduces what each index of a RangePolicy contributes into a view of rank 0. */
    public Reduction into(LongView result, LongContribution.Range contribution) {
        return reduction(result, contribution);
    }

    /** Reduces what each index pair of an MDRangePolicy contributes into a view of rank 0. */
    public Reduction into(LongView result, LongContribution.Range2 contribution) {
        return reduction(result, contribution);
    }

    /** Reduces what each index triple of an MDRangePolicy contributes into a view of rank 0. */
    public Reduction into(LongView result, LongContribution.Range3 contribution) {
        return reduction(result, contribution);
    }

    /** Reduces what each index of a LongRangePolicy contributes into a view of rank 0. */
    public Reduction intoLongRange(LongView result, LongContribution.LongRange contribution) {
        return reduction(result, contribution);
    }

    /** Reduces what each team of a TeamPolicy contributes into a view of rank 0. */
    public Reduction intoTeams(LongView result, LongContribution.Team contribution) {
        return reduction(result, contribution);
    }

    private Reduction reduction(View result, KernelBody contribution) {
        return new Reduction(op, result, null, contribution, null, Identities.of(op, result.elementType()));
    }
}
