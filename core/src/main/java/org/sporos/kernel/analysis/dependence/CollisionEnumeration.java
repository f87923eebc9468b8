package org.sporos.kernel.analysis.dependence;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sporos.internal.space.StridedRegion;
import org.sporos.kernel.analysis.dependence.CollisionEquation.Ternary;
import org.sporos.kernel.analysis.interval.Binding;
import org.sporos.kernel.analysis.interval.Interval;
import org.sporos.kernel.analysis.interval.IterationSpace;
import org.sporos.kernel.ir.ConstantFolding;
import org.sporos.kernel.ir.Kernel;
import org.sporos.kernel.ir.Op;
import org.sporos.kernel.ir.Region.Argument;
import org.sporos.kernel.ir.Region.Block;
import org.sporos.kernel.ir.Region.Instruction;
import org.sporos.kernel.ir.Region.Terminator;
import org.sporos.kernel.ir.Region.Value;
import org.sporos.kernel.ir.Type;
import org.sporos.kernel.ir.ViewRef;

/**
 * Enumerates the offsets of two accesses over a box of work items, and searches for two items with one offset. Used
 * once.
 */
final class CollisionEnumeration {
    private static final int MAX_ITEMS = 2048;

    private final Kernel kernel;
    private final IndexEvaluator evaluator;
    private final IterationSpace launch;
    private final long[] extents;
    /** The blocks of the accesses, or null to ignore path conditions. */
    private final @Nullable Map<Object, Block> blocks;
    /** The first two items at each offset of the first access. */
    private final Map<Long, Long> firstItems = new HashMap<>();

    private final Map<Long, Long> secondItems = new HashMap<>();

    private CollisionEnumeration(AnalyzedKernel code, boolean onPath) {
        this.kernel = code.kernel();
        this.launch = code.launch();
        this.evaluator =
                new IndexEvaluator(kernel, code.binding(), launch.indexes().size());
        this.extents = extents(launch);
        this.blocks = onPath ? code.blocks() : null;
    }

    /** Returns YES if two items collide, path conditions ignored; NO if none can; else UNKNOWN. */
    static Ternary of(
            AnalyzedKernel code,
            KernelAccess one,
            KernelAccess other,
            StridedRegion oneRegion,
            StridedRegion otherRegion) {
        return new CollisionEnumeration(code, false).run(one, other, oneRegion, otherRegion);
    }

    /** Returns whether two items definitely execute the accesses and collide. */
    static boolean mustCollide(
            AnalyzedKernel code,
            KernelAccess one,
            KernelAccess other,
            StridedRegion oneRegion,
            StridedRegion otherRegion) {
        boolean all = code.launch().items() == IterationSpace.Items.RANGE
                || code.launch().items() == IterationSpace.Items.PERMUTATION;
        return all && new CollisionEnumeration(code, true).run(one, other, oneRegion, otherRegion) == Ternary.YES;
    }

    private boolean canEvaluate(KernelAccess access) {
        return access.instruction().operands().stream()
                .limit(access.indexes().size())
                .allMatch(evaluator::canEvaluate);
    }

    private Ternary run(KernelAccess one, KernelAccess other, StridedRegion oneRegion, StridedRegion otherRegion) {
        if (!canEvaluate(one) || !canEvaluate(other)) {
            return Ternary.UNKNOWN;
        }
        boolean all = true;
        long count = 1;
        for (int d = 0; d < extents.length; d++) {
            Interval index = launch.indexes().get(d);
            all &= index.high() - index.low() + 1 == extents[d];
            count *= extents[d];
        }
        for (long k = 0; k < count; k++) {
            Long offset = offset(one, oneRegion, k);
            if (offset != null) {
                Long before = firstItems.putIfAbsent(offset, k);
                if (before != null) {
                    secondItems.putIfAbsent(offset, k);
                }
            }
        }
        if (one == other) {
            return result(!secondItems.isEmpty(), all);
        }
        boolean collide = false;
        for (long k = 0; k < count && !collide; k++) {
            Long offset = offset(other, otherRegion, k);
            Long first = offset == null ? null : firstItems.get(offset);
            collide = first != null && (first != k || secondItems.containsKey(offset));
        }
        return result(collide, all);
    }

    private static Ternary result(boolean collide, boolean all) {
        return collide ? Ternary.YES : all ? Ternary.NO : Ternary.UNKNOWN;
    }

    /** Returns the extents of the enumerated box: the longest are halved down to the limit. */
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

    /** Returns the offset accessed by an item, or null if not executed or out of bounds. */
    private @Nullable Long offset(KernelAccess access, StridedRegion region, long number) {
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
        if (blocks != null && !definitelyReaches(blocks.get(access.instruction()), item)) {
            return null;
        }
        long offset = region.offset();
        for (int d = 0; d < access.indexes().size(); d++) {
            Long index = evaluator.evaluate(access.instruction().operand(d), item);
            if (index == null || index < 0 || index >= region.extents()[d]) {
                return null;
            }
            offset += index * region.strides()[d];
        }
        return offset;
    }

    /** Follows the branches on computable conditions; false at any other. */
    private boolean definitelyReaches(@Nullable Block target, long[] item) {
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

    /** Evaluates integer values that depend on indexes and captured scalars only. Not thread-safe. */
    private static final class IndexEvaluator {
        private final Kernel kernel;
        private final Binding binding;
        private final int indexes;
        private final Map<Value, Boolean> possible = new HashMap<>();

        /** @param indexes the number of indexes; further arguments, such as the sum of a scan, are unknown */
        IndexEvaluator(Kernel kernel, Binding binding, int indexes) {
            this.kernel = kernel;
            this.binding = binding;
            this.indexes = indexes;
        }

        /** Returns whether a value can be evaluated. */
        boolean canEvaluate(Value value) {
            Boolean known = possible.get(value);
            if (known == null) {
                possible.put(value, false);
                known = value instanceof Argument argument ? isIndex(argument) : isComputed((Instruction) value);
                possible.put(value, known);
            }
            return known;
        }

        private boolean isIndex(Argument argument) {
            int at = kernel.body().arguments().indexOf(argument);
            return at >= 0 && at < indexes;
        }

        private boolean isComputed(Instruction i) {
            Op op = i.op();
            boolean leaf = op instanceof Op.Constant
                    || op instanceof Op.Scalar
                    || (op instanceof Op.Extent extent && extent.view() instanceof ViewRef.Captured);
            boolean integer = i.type().isInteger() || i.type() == Type.BOOL;
            return leaf
                    ? integer
                    : !(op instanceof Op.Check)
                            && ConstantFolding.isFoldable(i)
                            && i.operands().stream().allMatch(this::canEvaluate);
        }

        /** Returns the value for a work item, or null on division by zero. */
        @Nullable
        Long evaluate(Value value, long[] item) {
            if (value instanceof Argument argument) {
                return item[kernel.body().arguments().indexOf(argument)];
            }
            Instruction i = (Instruction) value;
            if (i.op() instanceof Op.Scalar scalar) {
                return ConstantFolding.wrapped(
                        i.type(), binding.scalars().get(scalar.scalar().index()));
            } else if (i.op() instanceof Op.Extent extent) {
                var view = binding.view((ViewRef.Captured) extent.view());
                return extent.dimension() == Op.Extent.SIZE ? view.size() : view.extent(extent.dimension());
            }
            return ConstantFolding.evaluate(i, operand -> evaluate(operand, item));
        }
    }
}
