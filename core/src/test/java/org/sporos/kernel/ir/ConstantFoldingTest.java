package org.sporos.kernel.ir;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.sporos.kernel.BinaryCalls;
import org.sporos.kernel.MathCalls;
import org.sporos.kernel.SourcePosition;
import org.sporos.kernel.ir.Op.Binary;
import org.sporos.kernel.ir.Op.Compare;
import org.sporos.kernel.ir.Op.Conversion;
import org.sporos.kernel.ir.Op.MathFunction;
import org.sporos.kernel.ir.Op.Unary;
import org.sporos.kernel.ir.Region.Argument;
import org.sporos.kernel.ir.Region.Instruction;
import org.sporos.kernel.ir.Region.Value;

/** Operations on constants give what Java gives, at the edges of their types, too. */
class ConstantFoldingTest {
    private static final long[] EDGES = {
        0,
        1,
        -1,
        2,
        -2,
        31,
        32,
        33,
        63,
        64,
        65,
        127,
        128,
        255,
        256,
        32767,
        32768,
        65535,
        65536,
        Integer.MAX_VALUE,
        Integer.MIN_VALUE,
        Integer.MAX_VALUE + 1L,
        1L << 40,
        Long.MAX_VALUE,
        Long.MIN_VALUE
    };

    private final Random random = new Random(7);

    private static Instruction made(Op op, Type type, Value... operands) {
        return new Instruction(0, type, "", SourcePosition.UNKNOWN, op, List.of(operands), List.of());
    }

    private static Instruction literal(Type type, long value) {
        return made(new Op.Constant(type, value), type);
    }

    private static Long folded(Op op, Type type, Value... operands) {
        return ConstantFolding.evaluate(made(op, type, operands), ConstantFolding::literal);
    }

    private long any(Type type) {
        long value =
                random.nextInt(3) == 0 ? random.nextLong() >> random.nextInt(64) : EDGES[random.nextInt(EDGES.length)];
        return type == Type.I32 ? (int) value : value;
    }

    private static Object boxed(Type type, long value) {
        return type == Type.I32 ? (Object) (int) value : (Object) value;
    }

