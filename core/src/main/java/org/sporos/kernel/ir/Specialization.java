package org.sporos.kernel.ir;

import com.google.common.collect.Sets;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A kernel for those of its work items for which the results of some instructions are known: conditions that are
 * constants there, branches of which one edge is left, functions that return an operand. What is proven of the whole
 * kernel is proven of it. Immutable.
 */
public final class Specialization {
    /** The result of an instruction for the work items in question. */
    public enum Outcome {
        /** Of a comparison. */
        FALSE,
        /** Of a comparison. */
        TRUE,
        /** The first of two operands. */
        FIRST,
        /** The second of two operands. */
        SECOND,
        /** The first operand minus the second one, both integers, which does not overflow. */
        DIFFERENCE
    }

    private final Kernel kernel;
    private final Map<Value, Value> origins = new IdentityHashMap<>();
    private final Set<Value> differences = Sets.newIdentityHashSet();
    private final Set<Value> guardedAlike = Sets.newIdentityHashSet();

    private Specialization(Kernel kernel) {
        this.kernel = kernel;
    }

    /**
     * Returns a kernel that prints nothing and runs no regions of teams, for some of its work items.
     *
     * @param known the results of some of its instructions for these
     */
    public static Specialization of(Kernel whole, Map<Instruction, Outcome> known) {
        KernelBuilder draft =
                new KernelBuilder(whole.label(), whole.position(), whole.body().result());
        thaw(whole.body(), draft);
        Set<Value> differences = Sets.newIdentityHashSet();
        for (DraftBlock block : draft.body().blocks()) {
            for (Instruction instruction : List.copyOf(block.instructions)) {
                Outcome outcome = known.get(instruction);
                if (outcome != null) {
                    put(draft, block, instruction, outcome, differences);
                }
            }
        }
        boolean changed = true;
        while (changed) {
            TrivialArguments.drop(draft);
            changed = Folding.fold(draft) | EmptyBlocks.skip(draft) | StraightLines.join(draft);
        }
        DeadValues.drop(draft);
        Freeze freeze = new Freeze(draft);
        Kernel made = freeze.run().with(whole.label(), whole.captures());
        Specialization specialization = new Specialization(Verifier.verified(made));
        specialization.compare(whole.body(), freeze.frozen(), differences);
        return specialization;
    }

    private static void thaw(Region region, KernelBuilder draft) {
        List<DraftBlock> blocks = new ArrayList<>();
        for (Block block : region.blocks()) {
            DraftBlock thawed =
                    block.id() == 0 ? draft.body().entry() : draft.body().block();
            thawed.arguments.addAll(block.arguments());
            thawed.instructions.addAll(block.instructions());
            blocks.add(thawed);
        }
        for (Block block : region.blocks()) {
            blocks.get(block.id()).end = end(block.terminator(), blocks);
        }
    }

    private static DraftEnd end(Terminator end, List<DraftBlock> blocks) {
        DraftEnd thawed;
        if (end instanceof Terminator.Branch branch) {
            thawed = new DraftEnd(DraftEnd.Kind.BRANCH, branch.condition(), List.of(), end.position());
        } else if (end instanceof Terminator.Switch choice) {
            thawed = new DraftEnd(DraftEnd.Kind.SWITCH, choice.value(), choice.keys(), end.position());
        } else if (end instanceof Terminator.Return leave) {
            thawed = new DraftEnd(DraftEnd.Kind.RETURN, leave.value(), List.of(), end.position());
        } else {
            thawed = new DraftEnd(DraftEnd.Kind.JUMP, null, List.of(), end.position());
        }
        end.edges().forEach(edge -> thawed.add(blocks.get(edge.target()), edge.arguments()));
        return thawed;
    }

