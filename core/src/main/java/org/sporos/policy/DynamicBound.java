package org.sporos.policy;

import java.util.Objects;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.sporos.internal.error.Labels;
import org.sporos.internal.error.Required;
import org.sporos.param.IntParam;
import org.sporos.param.LongParam;
import org.sporos.param.Param;
import org.sporos.view.IntView;
import org.sporos.view.LongView;
import org.sporos.view.View;

/**
 * A bound of a policy that each run reads: a param, with its value at the submit, or a view of rank 0, with the value
 * written by earlier nodes. Immutable and thread-safe.
 *
 * @hidden
 */
public final class DynamicBound {
    private final @Nullable Param param;
    private final @Nullable View view;
    private final long lowest;
    private final long highest;

    private DynamicBound(@Nullable Param param, @Nullable View view, long lowest, long highest) {
        this.param = param;
        this.view = view;
        this.lowest = lowest;
        this.highest = highest;
    }

    static DynamicBound of(String policy, IntParam param) {
        Required.argument(param, "the param of a " + policy);
        return of(policy, param, param.isBounded(), param.lowest(), param.highest());
    }

    static DynamicBound of(String policy, LongParam param) {
        Required.argument(param, "the param of a " + policy);
        return of(policy, param, param.isBounded(), param.lowest(), param.highest());
    }

    private static DynamicBound of(String policy, Param param, boolean isBounded, long lowest, long highest) {
        if (!isBounded || lowest < 0) {
            throw Policies.invalid(policy + " of " + param + ", which is not declared within bounds of 0 or more;"
                    + " declare it with within(0, max)");
        }
        return new DynamicBound(param, null, lowest, highest);
    }

    /** Returns a bound of a box dimension, within its static limits. */
    static DynamicBound of(String policy, String role, int dimension, long begin, long end, IntParam param) {
        Required.argument(param, "the param of a " + policy);
        if (!param.isBounded() || param.lowest() < begin || param.highest() > end) {
            throw Policies.invalid(policy + " with the " + role + " of dimension " + dimension + " from " + param
                    + ", which can be outside of [" + begin + ", " + end
                    + "]; declare it within these limits, or make the box larger");
        }
        return new DynamicBound(param, null, param.lowest(), param.highest());
    }

    /** Returns a bound of a box dimension, within its static limits. */
    static DynamicBound of(String policy, long begin, long end, IntView view) {
        checkRank(policy, Required.argument(view, "the view of a " + policy));
        return new DynamicBound(null, view, begin, end);
    }

    private static void checkRank(String policy, View view) {
        if (view.rank() != 0) {
            throw Policies.invalid(policy + " whose size is view " + Labels.quoted(view.label()) + " of rank "
                    + view.rank() + "; use a view of rank 0, or RangePolicy.over(view) for its elements");
        }
    }

    /** @param view an IntView or a LongView */
    static DynamicBound of(String policy, View view, long max) {
        checkRank(policy, Required.argument(view, "the view of a " + policy));
        if (max < 0) {
            throw Policies.invalid(policy + " of view " + Labels.quoted(view.label()) + " of at most " + max
                    + "; use a maximum of 0 or more");
        }
        return new DynamicBound(null, view, 0, max);
    }

    /** Returns the param, or null. */
    public @Nullable Param param() {
        return param;
    }

    /** Returns the view, or null. */
    public @Nullable View view() {
        return view;
    }

    /** Returns the lowest permitted value. */
    public long lowest() {
        return lowest;
    }

    /** Returns the highest permitted value. */
    public long highest() {
        return highest;
    }

    /** Returns whether the value is a long; else it is an int. */
    public boolean isLong() {
        return param instanceof LongParam || view instanceof LongView;
    }

    /** Returns the current value, for a node of a host run. */
    public long get() {
        if (param != null) {
            return param instanceof IntParam ints ? ints.get() : ((LongParam) param).get();
        }
        return view instanceof IntView ints ? ints.get() : longs().get();
    }

    private LongView longs() {
        return (LongView) Required.internal(view, "the view of a dynamic bound");
    }

    /** Returns the same bound with a mapped view, if it has one. */
    DynamicBound mapped(UnaryOperator<View> views) {
        return view == null ? this : new DynamicBound(null, views.apply(view), lowest, highest);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof DynamicBound that
                && param == that.param
                && view == that.view
                && lowest == that.lowest
                && highest == that.highest;
    }

    @Override
    public int hashCode() {
        return Objects.hash(System.identityHashCode(param), System.identityHashCode(view), highest);
    }

    /** Returns a description such as {@code param 'n'} or {@code view 'count'}. */
    @Override
    public String toString() {
        return param != null
                ? "param " + Labels.quoted(param.label())
                : "view "
                        + Labels.quoted(Required.internal(view, "the view of a dynamic bound")
                                .label());
    }
}
