package org.sporos.host.code;

import com.google.common.collect.Sets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.sporos.error.Labels;
import org.sporos.host.code.DivergenceAnalysis.Kind;
import org.sporos.kernel.facts.KernelFacts;
import org.sporos.kernel.ir.Block;
import org.sporos.kernel.ir.Instruction;
import org.sporos.kernel.ir.Op;
import org.sporos.kernel.ir.Region;
import org.sporos.kernel.ir.Storage;
import org.sporos.kernel.ir.Type;
import org.sporos.kernel.ir.Value;
import org.sporos.view.View;

/**
 * How kernels that run as one are vectorized (SIMD), a vector of neighbouring indexes at a time, or why they are not:
 * what is done once before a row of them, and what must be asked there, because accesses may leave their view or meet
 * each other. Immutable once made.
 */
final class VectorPlan {
    /** More questions than these cost more than vectors gain. */
    private static final int MOST_GUARDS = 24;

    /** The lanes of a reduction. */
    private static final int MOST_LANES = 32;

    private final List<KernelFacts> members;
    private final List<DivergenceAnalysis> kinds = new ArrayList<>();
    /** The values computed before a row, and those of them that are no instruction: the indexes. */
    private final Set<Value> early = Sets.newIdentityHashSet();

    private final List<Access> accesses = new ArrayList<>();
    private final List<Guard> guards = new ArrayList<>();
    private final int lanes;
    private @Nullable String refusal;

    /**
     * A load or store.
     *
     * @param isRow whether it goes along the row; else it is a load of the same element for the whole row
     * @param isEarly whether its position is known before the row
     */
    record Access(int member, Instruction instruction, View view, AffineInt position, boolean isRow, boolean isEarly) {
        boolean isStore() {
            return instruction.op() instanceof Op.Store;
        }

        Object memory() {
            return RegisterPromotion.memory(view.allocation());
        }
    }

    /** Two accesses to one memory, one of which is a store, in the order of the source. */
    record Guard(Access first, Access second) {}

    VectorPlan(List<KernelFacts> members) {
        this.members = members;
        for (KernelFacts member : members) {
            DivergenceAnalysis found = new DivergenceAnalysis(member);
            kinds.add(found);
            refuse(found.refusal());
        }
        this.lanes = refusal == null ? widest() : 1;
        if (refusal == null && (lanes < 2 || lanes > MOST_LANES)) {
            refuse("vectors of " + lanes + " elements");
        }
        if (refusal == null) {
            for (int m = 0; m < members.size(); m++) {
                findEarly(m);
            }
            findGuards();
        }
    }

    /** Refuses vectors, if nothing has before and there is a reason. */
    void refuse(@Nullable String why) {
        if (refusal == null) {
            refusal = why;
        }
    }

    /** Returns why there are no vectors, or null. */
    @Nullable
    String refusal() {
        return refusal;
    }

    DivergenceAnalysis kinds(int member) {
        return kinds.get(member);
    }

    /** Returns how many neighbours run at once: a vector of the widest type is a whole one. */
    int lanes() {
        return lanes;
    }

    /** Returns whether a value is computed before a row. */
    boolean isEarly(Value value) {
        return early.contains(value);
    }

    List<Access> accesses() {
        return accesses;
    }

    List<Guard> guards() {
        return guards;
    }

    /** Returns whether a row may have to be left to the other loop. */
    boolean asks() {
        return !guards.isEmpty() || accesses.stream().anyMatch(access -> !isProven(access));
    }

    boolean isProven(Access access) {
        return members.get(access.member()).proofs().isInBounds(access.instruction());
    }

    boolean stores() {
        return accesses.stream().anyMatch(Access::isStore);
    }

    private Region body(int member) {
        return members.get(member).kernel().body();
    }

