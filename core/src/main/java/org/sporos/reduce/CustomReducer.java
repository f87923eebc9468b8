package org.sporos.reduce;

import org.sporos.policy.DoubleContribution;
import org.sporos.policy.DoubleJoin;
import org.sporos.policy.FloatContribution;
import org.sporos.policy.FloatJoin;
import org.sporos.policy.IntContribution;
import org.sporos.policy.IntJoin;
import org.sporos.policy.KernelBody;
import org.sporos.policy.LongContribution;
import org.sporos.policy.LongJoin;
import org.sporos.policy.ReductionOp;
import org.sporos.view.DoubleView;
import org.sporos.view.FloatView;
import org.sporos.view.IntView;
import org.sporos.view.LongView;
import org.sporos.view.View;

/** Makes reductions with an operator of the user's own, which must be associative up to rounding. Stateless. */
public final class CustomReducer {

    CustomReducer() {}

    /** Reduces what each index of a RangePolicy contributes into a view of rank 0. */
    public Reduction into(DoubleView result, double identity, DoubleJoin join, DoubleContribution.Range contribution) {
        return reduction(result, Double.doubleToRawLongBits(identity), join, contribution);
    }

    /** Reduces what each index pair of an MDRangePolicy contributes into a view of rank 0. */
    public Reduction into(DoubleView result, double identity, DoubleJoin join, DoubleContribution.Range2 contribution) {
        return reduction(result, Double.doubleToRawLongBits(identity), join, contribution);
    }

    /** Reduces what each index triple of an MDRangePolicy contributes into a view of rank 0. */
    public Reduction into(DoubleView result, double identity, DoubleJoin join, DoubleContribution.Range3 contribution) {
        return reduction(result, Double.doubleToRawLongBits(identity), join, contribution);
    }

    /** Reduces what each index of a LongRangePolicy contributes into a view of rank 0. */
    public Reduction intoLongRange(
            DoubleView result, double identity, DoubleJoin join, DoubleContribution.LongRange contribution) {
        return reduction(result, Double.doubleToRawLongBits(identity), join, contribution);
    }

    /** Reduces what each team of a TeamPolicy contributes into a view of rank 0. */
    public Reduction intoTeams(
            DoubleView result, double identity, DoubleJoin join, DoubleContribution.Team contribution) {
        return reduction(result, Double.doubleToRawLongBits(identity), join, contribution);
    }

    /** Reduces what each index of a RangePolicy contributes into a view of rank 0. */
    public Reduction into(FloatView result, float identity, FloatJoin join, FloatContribution.Range contribution) {
        return reduction(result, Float.floatToRawIntBits(identity), join, contribution);
    }

    /** Reduces what each index pair of an MDRangePolicy contributes into a view of rank 0. */
    public Reduction into(FloatView result, float identity, FloatJoin join, FloatContribution.Range2 contribution) {
        return reduction(result, Float.floatToRawIntBits(identity), join, contribution);
    }

    /** Reduces what each index triple of an MDRangePolicy contributes into a view of rank 0. */
    public Reduction into(FloatView result, float identity, FloatJoin join, FloatContribution.Range3 contribution) {
        return reduction(result, Float.floatToRawIntBits(identity), join, contribution);
    }

    /** Reduces what each index of a LongRangePolicy contributes into a view of rank 0. */
    public Reduction intoLongRange(
            FloatView result, float identity, FloatJoin join, FloatContribution.LongRange contribution) {
        return reduction(result, Float.floatToRawIntBits(identity), join, contribution);
    }

    /** Reduces what each team of a TeamPolicy contributes into a view of rank 0. */
    public Reduction intoTeams(FloatView result, float identity, FloatJoin join, FloatContribution.Team contribution) {
        return reduction(result, Float.floatToRawIntBits(identity), join, contribution);
    }

    /** Reduces what each index of a RangePolicy contributes into a view of rank 0. */
    public Reduction into(IntView result, int identity, IntJoin join, IntContribution.Range contribution) {
        return reduction(result, identity, join, contribution);
    }

    /** Reduces what each index pair of an MDRangePolicy contributes into a view of rank 0. */
    public Reduction into(IntView result, int identity, IntJoin join, IntContribution.Range2 contribution) {
        return reduction(result, identity, join, contribution);
    }

    /** Reduces what each index triple of an MDRangePolicy contributes into a view of rank 0. */
    public Reduction into(IntView result, int identity, IntJoin join, IntContribution.Range3 contribution) {
        return reduction(result, identity, join, contribution);
    }

    /** Reduces what each index of a LongRangePolicy contributes into a view of rank 0. */
    public Reduction intoLongRange(IntView result, int identity, IntJoin join, IntContribution.LongRange contribution) {
        return reduction(result, identity, join, contribution);
    }

    /** Reduces what each team of a TeamPolicy contributes into a view of rank 0. */
    public Reduction intoTeams(IntView result, int identity, IntJoin join, IntContribution.Team contribution) {
        return reduction(result, identity, join, contribution);
    }

    /** Reduces what each index of a RangePolicy contributes into a view of rank 0. */
    public Reduction into(LongView result, long identity, LongJoin join, LongContribution.Range contribution) {
        return reduction(result, identity, join, contribution);
    }

    /** Reduces what each index pair of an MDRangePolicy contributes into a view of rank 0. */
    public Reduction into(LongView result, long identity, LongJoin join, LongContribution.Range2 contribution) {
        return reduction(result, identity, join, contribution);
    }

    /** Reduces what each index triple of an MDRangePolicy contributes into a view of rank 0. */
    public Reduction into(LongView result, long identity, LongJoin join, LongContribution.Range3 contribution) {
        return reduction(result, identity, join, contribution);
    }

    /** Reduces what each index of a LongRangePolicy contributes into a view of rank 0. */
    public Reduction intoLongRange(
            LongView result, long identity, LongJoin join, LongContribution.LongRange contribution) {
        return reduction(result, identity, join, contribution);
    }

    /** Reduces what each team of a TeamPolicy contributes into a view of rank 0. */
    public Reduction intoTeams(LongView result, long identity, LongJoin join, LongContribution.Team contribution) {
        return reduction(result, identity, join, contribution);
    }

    private static Reduction reduction(View result, long identity, KernelBody join, KernelBody contribution) {
        return new Reduction(ReductionOp.CUSTOM, result, null, contribution, join, identity);
    }
}