    private static void put(
            KernelBuilder draft, DraftBlock block, Instruction old, Outcome outcome, Set<Value> differences) {
        int at = block.instructions.indexOf(old);
        block.instructions.remove(at);
        Value now = switch (outcome) {
            case FALSE -> Folding.constant(draft, old, Type.BOOL, 0);
            case TRUE -> Folding.constant(draft, old, Type.BOOL, 1);
            case FIRST -> old.operand(0);
            case SECOND -> old.operand(1);
            case DIFFERENCE -> difference(draft, old);
        };
        if (outcome == Outcome.DIFFERENCE) {
            block.instructions.add(at, (Instruction) now);
            differences.add(now);
        }
        draft.replaced.put(old, now);
        draft.name(now, old.name());
    }

    private static Instruction difference(KernelBuilder draft, Instruction old) {
        return new Instruction(
                draft.nextId(), old.type(), old.name(), old.position(), Binary.SUB, old.operands(), List.of());
    }

    /** Notes which instruction each of the new ones was, and which conditions are still those that guard it. */
    private void compare(Region whole, Map<Value, Value> frozen, Set<Value> subtracted) {
        subtracted.stream().map(frozen::get).filter(Objects::nonNull).forEach(differences::add);
        Map<Value, Value> before = guards(whole);
        Map<Value, Value> after = guards(kernel.body());
        whole.arguments().forEach(index -> origins.put(frozen.get(index), index));
        for (Block block : whole.blocks()) {
            for (Instruction old : block.instructions()) {
                Value now = frozen.get(old);
                if (now != null) {
                    origins.put(now, old);
                    Value guard = before.get(old);
                    if (guard != null && after.get(now) != null && frozen.get(guard) == after.get(now)) {
                        guardedAlike.add(now);
                    }
                }
            }
        }
    }

    /** Returns the condition of the branch that alone leads to the block of each instruction. */
    private static Map<Value, Value> guards(Region region) {
        ControlFlow flow = ControlFlow.of(region);
        Map<Value, Value> guards = new IdentityHashMap<>();
        for (Block block : region.blocks()) {
            List<Integer> from = flow.predecessors(block.id());
            if (from.size() == 1 && region.block(from.get(0)).terminator() instanceof Terminator.Branch branch) {
                block.instructions().forEach(instruction -> guards.put(instruction, branch.condition()));
            }
        }
        return guards;
    }

    /** Returns the kernel for the work items in question, with the captures of the whole. */
    public Kernel kernel() {
        return kernel;
    }

    /** Returns what is proven of it by the proofs of the whole kernel. */
    public Guarantees guarantees(Guarantees proofs) {
        return new Restricted(proofs);
    }

    /** Proofs of the whole kernel, asked for the instructions that the new ones were. */
    private final class Restricted implements Guarantees {
        private final Guarantees proofs;

        Restricted(Guarantees proofs) {
            this.proofs = proofs;
        }

        private @Nullable Instruction origin(Instruction instruction) {
            return (Instruction) origins.get(instruction);
        }

        @Override
        public long least(Value value) {
            Value old = origins.get(value);
            return old == null ? Long.MIN_VALUE : proofs.least(old);
        }

        @Override
        public long greatest(Value value) {
            Value old = origins.get(value);
            return old == null ? Long.MAX_VALUE : proofs.greatest(old);
        }

        @Override
        public boolean cannotOverflow(Instruction operation) {
            Instruction old = origin(operation);
            return differences.contains(operation) || old != null && proofs.cannotOverflow(old);
        }

        @Override
        public boolean isInBounds(Instruction access, int k) {
            Instruction old = origin(access);
            return old != null && proofs.isInBounds(old, k);
        }

        @Override
        public boolean isDivisorNonZero(Instruction division) {
            Instruction old = origin(division);
            return old != null && proofs.isDivisorNonZero(old);
        }

        /** A condition that is left out guards nothing: what was proven without it may need the one before. */
        @Override
        public boolean isUnguarded(Instruction instruction) {
            Instruction old = origin(instruction);
            return old != null && guardedAlike.contains(instruction) && proofs.isUnguarded(old);
        }

        @Override
        public boolean hasScratch() {
            return proofs.hasScratch();
        }
    }
}
