package org.sporos.kernel.analysis;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.sporos.kernel.ir.ConstantFolding;
import org.sporos.kernel.ir.ControlFlow;
import org.sporos.kernel.ir.Op.Compare;
import org.sporos.kernel.ir.Region;
import org.sporos.kernel.ir.Region.Argument;
import org.sporos.kernel.ir.Region.Block;
import org.sporos.kernel.ir.Region.Edge;
import org.sporos.kernel.ir.Region.Instruction;
import org.sporos.kernel.ir.Region.Terminator;
import org.sporos.kernel.ir.Region.Value;
import org.sporos.kernel.ir.Type;

/**
 * A natural loop with its exit test, basic induction variables (header arguments incremented by a loop invariant) and
 * trip count. Immutable.
 */
public final class LoopInfo {
    private final Region region;
    private final ControlFlow.Loop loop;
    private final Block header;
    private final @Nullable Test test;

    /**
     * An integer comparison at the end of the header that exits the loop or continues.
     *
     * @param stays the comparison that continues the loop
     * @param inside the edge to the body
     * @param exit the exit edge
     */
    public record Test(Compare stays, Value left, Value right, Edge inside, Edge exit) {}

    private LoopInfo(Region region, ControlFlow.Loop loop) {
        this.region = region;
        this.loop = loop;
        this.header = region.block(loop.header());
        this.test = findTest();
    }

    /** Returns a loop of a region. */
    public static LoopInfo of(Region region, ControlFlow.Loop loop) {
        return new LoopInfo(region, loop);
    }

    /** Returns the loops of a region, outer before inner ones. */
    public static List<LoopInfo> of(Region region, ControlFlow flow) {
        return flow.loops().stream().map(loop -> of(region, loop)).toList();
    }

    private @Nullable Test findTest() {
        if (!(header.terminator() instanceof Terminator.Branch branch)
                || !(branch.condition() instanceof Instruction condition)
                || !(condition.op() instanceof Compare compare)
                || !condition.operand(0).type().isInteger()) {
            return null;
        }
        boolean whenTrue = contains(branch.whenTrue().target());
        if (whenTrue == contains(branch.whenFalse().target())) {
            return null;
        }
        return new Test(
                whenTrue ? compare : compare.negated(),
                condition.operand(0),
                condition.operand(1),
                whenTrue ? branch.whenTrue() : branch.whenFalse(),
                whenTrue ? branch.whenFalse() : branch.whenTrue());
    }

    public Region region() {
        return region;
    }

    /** Returns the first block of every iteration. */
    public Block header() {
        return header;
    }

    /** Returns whether a block is in the loop. */
    public boolean contains(int block) {
        return loop.contains(block);
    }

    /** Returns the blocks of the loop, the header first. */
    public List<Block> blocks() {
        return loop.blocks().stream().mapToObj(region::block).toList();
    }

    /** Returns the exit test of the header, or null. */
    public @Nullable Test test() {
        return test;
    }

    /** Returns whether only the header exits the loop. */
    public boolean exitsFromHeaderAlone() {
        return blocks().stream()
                .filter(block -> block != header)
                .map(block -> block.terminator().edges())
                .allMatch(edges -> !edges.isEmpty() && edges.stream().allMatch(edge -> contains(edge.target())));
    }

    /** Returns the body of a loop of two blocks, if it has no arguments and ends in a jump; else null. */
    public @Nullable Block onlyBody() {
        Block latch = region.block(loop.latches().get(0));
        boolean isPair = loop.blocks().cardinality() == 2
                && !loop.latches().contains(header.id())
                && latch.arguments().isEmpty()
                && latch.terminator() instanceof Terminator.Jump;
        return isPair ? latch : null;
    }

    /** Returns the unique initial value of a header argument, or null. */
    public @Nullable Value start(Argument variable) {
        return only(passed(variable, false));
    }

    /** Returns the unique value of a header argument in the next iteration, or null. */
    public @Nullable Value next(Argument variable) {
        return only(passed(variable, true));
    }

    private static @Nullable Value only(List<Value> values) {
        return new HashSet<>(values).size() == 1 ? values.get(0) : null;
    }

    /** Returns the common initial literal of a header argument on all entry edges, or null. */
    public @Nullable Long literalStart(Argument variable) {
        return common(passed(variable, false), ConstantFolding::literal);
    }

    /**
     * Returns the increment per iteration of a header argument, or null if it is no induction variable.
     *
     * @param known returns the constant of a value in the loop, or null
     */
    public @Nullable Long step(Argument variable, Function<Value, @Nullable Long> known) {
        return common(passed(variable, true), next -> AffineExpr.distance(next, variable, known));
    }

    /** Returns whether a header argument is incremented by 1 per iteration. */
    public boolean countsUp(Argument variable) {
        Long step = step(variable, ConstantFolding::literal);
        return step != null && step == 1;
    }

    private List<Value> passed(Argument variable, boolean inside) {
        int index = header.arguments().indexOf(variable);
        List<Value> passed = new ArrayList<>();
        for (Block block : region.blocks()) {
            for (Edge edge : block.terminator().edges()) {
                if (edge.target() == header.id() && contains(block.id()) == inside) {
                    passed.add(edge.arguments().get(index));
                }
            }
        }
        return passed;
    }

    private static @Nullable Long common(List<Value> values, Function<Value, @Nullable Long> number) {
        Set<@Nullable Long> numbers = new HashSet<>();
        values.forEach(value -> numbers.add(number.apply(value)));
        return numbers.size() == 1 ? numbers.iterator().next() : null;
    }

    /** Returns the header argument compared by the exit test, or null. */
    public @Nullable Argument counter() {
        return test != null
                        && test.left() instanceof Argument argument
                        && header.arguments().contains(argument)
                ? argument
                : null;
    }

    /** Returns the trip count, from literals alone, or null if unknown or if the counter overflows. */
    public @Nullable Long tripCount() {
        Argument counter = counter();
        Long start = counter == null ? null : literalStart(counter);
        Long step = counter == null ? null : step(counter, ConstantFolding::literal);
        Long bound = test == null ? null : ConstantFolding.literal(test.right());
        if (counter == null || test == null || start == null || step == null || bound == null) {
            return null;
        }
        try {
            long count = tripCount(test.stays(), Math.subtractExact(start, bound), step);
            long last = Math.addExact(start, Math.multiplyExact(step, Math.max(0, count)));
            boolean fits = counter.type() == Type.I64 || last == (int) last;
            return count >= 0 && fits ? (Long) count : null;
        } catch (ArithmeticException overflow) {
            return null;
        }
    }

    /**
     * Returns the smallest {@code k >= 0} for which the comparison of {@code distance + k * step} with 0 fails, in
     * exact integers; -1 if there is none, or on overflow of a long.
     */
    public static long tripCount(Compare stays, long distance, long step) {
        if (!ConstantFolding.holds(stays, distance, 0)) {
            return 0;
        } else if (distance == Long.MIN_VALUE || step == Long.MIN_VALUE) {
            return -1;
        } else if (stays == Compare.GT || stays == Compare.GE) {
            return tripCount(stays.swapped(), -distance, -step);
        }
        return switch (stays) {
            case EQ -> step == 0 ? -1 : 1;
            case NE -> step != 0 && distance % step == 0 ? Math.max(-1, -(distance / step)) : -1;
            case LT -> step <= 0 ? -1 : -Math.floorDiv(distance, step);
            default -> {
                long last = step <= 0 ? -1 : Math.floorDiv(-distance, step);
                yield step <= 0 || last == Long.MAX_VALUE ? -1 : last + 1;
            }
        };
    }
}
