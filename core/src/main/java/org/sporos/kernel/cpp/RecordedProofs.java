package org.sporos.kernel.cpp;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sporos.kernel.ir.Guarantees;
import org.sporos.kernel.ir.Region.Instruction;
import org.sporos.kernel.ir.Region.Value;

/**
 * Proofs that record the results of queries. Code derived from them is valid for other proofs of the same kernel that
 * give equal results. Written by one thread.
 */
final class RecordedProofs implements Guarantees {
    private final Guarantees proofs;
    private final Map<Query, Long> answers = new HashMap<>();
    private @Nullable Boolean hasScratch;

    /** The methods of {@link Guarantees}. */
    private enum Property {
        EXACT,
        IN_BOUNDS,
        NONZERO_DIVISOR,
        UNGUARDED,
        LEAST,
        GREATEST
    }

    private record Query(Property property, Value value, int operand) {
        long answer(Guarantees proofs) {
            return switch (property) {
                case EXACT -> proofs.cannotOverflow((Instruction) value) ? 1 : 0;
                case IN_BOUNDS -> proofs.isInBounds((Instruction) value, operand) ? 1 : 0;
                case NONZERO_DIVISOR -> proofs.isDivisorNonZero((Instruction) value) ? 1 : 0;
                case UNGUARDED -> proofs.isUnguarded((Instruction) value) ? 1 : 0;
                case LEAST -> proofs.least(value);
                case GREATEST -> proofs.greatest(value);
            };
        }
    }

    RecordedProofs(Guarantees proofs) {
        this.proofs = proofs;
    }

    /** Returns whether other proofs give all recorded results. */
    boolean agreeWith(Guarantees others) {
        return others == proofs
                || (hasScratch == null || hasScratch == others.hasScratch())
                        && answers.entrySet().stream()
                                .allMatch(known -> known.getKey().answer(others) == known.getValue());
    }

    private long answer(Property property, Value value, int operand) {
        return answers.computeIfAbsent(new Query(property, value, operand), query -> query.answer(proofs));
    }

    @Override
    public boolean cannotOverflow(Instruction operation) {
        return answer(Property.EXACT, operation, 0) != 0;
    }

    @Override
    public boolean isInBounds(Instruction access, int k) {
        return answer(Property.IN_BOUNDS, access, k) != 0;
    }

    @Override
    public boolean isDivisorNonZero(Instruction division) {
        return answer(Property.NONZERO_DIVISOR, division, 0) != 0;
    }

    @Override
    public boolean isUnguarded(Instruction instruction) {
        return answer(Property.UNGUARDED, instruction, 0) != 0;
    }

    @Override
    public long least(Value value) {
        return answer(Property.LEAST, value, 0);
    }

    @Override
    public long greatest(Value value) {
        return answer(Property.GREATEST, value, 0);
    }

    @Override
    public boolean hasScratch() {
        boolean found = proofs.hasScratch();
        hasScratch = found;
        return found;
    }
}
