package org.sporos.kernel.ir;

import com.google.common.base.Suppliers;
import com.google.common.collect.Sets;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.sporos.kernel.ir.Region.Block;
import org.sporos.kernel.ir.Region.Instruction;
import org.sporos.kernel.ir.Region.Terminator;
import org.sporos.kernel.ir.Region.Value;

/**
 * The result of a {@link KernelEdit}. Proofs of the original kernel hold for instructions copied from it; the pass adds
 * its own. Immutable.
 */
public final class EditedKernel {
    private final Kernel kernel;
    private final Origins origins;
    private final Set<Value> inBounds;
    private final Set<Value> exact;
    /** Lazy, as few proofs are of unguarded instructions. */
    private final Supplier<Set<Value>> sameGuard;

    /**
     * The values of the kernel and those of the original that they are or are copies of, null for new ones, by number.
     */
    @SuppressWarnings("ArrayRecordComponent")
    record Origins(Value[] values, @Nullable Value[] originals) {
        @Nullable
        Value of(Value value) {
            boolean isHere = value.id() < values.length && values[value.id()] == value;
            return isHere ? originals[value.id()] : value;
        }
    }

    EditedKernel(Kernel before, Kernel kernel, Origins origins, Set<Value> inBounds, Set<Value> exact) {
        this.kernel = kernel;
        this.origins = origins;
        this.inBounds = inBounds;
        this.exact = exact;
        this.sameGuard = Suppliers.memoize(() -> sameGuard(before, kernel, origins));
    }

    /** Returns the instructions whose guard is unchanged. */
    private static Set<Value> sameGuard(Kernel before, Kernel kernel, Origins origins) {
        Set<Value> alike = Sets.newIdentityHashSet();
        Map<Value, Value> guardsBefore = new IdentityHashMap<>();
        Map<Value, Value> guards = new IdentityHashMap<>();
        addGuards(before.body(), guardsBefore);
        addGuards(kernel.body(), guards);
        guards.forEach((at, guard) -> {
            Value old = guardsBefore.get(origins.of(at));
            if (old != null && old == origins.of(guard)) {
                alike.add(at);
            }
        });
        return alike;
    }

    /** Maps each instruction to its guard: the condition of the branch that is the only predecessor of its block. */
    private static void addGuards(Region region, Map<Value, Value> guards) {
        ControlFlow flow = ControlFlow.of(region);
        for (Block block : region.blocks()) {
            List<Integer> from = flow.predecessors(block.id());
            boolean isGuarded = from.size() == 1;
            for (Instruction at : block.instructions()) {
                if (isGuarded && region.block(from.get(0)).terminator() instanceof Terminator.Branch branch) {
                    guards.put(at, branch.condition());
                }
                at.regions().forEach(nested -> addGuards(nested, guards));
            }
        }
    }

    /** Returns the kernel. */
    public Kernel kernel() {
        return kernel;
    }

    /** Returns the original value of a value or copy, or null if it is new. */
    public @Nullable Value origin(Value value) {
        return origins.of(value);
    }

    /** Returns the guarantees of this kernel that follow from proofs of the original. */
    public Guarantees guarantees(Guarantees proofs) {
        return new DerivedGuarantees(proofs);
    }

    private final class DerivedGuarantees implements Guarantees {
        private final Guarantees proofs;

        DerivedGuarantees(Guarantees proofs) {
            this.proofs = proofs;
        }

        private @Nullable Instruction before(Instruction instruction) {
            return (Instruction) origin(instruction);
        }

        @Override
        public long least(Value value) {
            Value old = origin(value);
            return old == null ? Long.MIN_VALUE : proofs.least(old);
        }

        @Override
        public long greatest(Value value) {
            Value old = origin(value);
            return old == null ? Long.MAX_VALUE : proofs.greatest(old);
        }

        @Override
        public boolean cannotOverflow(Instruction operation) {
            Instruction old = before(operation);
            return exact.contains(operation) || old != null && proofs.cannotOverflow(old);
        }

        @Override
        public boolean isInBounds(Instruction access, int k) {
            Instruction old = before(access);
            return inBounds.contains(access) || old != null && proofs.isInBounds(old, k);
        }

        @Override
        public boolean isDivisorNonZero(Instruction division) {
            Instruction old = before(division);
            return old != null && proofs.isDivisorNonZero(old);
        }

        /** A proof made under another guard does not hold. */
        @Override
        public boolean isUnguarded(Instruction instruction) {
            Instruction old = before(instruction);
            return old != null
                    && (old == instruction || sameGuard.get().contains(instruction))
                    && proofs.isUnguarded(old);
        }

        @Override
        public boolean hasScratch() {
            return proofs.hasScratch();
        }
    }
}
