package org.sporos.host.code;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sporos.kernel.ir.Argument;
import org.sporos.kernel.ir.Binary;
import org.sporos.kernel.ir.Block;
import org.sporos.kernel.ir.Compare;
import org.sporos.kernel.ir.ConstantFolding;
import org.sporos.kernel.ir.ControlFlow;
import org.sporos.kernel.ir.Edge;
import org.sporos.kernel.ir.Instruction;
import org.sporos.kernel.ir.Region;
import org.sporos.kernel.ir.Terminator;
import org.sporos.kernel.ir.Type;
import org.sporos.kernel.ir.Value;

/**
 * A loop whose header compares a counter with a constant; the counter begins with a constant and grows by one each
 * pass, so that the number of passes is known.
 *
 * @param counter an argument of the header, an int
 * @param passes how often its body runs
 */
record ConstantLoop(ControlFlow.Loop loop, Argument counter, int start, int step, int passes) {
    /** More passes than these are not unrolled. */
    private static final int MOST_PASSES = 16;

    /** Returns the short ones among the loops of a region. */
    static List<ConstantLoop> of(Region region) {
        List<ConstantLoop> found = new ArrayList<>();
        for (ControlFlow.Loop loop : ControlFlow.of(region).loops()) {
            ConstantLoop constant = of(region, loop);
            if (constant != null) {
                found.add(constant);
            }
        }
        return found;
    }

    private static @Nullable ConstantLoop of(Region region, ControlFlow.Loop loop) {
        if (loop.header() == 0
                || !(region.block(loop.header()).terminator() instanceof Terminator.Branch branch)
                || !(branch.condition() instanceof Instruction condition)
                || !(condition.op() instanceof Compare compare)
                || !(condition.operand(0) instanceof Argument counter)
                || counter.type() != Type.I32
                || literal(condition.operand(1)) == null) {
            return null;
        }
        int place = region.block(loop.header()).arguments().indexOf(counter);
        boolean staysIfTrue = loop.contains(branch.whenTrue().target());
        if (place < 0 || staysIfTrue == loop.contains(branch.whenFalse().target())) {
            return null;
        }
        Integer start = null;
        Integer step = null;
        for (Block block : region.blocks()) {
            for (Edge edge : block.terminator().edges()) {
                if (edge.target() == loop.header()) {
                    boolean back = loop.contains(block.id());
                    Value passed = edge.arguments().get(place);
                    Integer found = back ? step(passed, counter) : literal(passed);
                    Integer known = back ? step : start;
                    if (found == null || known != null && !known.equals(found)) {
                        return null;
                    }
                    start = back ? start : found;
                    step = back ? found : step;
                }
            }
        }
        Integer end = literal(condition.operand(1));
        if (start == null || step == null || end == null) {
            return null;
        }
        Compare stays = staysIfTrue ? compare : compare.negated();
        int passes = 0;
        while (passes <= MOST_PASSES && ConstantFolding.holds(stays, start + step * passes, end)) {
            passes++;
        }
        return passes <= MOST_PASSES ? new ConstantLoop(loop, counter, start, step, passes) : null;
    }

    private static @Nullable Integer literal(Value value) {
        Long literal = value.type() == Type.I32 ? ConstantFolding.literal(value) : null;
        return literal == null ? null : (Integer) literal.intValue();
    }

    private static @Nullable Integer step(Value passed, Argument counter) {
        if (!(passed instanceof Instruction sum) || sum.operands().size() != 2) {
            return null;
        }
        Integer right = literal(sum.operand(1));
        if (sum.op() == Binary.ADD && sum.operand(1) == counter) {
            return literal(sum.operand(0));
        } else if (right == null || sum.operand(0) != counter) {
            return null;
        }
        return sum.op() == Binary.ADD ? right : sum.op() == Binary.SUB ? (Integer) (-right) : null;
    }

    int header() {
        return loop.header();
    }

    boolean contains(int block) {
        return loop.contains(block);
    }
}
