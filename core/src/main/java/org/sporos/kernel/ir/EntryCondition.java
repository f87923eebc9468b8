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
 * The condition that a kernel asks first, where one of the answers has it do nothing. It is made of the kernel's
 * arguments, of captured values and of elements of views. To evaluate it changes nothing. Immutable.
 *
 * @param kernel the kernel that returns the condition, a BOOL
 * @param acts the answer without which the kernel does nothing
 */
public record EntryCondition(Kernel kernel, boolean acts) {

    /**
     * Returns the condition of a kernel without a result, or null if it has none.
     *
     * @param unknown an argument that the condition must not depend on
     * @param isFree whether a load cannot fail, and has the same value whatever else was done before it
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
        Kernel asked = KernelSlice.of(whole, List.of(condition), end, Type.BOOL);
        boolean depends = condition == unknown
                || asked.body().entry().instructions().stream()
                        .anyMatch(at -> at.operands().contains(unknown));
        return depends ? null : new EntryCondition(asked, !ends);
    }

    private static boolean doesNothing(Region body, Edge edge) {
        Block target = body.block(edge.target());
        return target.instructions().isEmpty() && target.terminator() instanceof Terminator.Return;
    }
}
