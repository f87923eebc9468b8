package org.sporos.kernel.analysis.interval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.sporos.kernel.IrInterpreter;
import org.sporos.kernel.ir.Kernel;
import org.sporos.kernel.ir.Op;
import org.sporos.kernel.ir.Op.Binary;
import org.sporos.kernel.ir.Op.Unary;
import org.sporos.kernel.ir.Region.Instruction;
import org.sporos.kernel.ir.Region.Value;
import org.sporos.kernel.ir.Type;
import org.sporos.kernel.zoo.NamedKernel;
import org.sporos.policy.MDRangePolicy;
import org.sporos.policy.RangeBody2;
import org.sporos.space.MemorySpace;
import org.sporos.view.IntView;
import org.sporos.view.LongView;
import org.sporos.view.View;

/** The intervals against runs: no value may ever leave its interval, and what is proven exact must be so. */
class IntervalOracleTest {

    @Test
    void values_of_random_kernels_are_in_their_intervals() {
        compare(400, System.nanoTime(), Set.of());
    }

    @Test
    @Tag("full")
    void values_of_many_random_kernels_are_in_their_intervals() {
        compare(5_000, System.nanoTime(), Set.of());
    }

    /** A proof that is claimed of each instruction, whatever the analysis says. */
    private enum Claim {
        EXACT,
        IN_BOUNDS
    }

    private static void compare(int rounds, long seed, Set<Claim> claims) {
        System.out.println("interval oracle: seed " + seed);
        int proven = 0;
        int operations = 0;
        for (int round = 0; round < rounds; round++) {
            Random random = new Random(seed + round);
            IntView input = IntView.of("input", MemorySpace.host(), 16);
            for (int k = 0; k < input.extent(0); k++) {
                input.set(k, random.nextBoolean() ? random.nextInt(40) - 20 : random.nextInt());
            }
            LongView output = LongView.of("output", MemorySpace.host(), 7);
            Kernel kernel = RandomIntegers.make(random, input, output);
            int begin = random.nextInt(5) - 2;
            MDRangePolicy policy = MDRangePolicy.of(
                    new int[] {begin, 0}, new int[] {begin + 1 + random.nextInt(4), 1 + random.nextInt(3)});
            // Proofs are made for a smaller view than the one that is read, so that no run ends at a wrong index.
            IntView claimed = IntView.of("claimed", MemorySpace.host(), 1 + random.nextInt(16));
            Binding binding = claiming(kernel, input, claimed);
            Proofs proofs = IntervalAnalysis.of(kernel, binding, IterationSpace.of(policy));
            ObservedValues watch = new ObservedValues(kernel, proofs, claims, claimed.extent(0), seed + round);
            RangeBody2 unused = (i, j) -> {};
            IrInterpreter.run(kernel, new NamedKernel.Instance(policy, unused, List.of()), watch);
            proven += proofs.count().exact();
            operations += proofs.count().operations();
        }
        System.out.printf("%d of %d random operations proven exact%n", proven, operations);
        assertThat(proven).isGreaterThan(operations / 10);
    }

    private static Binding claiming(Kernel kernel, IntView input, IntView claimed) {
        Binding binding = Binding.of(kernel);
        List<View> views = binding.views().stream()
                .map(view -> view == input ? claimed : view)
                .toList();
        return new Binding(views, binding.params(), binding.scalars());
    }

    @Test
    void a_broken_overflow_proof_is_noticed() {
        assertThatThrownBy(() -> compare(400, 1, EnumSet.of(Claim.EXACT)))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("has overflowed");
    }

    @Test
    void a_broken_bounds_proof_is_noticed() {
        assertThatThrownBy(() -> compare(400, 1, EnumSet.of(Claim.IN_BOUNDS)))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("is out of bounds");
    }

    /** Looks at each value that is computed. */
    private static final class ObservedValues implements IrInterpreter.Observer {
        private final Kernel kernel;
        private final Proofs proofs;
        private final Set<Claim> claims;
        private final long extent;
        private final long seed;
        private final Object[] current;

        ObservedValues(Kernel kernel, Proofs proofs, Set<Claim> claims, long extent, long seed) {
            this.kernel = kernel;
            this.proofs = proofs;
            this.claims = claims;
            this.extent = extent;
            this.seed = seed;
            this.current = new Object[kernel.valueCount()];
        }

        @Override
        public void see(Value value, @Nullable Object computed) {
            if (computed instanceof Number || computed instanceof Boolean) {
                current[value.id()] = computed;
                long number = computed instanceof Boolean truth ? (truth ? 1 : 0) : ((Number) computed).longValue();
                if (!proofs.interval(value).contains(number)) {
                    throw new AssertionError(value + " is " + number + ", not in " + proofs.interval(value) + ", seed "
                            + seed + "\n" + kernel);
                }
            }
            if (value instanceof Instruction instruction && !proofs.isReached(instruction)) {
                throw new AssertionError(value + " is reached, seed " + seed + "\n" + kernel);
            }
            if (value instanceof Instruction load && load.op() instanceof Op.Load && !isInside(load)) {
                throw new AssertionError(value + " is out of bounds, seed " + seed + "\n" + kernel);
            }
            if (value instanceof Instruction instruction && computed != null && !isExact(instruction, computed)) {
                throw new AssertionError(value + " = " + computed + " has overflowed, seed " + seed + "\n" + kernel);
            }
        }

        private boolean isInside(Instruction load) {
            boolean isClaimed = claims.contains(Claim.IN_BOUNDS) || proofs.isInBounds(load);
            return !isClaimed || operand(load, 0).compareTo(BigInteger.valueOf(extent)) < 0;
        }

        private boolean isExact(Instruction instruction, Object computed) {
            boolean isClaimed = claims.contains(Claim.EXACT) || proofs.isExact(instruction);
            boolean checked = ProofCount.canOverflow(instruction) && isClaimed;
            return !checked || exact(instruction).equals(BigInteger.valueOf(((Number) computed).longValue()));
        }

        private BigInteger exact(Instruction instruction) {
            BigInteger a = operand(instruction, 0);
            if (instruction.op() == Unary.NEG) {
                return a.negate();
            }
            BigInteger b = operand(instruction, 1);
            return switch ((Binary) instruction.op()) {
                case ADD -> a.add(b);
                case SUB -> a.subtract(b);
                case MUL -> a.multiply(b);
                default -> a.shiftLeft(b.intValue() & (instruction.type() == Type.I32 ? 31 : 63));
            };
        }

        private BigInteger operand(Instruction instruction, int k) {
            return BigInteger.valueOf(((Number) current[instruction.operand(k).id()]).longValue());
        }
    }
}
