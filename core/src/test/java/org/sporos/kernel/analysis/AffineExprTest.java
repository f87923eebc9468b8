package org.sporos.kernel.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.sporos.kernel.IrInterpreter;
import org.sporos.kernel.SourcePosition;
import org.sporos.kernel.analysis.interval.Binding;
import org.sporos.kernel.analysis.interval.IntervalAnalysis;
import org.sporos.kernel.analysis.interval.IterationSpace;
import org.sporos.kernel.analysis.interval.Proofs;
import org.sporos.kernel.analysis.interval.RandomIntegers;
import org.sporos.kernel.ir.ConstantFolding;
import org.sporos.kernel.ir.Kernel;
import org.sporos.kernel.ir.Op;
import org.sporos.kernel.ir.Op.Binary;
import org.sporos.kernel.ir.Op.Conversion;
import org.sporos.kernel.ir.Region.Instruction;
import org.sporos.kernel.ir.Region.Value;
import org.sporos.kernel.ir.Type;
import org.sporos.kernel.zoo.NamedKernel;
import org.sporos.policy.MDRangePolicy;
import org.sporos.policy.RangeBody2;
import org.sporos.space.MemorySpace;
import org.sporos.view.IntView;
import org.sporos.view.LongView;

/** Affine expressions against their values at random points, and against what kernels compute. */
class AffineExprTest {
    private static final int UNKNOWNS = 5;

    private final Random random = new Random(11);

    private static AffineExpr<Integer> constant(long value) {
        return AffineExpr.of(value);
    }

    private AffineExpr<Integer> any(int bits) {
        AffineExpr<Integer> sum = constant(random.nextLong() >> (64 - bits));
        for (int k = random.nextInt(5); k > 0; k--) {
            sum = sum.plus(AffineExpr.unknown(random.nextInt(UNKNOWNS)), random.nextLong() >> (64 - bits));
        }
        return sum;
    }

    private BigInteger[] point() {
        BigInteger[] point = new BigInteger[UNKNOWNS];
        for (int k = 0; k < UNKNOWNS; k++) {
            point[k] = BigInteger.valueOf(random.nextLong());
        }
        return point;
    }

    private static BigInteger at(BigInteger[] point, AffineExpr<Integer> sum) {
        BigInteger value = BigInteger.valueOf(sum.constant());
        for (int k = 0; k < sum.size(); k++) {
            value = value.add(BigInteger.valueOf(sum.factorAt(k)).multiply(point[sum.unknownAt(k)]));
        }
        return value;
    }

    @Test
    void sums_products_and_replacements_have_the_values_of_their_parts() {
        for (int round = 0; round < 5000; round++) {
            AffineExpr<Integer> a = any(20);
            AffineExpr<Integer> b = any(20);
            long times = random.nextInt(201) - 100;
            BigInteger[] point = point();
            BigInteger x = at(point, a);
            BigInteger y = at(point, b);
            assertThat(at(point, a.plus(b))).isEqualTo(x.add(y));
            assertThat(at(point, a.minus(b))).isEqualTo(x.subtract(y));
            assertThat(at(point, a.plus(b, times))).isEqualTo(x.add(y.multiply(BigInteger.valueOf(times))));
            assertThat(at(point, a.plus(times))).isEqualTo(x.add(BigInteger.valueOf(times)));
            assertThat(at(point, a.times(times))).isEqualTo(x.multiply(BigInteger.valueOf(times)));
            int replaced = random.nextInt(UNKNOWNS);
            AffineExpr<Integer> with = a.with(replaced, b);
            BigInteger[] moved = point.clone();
            moved[replaced] = y;
            assertThat(at(point, with)).isEqualTo(at(moved, a));
            assertThat(at(point, a.withoutConstant())).isEqualTo(x.subtract(BigInteger.valueOf(a.constant())));
        }
    }

    @Test
    void equal_sums_are_equal_in_whatever_order_they_were_made() {
        for (int round = 0; round < 1000; round++) {
            AffineExpr<Integer> a = any(10);
            AffineExpr<Integer> b = any(10);
            AffineExpr<Integer> c = any(10);
            AffineExpr<Integer> one = a.plus(b).plus(c);
            AffineExpr<Integer> other = c.plus(b.plus(a));
            assertThat(one).isEqualTo(other).hasSameHashCodeAs(other).hasToString(other.toString());
            assertThat(a.minus(a)).isEqualTo(constant(0));
            assertThat(one.unknowns()).isSorted().hasSize(one.size());
            for (int unknown = 0; unknown < UNKNOWNS; unknown++) {
                assertThat(one.factor(unknown) != 0).isEqualTo(one.unknowns().contains(unknown));
            }
        }
    }

    @Test
    void a_number_that_is_too_large_is_an_exception() {
        AffineExpr<Integer> most = constant(Long.MAX_VALUE);
        AffineExpr<Integer> least = AffineExpr.unknown(0).times(Long.MIN_VALUE);
        assertThatThrownBy(() -> most.plus(1)).isInstanceOf(ArithmeticException.class);
        assertThatThrownBy(() -> most.plus(most)).isInstanceOf(ArithmeticException.class);
        assertThatThrownBy(() -> most.times(2)).isInstanceOf(ArithmeticException.class);
        assertThatThrownBy(() -> least.times(-1)).isInstanceOf(ArithmeticException.class);
        assertThatThrownBy(least::divisor).isInstanceOf(ArithmeticException.class);
        assertThat(AffineExpr.fitting(() -> most.plus(1))).isNull();
        assertThat(AffineExpr.fitting(() -> most.plus(-1))).isEqualTo(constant(Long.MAX_VALUE - 1));
    }

