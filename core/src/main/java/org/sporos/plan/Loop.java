package org.sporos.plan;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sporos.internal.space.StridedRegion;
import org.sporos.kernel.analysis.interval.Interval;
import org.sporos.kernel.analysis.interval.IterationSpace;
import org.sporos.policy.Policy;

/**
 * A unit as a loop over indexes. Immutable once made.
 *
 * @param policy the indexes as the user gave them; null where the extents of a view give them, or for a single call
 * @param launch the indexes
 * @param touched what it touches
 * @param bodies what its bodies touch: all but the results of a reduction, which are written when all bodies have ended
 * @param isLast whether no loop can come after it in the same loop: a reduction, whose result is there only at the end
 * @param repeats whether a body has a loop of its own, so that the work for an index may be long
 */
record Loop(
        @Nullable Policy policy,
        IterationSpace launch,
        LoopEffects touched,
        LoopEffects bodies,
        boolean isLast,
        boolean repeats) {

    /** Returns the loop over the elements of a view, or null where it has no dimensions: that is one call. */
    static @Nullable Loop elements(StridedRegion region, LoopEffects touched) {
        if (region.rank() == 0) {
            return null;
        }
        List<Interval> indexes = java.util.Arrays.stream(region.extents())
                .mapToObj(extent -> new Interval(0, extent - 1))
                .toList();
        return new Loop(null, IterationSpace.of(indexes), touched, touched, false, false);
    }

    /** Returns both as one, where the other comes after. */
    Loop and(Loop after) {
        LoopEffects both = new LoopEffects();
        both.addAll(touched);
        both.addAll(after.touched);
        return new Loop(
                isElements() ? after.policy : policy,
                launch,
                both,
                both,
                isLast || after.isLast,
                repeats || after.repeats);
    }

    /** Returns whether it is one call without an index. */
    boolean isSingle() {
        return launch.indexes().isEmpty();
    }

    /** Returns whether it writes the elements of a view and nothing else: a fill or a copy. */
    boolean isElements() {
        return policy == null && !isSingle();
    }

    /** Returns whether both run over the same indexes in the way that the user wants. */
    boolean isOverSame(Loop other) {
        boolean any = isElements() || other.isElements();
        return launch.equals(other.launch) && (any || java.util.Objects.equals(policy, other.policy));
    }

    /** Returns the number of indexes. */
    double size() {
        if (policy != null) {
            return policy.size();
        }
        double size = 1;
        for (Interval index : launch.indexes()) {
            size *= Math.max(0.0, (double) index.high() - index.low() + 1);
        }
        return size;
    }
}
