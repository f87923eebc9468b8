package org.sporos.kernel.ir;

import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.sporos.kernel.ir.Region.Argument;
import org.sporos.kernel.ir.Region.Block;
import org.sporos.kernel.ir.Region.Edge;
import org.sporos.kernel.ir.Region.Instruction;
import org.sporos.kernel.ir.Region.Terminator;
import org.sporos.kernel.ir.Region.Value;

/**
 * The condition of a kernel's first branch, if one edge returns at once. It isDependent on arguments, captured values and
 * elements of views; evaluation has no side effects. Immutable.
 *
 * @param kernel a kernel that returns the condition, a BOOL
 * @param acts the value of the condition for which the kernel does work
 */
public record EntryCondition(Kernel kernel, boolean acts) {

    /**
     * Returns the entry condition of a kernel without a result, or null.
     *
     * @param unknown an argument on which the condition must not depend
     * @param isFree whether a load cannot fail and no earlier store changes its value
     */
    public static @Nullable EntryCondition of(Kernel whole, Argument unknown, Predicate<Instruction> isFree) {
        Region body = whole.body();
        Block entry = body.entry();
        boolean isPure = entry.instructions().stream()
                .allMatch(at -> at.op() instanceof Op.Load ? isFree.test(at) : at.isPure());
        if (!isPure || !(entry.terminator() instanceof Terminator.Branch branch)) {
            return null;
        }
        boolean ends = doesNothing(body, branch.whenTrue());
        if (ends == doesNothing(body, branch.whenFalse())) {
            return null;
        }
        Value condition = branch.condition();
        Terminator end = new Terminator.Return(condition, branch.position());
        Kernel slice = KernelSlice.of(whole, List.of(condition), end, Type.BOOL);
        boolean isDependent = condition == unknown
                || slice.body().entry().instructions().stream()
                        .anyMatch(at -> at.operands().contains(unknown));
        return isDependent ? null : new EntryCondition(slice, !ends);
    }

    private static boolean doesNothing(Region body, Edge edge) {
        Block target = body.block(edge.target());
        return target.instructions().isEmpty() && target.terminator() instanceof Terminator.Return;
    }
}