    @ParameterizedTest
    @EnumSource(Binary.class)
    void operators_give_the_results_of_java(Binary op) {
        for (Type type : List.of(Type.I32, Type.I64)) {
            for (int k = 0; k < 2000; k++) {
                long a = any(type);
                long b = any(op.isShift() ? Type.I32 : type);
                Long found = folded(op, type, literal(type, a), literal(op.isShift() ? Type.I32 : type, b));
                if (b == 0 && (op == Binary.DIV || op == Binary.REM)) {
                    assertThat(found).isNull();
                } else {
                    Object expected = BinaryCalls.call(op, boxed(type, a), boxed(op.isShift() ? Type.I32 : type, b));
                    assertThat(found).as("%d %s %d", a, op, b).isEqualTo(((Number) expected).longValue());
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"MIN", "MAX", "ABS", "FLOOR_DIV", "FLOOR_MOD"})
    void functions_give_the_results_of_java(MathFunction function) {
        for (Type type : List.of(Type.I32, Type.I64)) {
            for (int k = 0; k < 2000; k++) {
                long a = any(type);
                long b = any(type);
                boolean isOne = function.arity() == 1;
                Long found = isOne
                        ? folded(function, type, literal(type, a))
                        : folded(function, type, literal(type, a), literal(type, b));
                if (b == 0 && !function.isPure()) {
                    assertThat(found).isNull();
                } else {
                    Object[] operands =
                            isOne ? new Object[] {boxed(type, a)} : new Object[] {boxed(type, a), boxed(type, b)};
                    Number expected = (Number) MathCalls.call(function, operands);
                    assertThat(found).as("%s of %d and %d", function, a, b).isEqualTo(expected.longValue());
                }
            }
        }
    }

    @Test
    void comparisons_and_negations_keep_signs() {
        Instruction least = literal(Type.I64, Long.MIN_VALUE);
        Instruction most = literal(Type.I64, Long.MAX_VALUE);
        assertThat(folded(Compare.LT, Type.BOOL, least, most)).isEqualTo(1);
        assertThat(folded(Compare.GE, Type.BOOL, least, most)).isEqualTo(0);
        assertThat(folded(Compare.LE, Type.BOOL, most, most)).isEqualTo(1);
        assertThat(folded(Compare.GT, Type.BOOL, most, most)).isEqualTo(0);
        assertThat(folded(Compare.EQ, Type.BOOL, literal(Type.BOOL, 1), literal(Type.BOOL, 0)))
                .isEqualTo(0);
        assertThat(folded(Compare.NE, Type.BOOL, literal(Type.BOOL, 1), literal(Type.BOOL, 0)))
                .isEqualTo(1);
        assertThat(folded(Unary.NEG, Type.I32, literal(Type.I32, Integer.MIN_VALUE)))
                .isEqualTo(Integer.MIN_VALUE);
        assertThat(folded(Unary.NEG, Type.I64, least)).isEqualTo(Long.MIN_VALUE);
        assertThat(folded(Unary.NOT, Type.BOOL, literal(Type.BOOL, 0))).isEqualTo(1);
    }

    @Test
    void conversions_keep_the_low_bits() {
        Instruction number = literal(Type.I32, 0x1234_FEDC);
        assertThat(folded(Conversion.I2B, Type.I32, number)).isEqualTo((byte) 0xDC);
        assertThat(folded(Conversion.I2S, Type.I32, number)).isEqualTo((short) 0xFEDC);
        assertThat(folded(Conversion.I2C, Type.I32, number)).isEqualTo(0xFEDC);
        assertThat(folded(Conversion.L2I, Type.I32, literal(Type.I64, 0x1_8000_0000L)))
                .isEqualTo(Integer.MIN_VALUE);
        assertThat(folded(Conversion.I2L, Type.I64, literal(Type.I32, -3))).isEqualTo(-3);
        assertThat(folded(Conversion.BOOL2I, Type.I32, literal(Type.BOOL, 1))).isEqualTo(1);
    }

    @Test
    void a_select_needs_only_what_it_chooses() {
        Argument unknown = new Argument(1, Type.F64, "x", SourcePosition.UNKNOWN);
        Instruction one = literal(Type.F64, Double.doubleToRawLongBits(1));
        assertThat(folded(new Op.Select(), Type.F64, literal(Type.BOOL, 1), one, unknown))
                .isEqualTo(Double.doubleToRawLongBits(1));
        assertThat(folded(new Op.Select(), Type.F64, literal(Type.BOOL, 0), one, unknown))
                .isNull();
    }

    @Test
    void a_check_gives_zero_where_it_fails() {
        Op check = new Op.Check(Op.Check.Failure.INDEX, "a", 4);
        List<Long> found = new ArrayList<>();
        for (int index : new int[] {-1, 0, 3, 4}) {
            found.add(folded(check, Type.I32, literal(Type.I32, index)));
        }
        assertThat(found).containsExactly(0L, 0L, 3L, 0L);
    }

    @Test
    void what_is_not_whole_or_not_known_has_no_constant() {
        Instruction real = literal(Type.F64, 0);
        Argument unknown = new Argument(1, Type.I32, "i", SourcePosition.UNKNOWN);
        assertThat(folded(Binary.ADD, Type.F64, real, real)).isNull();
        assertThat(folded(Compare.EQ, Type.BOOL, real, real)).isNull();
        assertThat(folded(Conversion.D2I, Type.I32, real)).isNull();
        assertThat(folded(Binary.MUL, Type.I32, literal(Type.I32, 0), unknown)).isNull();
        assertThat(folded(MathFunction.BIT_COUNT, Type.I32, literal(Type.I32, 1)))
                .isNull();
        assertThat(ConstantFolding.literal(unknown)).isNull();
        assertThat(ConstantFolding.is(real, 0)).isFalse();
        assertThat(ConstantFolding.is(literal(Type.I32, 0xFFFF_FFFFL), -1)).isTrue();
    }

    @Test
    void only_a_division_by_a_literal_never_fails() {
        Argument unknown = new Argument(1, Type.I32, "i", SourcePosition.UNKNOWN);
        assertThat(ConstantFolding.isTotal(made(Binary.DIV, Type.I32, unknown, literal(Type.I32, 3))))
                .isTrue();
        assertThat(ConstantFolding.isTotal(made(Binary.REM, Type.I32, unknown, literal(Type.I32, 0))))
                .isFalse();
        assertThat(ConstantFolding.isTotal(made(MathFunction.FLOOR_MOD, Type.I32, unknown, unknown)))
                .isFalse();
        assertThat(ConstantFolding.isTotal(made(Binary.ADD, Type.I32, unknown, unknown)))
                .isTrue();
        assertThat(ConstantFolding.isTotal(made(new Op.Load(null), Type.I32, unknown)))
                .isFalse();
    }
}
