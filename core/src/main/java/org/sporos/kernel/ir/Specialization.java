package org.sporos.kernel.ir;

import java.util.List;
import java.util.Map;
import org.sporos.kernel.ir.KernelBuilder.DraftBlock;
import org.sporos.kernel.ir.Op.Binary;
import org.sporos.kernel.ir.Region.Instruction;
import org.sporos.kernel.ir.Region.Value;

/**
 * Specializes a kernel for a subset of its work items, for which the results of some instructions are known: constant
 * conditions, or minima that equal an operand.
 */
public final class Specialization {
    /** The result of an instruction for the subset. */
    public enum Outcome {
        /** Of a comparison. */
        FALSE,
        /** Of a comparison. */
        TRUE,
        /** The first of two operands. */
        FIRST,
        /** The second of two operands. */
        SECOND,
        /** The difference of two integer operands, without overflow. */
        DIFFERENCE
    }

    private Specialization() {}

    /**
     * Returns the specialization of a kernel without prints and nested regions.
     *
     * @param known the results of instructions for the subset
     */
    public static EditedKernel of(Kernel whole, Map<Instruction, Outcome> known) {
        KernelEdit edit = KernelEdit.of(whole);
        KernelBuilder draft = edit.draft();
        for (DraftBlock block : draft.body().blocks()) {
            for (Instruction instruction : List.copyOf(block.instructions)) {
                Outcome outcome = known.get(instruction);
                if (outcome != null) {
                    put(edit, block, instruction, outcome);
                }
            }
        }
        boolean changed = true;
        while (changed) {
            TrivialArguments.drop(draft);
            changed = Folding.fold(draft) | EmptyBlocks.skip(draft) | BlockMerging.join(draft);
        }
        DeadCodeElimination.drop(draft);
        return edit.frozen();
    }

    private static void put(KernelEdit edit, DraftBlock block, Instruction old, Outcome outcome) {
        KernelBuilder draft = edit.draft();
        int at = block.instructions.indexOf(old);
        block.instructions.remove(at);
        Value now = switch (outcome) {
            case FALSE -> Folding.constant(draft, old.position(), Type.BOOL, 0);
            case TRUE -> Folding.constant(draft, old.position(), Type.BOOL, 1);
            case FIRST -> old.operand(0);
            case SECOND -> old.operand(1);
            case DIFFERENCE -> difference(draft, old);
        };
        if (outcome == Outcome.DIFFERENCE) {
            block.instructions.add(at, (Instruction) now);
            edit.setExact((Instruction) now);
        }
        edit.replace(old, now);
    }

    private static Instruction difference(KernelBuilder draft, Instruction old) {
        return new Instruction(
                draft.nextId(), old.type(), old.name(), old.position(), Binary.SUB, old.operands(), List.of());
    }
}
