package org.sporos.kernel.analysis.interval;

import java.util.BitSet;
import java.util.IdentityHashMap;
import java.util.Map;
import org.sporos.kernel.ir.Guarantees;
import org.sporos.kernel.ir.Region.Block;
import org.sporos.kernel.ir.Region.Instruction;
import org.sporos.kernel.ir.Region.Value;

/**
 * The proofs about a kernel for one launch and binding: intervals of integers, operations without overflow, accesses in
 * bounds, nonzero divisors. Immutable; thread-safe.
 *
 * <p>They depend on the launch, extents, captured scalars and param bounds.
 */
public final class Proofs implements Guarantees {
    private final Interval[] intervals;
    private final BitSet reached = new BitSet();
    private final BitSet proven = new BitSet();
    private final BitSet unguarded = new BitSet();
    private final Map<Block, Bounds> entries = new IdentityHashMap<>();
    private final ProofCount count = new ProofCount();
    private final boolean hasScratch;

    /** @param hasScratch whether the scratch memory provably suffices */
    Proofs(int values, boolean hasScratch) {
        this.intervals = new Interval[values];
        this.hasScratch = hasScratch;
    }

    /** Returns the interval of a value at its definition; empty if unreachable, all longs if no integer. */
    public Interval interval(Value value) {
        Interval interval = intervals[value.id()];
        return interval == null ? Interval.NONE : interval;
    }

    /** Returns the interval of a value at the entry of a block, refined by path conditions. */
    public Interval interval(Value value, Block at) {
        Bounds bounds = entries.get(at);
        return bounds == null || !bounds.isReachable() ? Interval.NONE : bounds.of(value);
    }

    /** Returns whether a block is reachable. */
    public boolean isReached(Block block) {
        Bounds bounds = entries.get(block);
        return bounds != null && bounds.isReachable();
    }

    /** Returns whether an instruction is reachable. */
    public boolean isReached(Instruction instruction) {
        return reached.get(instruction.id());
    }

    /**
     * Returns whether an integer addition, subtraction, multiplication, negation, left shift, absolute value or
     * narrowing is proven exact, so that C++ signed arithmetic is defined; for a division or remainder, whether the
     * divisor is nonzero and the quotient fits.
     */
    public boolean isExact(Instruction instruction) {
        return !isReached(instruction) || proven.get(instruction.id());
    }

    /** Returns whether all indexes of an access to a view or local array are proven in bounds. */
    public boolean isInBounds(Instruction access) {
        return !isReached(access) || proven.get(access.id());
    }

    @Override
    public boolean cannotOverflow(Instruction operation) {
        return isExact(operation);
    }

    @Override
    public boolean isInBounds(Instruction access, int k) {
        return isInBounds(access);
    }

    @Override
    public boolean isDivisorNonZero(Instruction division) {
        return isExact(division);
    }

    @Override
    public boolean isUnguarded(Instruction instruction) {
        return unguarded.get(instruction.id());
    }

    @Override
    public long least(Value value) {
        return interval(value).low();
    }

    @Override
    public long greatest(Value value) {
        return interval(value).high();
    }

    @Override
    public boolean hasScratch() {
        return hasScratch;
    }

    /** Returns the numbers of proofs made and missed. */
    public ProofCount count() {
        return count;
    }

    void define(Value value, Interval interval) {
        Interval before = intervals[value.id()];
        intervals[value.id()] = before == null ? interval : before.join(interval);
    }

    void reach(Instruction instruction, boolean isProven) {
        reached.set(instruction.id());
        proven.set(instruction.id(), isProven);
        count.note(instruction, isProven);
    }

    void unguard(Instruction instruction) {
        unguarded.set(instruction.id());
    }

    void enter(Block block, Bounds bounds) {
        entries.put(block, bounds);
    }
}