    @Test
    void a_divisor_divides_all_factors() {
        AffineExpr<Integer> sum =
                AffineExpr.unknown(0).times(12).plus(AffineExpr.unknown(3), -18).plus(7);
        assertThat(sum.divisor()).isEqualTo(6);
        assertThat(sum.divided(6, 1)).hasToString("1 + 2*0 + -3*3");
        assertThat(sum.divided(1, 7)).isSameAs(sum);
        assertThat(constant(5).divisor()).isZero();
        assertThat(constant(5).isConstant()).isTrue();
        assertThat(sum.only()).isNull();
        assertThat(AffineExpr.unknown(4).times(3).only()).isEqualTo(4);
    }

    @Test
    void a_left_shift_by_a_constant_is_a_product_unless_its_distance_is_masked() {
        Long[] expected = {5L, 10L, 5L << 31, null, null};
        int[] distances = {0, 1, 31, 32, -1};
        for (int k = 0; k < distances.length; k++) {
            assertThat(shifted(Type.I32, distances[k])).isEqualTo(expected[k] == null ? null : constant(expected[k]));
        }
        assertThat(shifted(Type.I64, 40)).isEqualTo(constant(5L << 40));
        assertThat(shifted(Type.I64, 63)).isNull();
    }

    @Test
    void a_distance_is_the_constant_of_a_sum_or_difference() {
        Instruction base = made(new Op.Select(), Type.I32);
        Instruction three = literal(Type.I32, 3);
        assertThat(distance(made(Binary.ADD, Type.I32, base, three), base)).isEqualTo(3);
        assertThat(distance(made(Binary.ADD, Type.I32, three, base), base)).isEqualTo(3);
        assertThat(distance(made(Binary.SUB, Type.I32, base, three), base)).isEqualTo(-3);
        assertThat(distance(made(Binary.SUB, Type.I32, three, base), base)).isNull();
        assertThat(distance(made(Binary.SUB, Type.I64, base, literal(Type.I64, Long.MIN_VALUE)), base))
                .isNull();
        assertThat(distance(made(Binary.ADD, Type.I32, base, base), base)).isNull();
        assertThat(distance(made(Binary.ADD, Type.F64, base, literal(Type.F64, 3)), base))
                .isNull();
        assertThat(distance(three, base)).isNull();
    }

    private static @Nullable Long distance(Value value, Value base) {
        return AffineExpr.distance(value, base, ConstantFolding::literal);
    }

    private static Instruction made(Op op, Type type, Value... operands) {
        return new Instruction(2, type, "", SourcePosition.UNKNOWN, op, List.of(operands), List.of());
    }

    private static @Nullable AffineExpr<Integer> shifted(Type type, int distance) {
        Instruction value = literal(type, 5);
        return AffineExpr.of(
                made(Binary.SHL, type, value, literal(Type.I32, distance)),
                operand -> constant(Objects.requireNonNull(ConstantFolding.literal(operand))));
    }

    private static Instruction literal(Type type, long number) {
        return made(new Op.Constant(type, number), type);
    }

    /** Where no operation overflows, an instruction has the value of its expression over what is not affine. */
    @Test
    void instructions_compute_the_values_of_their_expressions() {
        int read = 0;
        for (int round = 0; round < 150; round++) {
            int seed = round;
            IntView input = IntView.of("input", MemorySpace.host(), 16);
            Kernel kernel = RandomIntegers.make(new Random(seed), input, LongView.of("output", MemorySpace.host(), 7));
            MDRangePolicy policy = MDRangePolicy.of(new int[] {-2, 0}, new int[] {2, 3});
            Proofs proofs = IntervalAnalysis.of(kernel, Binding.of(kernel), IterationSpace.of(policy));
            Map<Value, AffineExpr<Integer>> known = new HashMap<>();
            long[] values = new long[kernel.valueCount()];
            int[] compared = new int[1];
            RangeBody2 unused = (i, j) -> {};
            IrInterpreter.run(kernel, new NamedKernel.Instance(policy, unused, List.of()), (value, computed) -> {
                if (computed instanceof Number number && value.type().isInteger()) {
                    values[value.id()] = number.longValue();
                    AffineExpr<Integer> sum = sum(value, proofs, known);
                    BigInteger expected = BigInteger.valueOf(sum.constant());
                    for (int k = 0; k < sum.size(); k++) {
                        expected = expected.add(BigInteger.valueOf(sum.factorAt(k))
                                .multiply(BigInteger.valueOf(values[sum.unknownAt(k)])));
                    }
                    assertThat(BigInteger.valueOf(number.longValue()))
                            .as("%s of kernel %d: %s", value, seed, sum)
                            .isEqualTo(expected);
                    compared[0] += sum.unknowns().equals(List.of(value.id())) ? 0 : 1;
                }
            });
            read += compared[0];
        }
        assertThat(read).isGreaterThan(1000);
    }

    private static AffineExpr<Integer> sum(Value value, Proofs proofs, Map<Value, AffineExpr<Integer>> known) {
        AffineExpr<Integer> before = known.get(value);
        if (before == null) {
            Long literal = ConstantFolding.literal(value);
            boolean isExact = value instanceof Instruction at
                    && at.type() != Type.BOOL
                    && (at.op() == Conversion.I2L || proofs.isExact(at));
            @Nullable
            AffineExpr<Integer> found = literal != null
                    ? AffineExpr.of(literal)
                    : isExact
                            ? AffineExpr.<AffineExpr<Integer>>fitting(
                                    () -> AffineExpr.of((Instruction) value, of -> sum(of, proofs, known)))
                            : null;
            before = found == null ? AffineExpr.unknown(value.id()) : found;
            known.put(value, before);
        }
        return before;
    }
}