    private int widest() {
        int least = Integer.MAX_VALUE;
        for (int m = 0; m < members.size(); m++) {
            for (Block block : body(m).blocks()) {
                for (Instruction instruction : block.instructions()) {
                    if (instruction.op() instanceof Op.Store) {
                        least = Math.min(
                                least,
                                VectorModule.lanes(
                                        EffectWriter.last(instruction).type()));
                    } else if (kinds.get(m).kind(instruction) == Kind.LANES) {
                        least = Math.min(least, VectorModule.lanes(instruction.type()));
                    } else if (kinds.get(m).kind(instruction) == Kind.MASK) {
                        least = Math.min(least, VectorModule.lanes(kinds.get(m).mask(instruction)));
                    }
                }
            }
            Type result = body(m).result();
            if (result != Type.VOID && result != Type.BOOL) {
                least = Math.min(least, VectorModule.lanes(result));
            }
        }
        return least;
    }

    /**
     * A pure instruction can be done early wherever it stands; one that may fail or reads memory only if it is done in
     * any case.
     */
    private void findEarly(int member) {
        early.addAll(body(member).arguments());
        for (Block block : body(member).blocks()) {
            for (Instruction instruction : block.instructions()) {
                boolean known = early.containsAll(instruction.operands());
                if (instruction.op() instanceof Op.Load || instruction.op() instanceof Op.Store) {
                    access(member, instruction, block.id() == 0);
                } else if (known && (instruction.isPure() || block.id() == 0)) {
                    Kind kind = kinds.get(member).kind(instruction);
                    if (kind == Kind.UNIFORM || kind == Kind.INDEX) {
                        early.add(instruction);
                    }
                }
            }
        }
    }

    private void access(int member, Instruction instruction, boolean always) {
        DivergenceAnalysis of = kinds.get(member);
        AffineInt position = of.position(instruction);
        boolean known = early.containsAll(DivergenceAnalysis.indexes(instruction));
        boolean isRow = of.step(position) == 1;
        if (!isRow && known && always) {
            early.add(instruction);
        }
        boolean isEarly = isRow ? known : known && always;
        Access access = new Access(member, instruction, of.view(instruction), position, isRow, isEarly);
        accesses.add(access);
        Storage storage = Storage.of(access.view().elementType());
        if (isRow && !VectorCode.fits(storage, lanes)) {
            refuse("no vectors of " + lanes + " elements of "
                    + Labels.quoted(access.view().label()));
        }
        if (!isEarly && !isProven(access)) {
            refuse("an access to " + Labels.quoted(access.view().label()) + " that is not known to be inside");
        }
    }

    /** Pairs each store with all accesses to its memory. */
    private void findGuards() {
        for (int one = 0; one < accesses.size(); one++) {
            Access first = accesses.get(one);
            if (first.isStore() && !first.isEarly()) {
                refuse("it stores to " + Labels.quoted(first.view().label()) + " at several places for an index");
            }
            for (Access second : accesses.subList(one + 1, accesses.size())) {
                boolean store = first.isStore() || second.isStore();
                if (store && first.memory() == second.memory()) {
                    meet(first, second);
                }
            }
        }
        if (guards.size() > MOST_GUARDS) {
            refuse("too many accesses that may meet");
        }
    }

    /** Returns whether each access is done once for an index, in the order of the source. */
    boolean isStraight() {
        return IntStream.range(0, members.size())
                .allMatch(member -> body(member).blocks().size() == 1);
    }

    /**
     * Vectors do each access for all their elements before the next access. Two accesses meet in an element in the
     * wrong order only if the second one is fewer than a vector's elements ahead.
     */
    private void meet(Access first, Access second) {
        AffineInt ahead = second.position().minus(first.position());
        if (!first.isEarly() || !second.isEarly()) {
            refuse("it stores to " + Labels.quoted(second.view().label()) + ", which it loads from elsewhere");
        } else if (first.isRow() && second.isRow() && ahead.isConstant()) {
            // Both positions are those of array elements: what was off by wrapping is right again.
            int distance = (int) ahead.constant();
            boolean ordered = isStraight() && distance <= 0;
            if (distance != 0 && Math.abs(distance) < lanes && !ordered) {
                refuse("it stores to " + Labels.quoted(second.view().label()) + " what it touches " + Math.abs(distance)
                        + " elements away too");
            }
        } else {
            guards.add(new Guard(first, second));
        }
    }

    /** Returns the access of an instruction. */
    Access access(Instruction instruction) {
        return Objects.requireNonNull(accesses.stream()
                .filter(access -> access.instruction() == instruction)
                .findFirst()
                .orElse(null));
    }
}
