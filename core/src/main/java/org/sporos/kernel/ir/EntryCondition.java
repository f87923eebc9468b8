package org.sporos.kernel.ir;

import com.google.common.collect.Sets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What a kernel asks first, where one of the answers has it do nothing: a condition of its arguments, of captured values
 * and of elements of views. To evaluate it changes nothing. Immutable.
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
        Set<Value> used = Sets.newIdentityHashSet();
        used.add(branch.condition());
        List<Instruction> needed = new ArrayList<>();
        for (int k = entry.instructions().size() - 1; k >= 0; k--) {
            Instruction instruction = entry.instructions().get(k);
            if (used.contains(instruction)) {
                used.addAll(instruction.operands());
                needed.add(instruction);
            }
        }
        if (used.contains(unknown)) {
            return null;
        }
        Collections.reverse(needed);
        Terminator end = new Terminator.Return(branch.condition(), branch.position());
        Region condition = new Region(List.of(new Block(0, entry.arguments(), needed, end)), Type.BOOL);
        Kernel made =
                new Kernel(whole.label(), whole.position(), condition, whole.captures(), whole.valueCount(), null);
        return new EntryCondition(Verifier.verified(made), !ends);
    }

    private static boolean doesNothing(Region body, Edge edge) {
        Block target = body.block(edge.target());
        return target.instructions().isEmpty() && target.terminator() instanceof Terminator.Return;
    }
}
