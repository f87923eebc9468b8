package org.sporos.policy;

import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.sporos.view.View;

/**
 * The indexes of one dimension of a policy. Its bounds may be dynamic; then begin and end are those of the largest
 * range, and each run covers the range of its current bounds. Immutable.
 *
 * @param begin the first index
 * @param end the index after the last
 * @param dynamicBegin the dynamic begin, or null
 * @param dynamicEnd the dynamic end, or null
 * @hidden
 */
public record IndexAxis(
        long begin,
        long end,
        @Nullable DynamicBound dynamicBegin,
        @Nullable DynamicBound dynamicEnd) {

    static IndexAxis of(long begin, long end) {
        return new IndexAxis(begin, end, null, null);
    }

    /** Returns a dimension with int indexes. */
    static IndexAxis ofInts(String policy, long begin, long end) {
        Policies.checkRange(policy, begin, end);
        if (begin < Integer.MIN_VALUE || end > Integer.MAX_VALUE) {
            throw Policies.invalid(policy + " of [" + begin + ", " + end + ") has indexes that are no ints; use a"
                    + " LongRangePolicy, whose body takes longs");
        }
        return of(begin, end);
    }

    /** Returns the indexes from a fixed begin to a dynamic end. */
    static IndexAxis of(String policy, long begin, DynamicBound end) {
        if (begin < 0 || begin > end.highest()) {
            throw Policies.invalid(policy + " from " + begin + " to " + end + " within [" + end.lowest() + ", "
                    + end.highest() + "]; use a begin of 0 or more that is not behind all ends");
        }
        return new IndexAxis(begin, end.highest(), null, end);
    }

    /** Returns the indexes between two dynamic bounds. */
    static IndexAxis of(String policy, DynamicBound begin, DynamicBound end) {
        if (begin.lowest() > end.highest()) {
            throw Policies.invalid(policy + " from " + begin + " of at least " + begin.lowest() + " to " + end
                    + " of at most " + end.highest() + ", which has no index ever; use bounds that meet");
        }
        return new IndexAxis(begin.lowest(), end.highest(), begin, end);
    }

    /** Returns the indexes without a margin at either end. */
    IndexAxis interior(String policy, int width) {
        if (width < 0 || isDynamic()) {
            throw Policies.invalid(policy + " of " + this + " without " + width
                    + " indexes at either end; use a width of 0 or more, of a range whose bounds are numbers");
        }
        long first = Math.min(begin + width, end);
        return of(first, Math.max(first, end - width));
    }

    /** Returns whether a bound is dynamic. */
    public boolean isDynamic() {
        return dynamicBegin != null || dynamicEnd != null;
    }

    /** Returns the dynamic bounds, the begin first. */
    public List<DynamicBound> live() {
        return !isDynamic()
                ? List.of()
                : Stream.of(dynamicBegin, dynamicEnd).filter(Objects::nonNull).toList();
    }

    /** Returns the largest number of indexes. */
    public long size() {
        return end - begin;
    }

    /** Returns the current begin, for a node of a host run. */
    public long beginNow() {
        return dynamicBegin == null ? begin : dynamicBegin.get();
    }

    /** Returns the current end, for a node of a host run. */
    public long endNow() {
        return dynamicEnd == null ? end : dynamicEnd.get();
    }

    /** Returns this axis with mapped views. */
    IndexAxis mapped(UnaryOperator<View> views) {
        return new IndexAxis(
                begin,
                end,
                dynamicBegin == null ? null : dynamicBegin.mapped(views),
                dynamicEnd == null ? null : dynamicEnd.mapped(views));
    }

    @Override
    public String toString() {
        String all = "[" + begin + ", " + end + ")";
        return !isDynamic() ? all : "[" + shown(dynamicBegin, begin) + ", " + shown(dynamicEnd, end) + ") in " + all;
    }

    private static String shown(@Nullable DynamicBound live, long known) {
        return live == null ? String.valueOf(known) : live.toString();
    }
}
