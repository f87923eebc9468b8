package org.sporos.policy;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.sporos.error.Labels;
import org.sporos.error.Required;
import org.sporos.param.IntParam;
import org.sporos.view.IntView;

/**
 * A bound of a range whose value each run reads by itself: an {@link IntParam}, which has its value at the submit, or a
 * view of rank 0, which has what the nodes before have written. Immutable and thread-safe. For the library: users give
 * the param or the view to {@link RangePolicy}.
 *
 * <pre>{@code
 * RangePolicy cells = RangePolicy.of(IntParam.of("cells", 0).within(0, n));
 * assert cells.liveEnd() != null;
 * }</pre>
 */
public final class LiveInt {
    private final @Nullable IntParam param;
    private final @Nullable IntView view;
    private final int lowest;
    private final int highest;

    private LiveInt(@Nullable IntParam param, @Nullable IntView view, int lowest, int highest) {
        this.param = param;
        this.view = view;
        this.lowest = lowest;
        this.highest = highest;
    }

    static LiveInt of(IntParam param) {
        Required.argument(param, "the param of a RangePolicy");
        if (!param.isBounded() || param.lowest() < 0) {
            throw Policies.invalid("RangePolicy of " + param + ", which is not declared within bounds of 0 or more;"
                    + " declare it with within(0, max)");
        }
        return new LiveInt(param, null, param.lowest(), param.highest());
    }

    static LiveInt of(IntView view, int max) {
        Required.argument(view, "the view of a RangePolicy");
        if (view.rank() != 0) {
            throw Policies.invalid("RangePolicy whose size is view " + Labels.quoted(view.label()) + " of rank "
                    + view.rank() + "; use a view of rank 0, or RangePolicy.over(view) for its elements");
        }
        if (max < 0) {
            throw Policies.invalid("RangePolicy of view " + Labels.quoted(view.label()) + " of at most " + max
                    + "; use a maximum of 0 or more");
        }
        return new LiveInt(null, view, 0, max);
    }

    /** Returns the param that has the value, or null. */
    public @Nullable IntParam param() {
        return param;
    }

    /** Returns the view that has the value, or null. */
    public @Nullable IntView view() {
        return view;
    }

    /** Returns the lowest value that is allowed. */
    public int lowest() {
        return lowest;
    }

    /** Returns the highest value that is allowed. */
    public int highest() {
        return highest;
    }

    /** Returns the value as a node in a run on host sees it. */
    public int get() {
        return param != null
                ? param.get()
                : Required.internal(view, "the view of a live bound").get();
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof LiveInt that
                && param == that.param
                && view == that.view
                && lowest == that.lowest
                && highest == that.highest;
    }

    @Override
    public int hashCode() {
        return Objects.hash(System.identityHashCode(param), System.identityHashCode(view), highest);
    }

    /** Returns what it is, as in {@code param 'n'} or {@code view 'count'}. */
    @Override
    public String toString() {
        return param != null
                ? "param " + Labels.quoted(param.label())
                : "view "
                        + Labels.quoted(Required.internal(view, "the view of a live bound")
                                .label());
    }
}
