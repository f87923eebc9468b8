package org.sporos.kernel.analysis.dependence;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sporos.internal.space.StridedRegion;
import org.sporos.kernel.analysis.dependence.CollisionEquation.Answer;
import org.sporos.kernel.analysis.interval.Interval;
import org.sporos.kernel.analysis.interval.IterationSpace;
import org.sporos.kernel.ir.Kernel;
import org.sporos.kernel.ir.Region.Block;
import org.sporos.kernel.ir.Region.Terminator;

/**
 * Computes the positions of two accesses for the work items of a box, and looks for two items at one position. Used
 * once.
 */
final class CollisionTrial {
    private static final int MAX_ITEMS = 2048;

    private final Kernel kernel;
    private final IndexEvaluator evaluator;
    private final IterationSpace launch;
    private final long[] extents;
    /** The blocks of the accesses, or null where the conditions on the way to them do not matter. */
    private final @Nullable Map<Object, Block> blocks;
    /** The first two items at each position of the first access. */
    private final Map<Long, Long> firstAt = new HashMap<>();

    private final Map<Long, Long> secondAt = new HashMap<>();

    private CollisionTrial(AnalyzedKernel code, boolean surely) {
        this.kernel = code.kernel();
        this.launch = code.launch();
        this.evaluator =
                new IndexEvaluator(kernel, code.binding(), launch.indexes().size());
        this.extents = extents(launch);
        this.blocks = surely ? code.blocks() : null;
    }

    /** Returns YES if two items meet at accesses that they may not come to, NO if surely none do, else UNKNOWN. */
    static Answer of(
            AnalyzedKernel code,
            KernelAccess one,
            KernelAccess other,
            StridedRegion oneRegion,
            StridedRegion otherRegion) {
        return new CollisionTrial(code, false).run(one, other, oneRegion, otherRegion);
    }

    /** Returns whether two items surely come to the accesses and meet there. */
    static boolean surelyMeet(
            AnalyzedKernel code,
            KernelAccess one,
            KernelAccess other,
            StridedRegion oneRegion,
            StridedRegion otherRegion) {
        boolean all = code.launch().items() == IterationSpace.Items.RANGE
                || code.launch().items() == IterationSpace.Items.PERMUTATION;
        return all && new CollisionTrial(code, true).run(one, other, oneRegion, otherRegion) == Answer.YES;
    }

    private boolean canEvaluate(KernelAccess access) {
        return access.instruction().operands().stream()
                .limit(access.indexes().size())
                .allMatch(evaluator::canEvaluate);
    }

    private Answer run(KernelAccess one, KernelAccess other, StridedRegion oneRegion, StridedRegion otherRegion) {
        if (!canEvaluate(one) || !canEvaluate(other)) {
            return Answer.UNKNOWN;
        }
        boolean all = true;
        long tried = 1;
        for (int d = 0; d < extents.length; d++) {
            Interval index = launch.indexes().get(d);
            all &= index.high() - index.low() + 1 == extents[d];
            tried *= extents[d];
        }
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

    /** Returns the extents of the items, the longest ones cut until there are few enough. */
    private static long[] extents(IterationSpace launch) {
        long[] extents = new long[launch.indexes().size()];
        for (int d = 0; d < extents.length; d++) {
            Interval index = launch.indexes().get(d);
            long extent = index.high() - index.low() + 1;
            extents[d] = extent <= 0 || extent > MAX_ITEMS ? MAX_ITEMS : extent;
        }
        while (Arrays.stream(extents).reduce(1, (a, b) -> a * b) > MAX_ITEMS) {
            int longest = 0;
            for (int d = 1; d < extents.length; d++) {
                longest = extents[d] > extents[longest] ? d : longest;
            }
            extents[longest] /= 2;
        }
        return extents;
    }

    /** Returns the position that an item touches, or null if it does not come there or its index has none. */
    private @Nullable Long position(KernelAccess access, StridedRegion region, long number) {
        long[] item = new long[launch.indexes().size()];
        long left = number;
        for (int d = item.length - 1; d >= 0; d--) {
            Interval index = launch.indexes().get(d);
            item[d] = index.low() + left % extents[d];
            left /= extents[d];
            Interval allowed = access.ranges().getOrDefault(Symbol.item(d), index);
            if (!allowed.contains(item[d])) {
                return null;
            }
        }
        if (blocks != null && !surelyComesTo(blocks.get(access.instruction()), item)) {
            return null;
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

    /** Follows the conditions that can be computed; behind the first other one, nothing is sure. */
    private boolean surelyComesTo(@Nullable Block target, long[] item) {
        Block at = kernel.body().block(0);
        for (int steps = 0; at != target && steps < kernel.body().blocks().size(); steps++) {
            Terminator end = at.terminator();
            if (end instanceof Terminator.Jump jump) {
                at = kernel.body().block(jump.edge().target());
            } else if (end instanceof Terminator.Branch branch && evaluator.canEvaluate(branch.condition())) {
                Long holds = evaluator.evaluate(branch.condition(), item);
                if (holds == null) {
                    return false;
                }
                at = kernel.body().block((holds != 0 ? branch.whenTrue() : branch.whenFalse()).target());
            } else {
                return false;
            }
        }
        return at == target;
    }
}
