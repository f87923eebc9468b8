package org.sporos.plan;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sporos.internal.space.StridedRegion;
import org.sporos.kernel.analysis.interval.Interval;
import org.sporos.kernel.analysis.interval.IterationSpace;
import org.sporos.policy.Policy;

/**
 * A launch unit as a loop over indexes. Immutable once built.
 *
 * @param policy the policy of the user; null for fills, copies and single calls
 * @param launch the iteration space
 * @param size the number of indexes by which fusion decides
 * @param touched all accesses
 * @param bodies the accesses of its bodies: all but the results of a reduction, which are stored after all bodies
 * @param isLast whether it must end a fused loop: a reduction, whose result is complete only at the end
 * @param isLong whether the work per index may be long: a body has an inner loop, or an index many operations
 */
record Loop(
        @Nullable Policy policy,
        IterationSpace launch,
        double size,
        LoopEffects touched,
        LoopEffects bodies,
        boolean isLast,
        boolean isLong) {

    /** Returns the loop over the elements of a view, or null for a scalar. */
    static @Nullable Loop elements(StridedRegion region, double size, LoopEffects touched) {
        if (region.rank() == 0) {
            return null;
        }
        List<Interval> indexes = java.util.Arrays.stream(region.extents())
                .mapToObj(extent -> new Interval(0, extent - 1))
                .toList();
        return new Loop(null, IterationSpace.of(indexes), size, touched, touched, false, false);
    }

    /** Returns the fusion of this loop and a later one. */
    Loop and(Loop after) {
        LoopEffects both = new LoopEffects();
        both.addAll(touched);
        both.addAll(after.touched);
        return new Loop(
                isElements() ? after.policy : policy,
                launch,
                size,
                both,
                both,
                isLast || after.isLast,
                isLong || after.isLong);
    }

    /** Returns whether it is a single call without an index. */
    boolean isSingle() {
        return launch.indexes().isEmpty();
    }

    /** Returns whether it is a fill or a copy. */
    boolean isElements() {
        return policy == null && !isSingle();
    }

    /** Returns whether both have the same indexes and compatible policies. */
    boolean isOverSame(Loop other) {
        boolean any = isElements() || other.isElements();
        return launch.equals(other.launch) && (any || java.util.Objects.equals(policy, other.policy));
    }
}
