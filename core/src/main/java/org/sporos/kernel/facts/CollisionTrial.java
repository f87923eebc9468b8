package org.sporos.kernel.facts;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sporos.kernel.facts.CollisionEquation.Answer;
import org.sporos.kernel.ir.Kernel;
import org.sporos.kernel.passes.Binding;
import org.sporos.kernel.passes.Interval;
import org.sporos.kernel.passes.IterationSpace;
import org.sporos.space.StridedRegion;

/** Computes the positions of two accesses for many work items, and looks for two items at one position. Used once. */
final class CollisionTrial {
    private static final int MAX_ITEMS = 2048;

    private final IndexEvaluator evaluator;
    private final IterationSpace launch;
    /** The first two items at each position of the first access. */
    private final Map<Long, Long> firstAt = new HashMap<>();

    private final Map<Long, Long> secondAt = new HashMap<>();

    private CollisionTrial(Kernel kernel, Binding binding, IterationSpace launch) {
        this.evaluator = new IndexEvaluator(kernel, binding, launch.indexes().size());
        this.launch = launch;
    }

    /** Returns YES if two items meet, NO if all items were tried and none do, else UNKNOWN. */
    static Answer of(
            Kernel kernel,
            Binding binding,
            IterationSpace launch,
            KernelAccess one,
            KernelAccess other,
            StridedRegion oneRegion,
            StridedRegion otherRegion) {
        CollisionTrial trial = new CollisionTrial(kernel, binding, launch);
        for (KernelAccess access : new KernelAccess[] {one, other}) {
            for (int d = 0; d < access.indexes().size(); d++) {
                if (!trial.evaluator.canEvaluate(access.instruction().operand(d))) {
                    return Answer.UNKNOWN;
                }
            }
        }
        return trial.run(one, other, oneRegion, otherRegion);
    }

    private Answer run(KernelAccess one, KernelAccess other, StridedRegion oneRegion, StridedRegion otherRegion) {
        long items = items();
        boolean all = items <= MAX_ITEMS;
        long tried = Math.min(items, MAX_ITEMS);
        for (long k = 0; k < tried; k++) {
            Long position = position(one, oneRegion, k);
            if (position != null) {
                Long before = firstAt.putIfAbsent(position, k);
                if (before != null) {
                    secondAt.putIfAbsent(position, k);
                }
            }
        }
        if (one == other) {
            return answer(!secondAt.isEmpty(), all);
        }
        boolean meet = false;
        for (long k = 0; k < tried && !meet; k++) {
            Long position = position(other, otherRegion, k);
            Long first = position == null ? null : firstAt.get(position);
            meet = first != null && (first != k || secondAt.containsKey(position));
        }
        return answer(meet, all);
    }

    private static Answer answer(boolean meet, boolean all) {
        return meet ? Answer.YES : all ? Answer.NO : Answer.UNKNOWN;
    }

    private long items() {
        long items = 1;
        for (Interval index : launch.indexes()) {
            long extent = index.high() - index.low() + 1;
            if (extent <= 0 || items > Integer.MAX_VALUE / Math.max(1, extent)) {
                return Long.MAX_VALUE;
            }
            items *= extent;
        }
        return items;
    }

    /** Returns the position that an item touches, or null if it does not come there or its index has none. */
    private @Nullable Long position(KernelAccess access, StridedRegion region, long number) {
        long[] item = new long[launch.indexes().size()];
        long left = number;
        for (int d = item.length - 1; d >= 0; d--) {
            Interval index = launch.indexes().get(d);
            long extent = index.high() - index.low() + 1;
            item[d] = index.low() + (extent <= 0 ? left : left % extent);
            left = extent <= 0 ? 0 : left / extent;
            Interval allowed = access.ranges().getOrDefault(Symbol.item(d), index);
            if (!allowed.contains(item[d])) {
                return null;
            }
        }
        long position = region.offset();
        for (int d = 0; d < access.indexes().size(); d++) {
            Long index = evaluator.evaluate(access.instruction().operand(d), item);
            if (index == null || index < 0 || index >= region.extents()[d]) {
                return null;
            }
            position += index * region.strides()[d];
        }
        return position;
    }
}
