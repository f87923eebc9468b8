package org.sporos.kernel.ir;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.sporos.kernel.SourcePosition;
import org.sporos.kernel.ir.KernelBuilder.DraftBlock;
import org.sporos.kernel.ir.Op.Binary;
import org.sporos.kernel.ir.Op.Compare;
import org.sporos.kernel.ir.Op.Conversion;
import org.sporos.kernel.ir.Region.Argument;
import org.sporos.kernel.ir.Region.Instruction;
import org.sporos.kernel.ir.Region.Value;

/** The JVM's booleans, which are ints, against BOOL operations. */
class BooleanAlgebraTest {
    private static final Op[] OPS = {
        Binary.AND, Binary.OR, Binary.XOR, Binary.ADD, Compare.EQ, Compare.NE, Compare.LT, new Op.Select()
    };

    private final KernelBuilder kernel = new KernelBuilder("test", SourcePosition.UNKNOWN, Type.I32);
    private final DraftBlock block = kernel.body().entry();

    private Argument bool() {
        return block.argument(Type.BOOL, "", SourcePosition.UNKNOWN);
    }

    private Instruction add(Op op, Type type, Value... operands) {
        return block.add(op, type, SourcePosition.UNKNOWN, List.of(operands));
    }

    private Instruction number(long bits) {
        return add(new Op.Constant(Type.I32, bits), Type.I32);
    }

    private Instruction asInt(Value bool) {
        return add(Conversion.BOOL2I, Type.I32, bool);
    }

    private long value(Value of, List<Argument> arguments, int bits) {
        Value now = kernel.resolve(of);
        return now instanceof Instruction at
                ? Objects.requireNonNull(ConstantFolding.evaluate(at, operand -> value(operand, arguments, bits)))
                : bits >> arguments.indexOf(now) & 1;
    }

    private Value simplified(Value value) {
        block.leave(value, SourcePosition.UNKNOWN);
        BooleanAlgebra.simplify(kernel);
        return kernel.resolve(value);
    }

    private static Op op(Value value) {
        return ((Instruction) value).op();
    }

    @Test
    void random_expressions_keep_their_values_for_all_arguments() {
        long seed = Long.getLong("sporos.seed", System.nanoTime());
        for (int round = 0; round < 300; round++) {
            new BooleanAlgebraTest().compare(new Random(seed + round), seed + round);
        }
    }

    private void compare(Random random, long seed) {
        List<Argument> arguments = List.of(bool(), bool(), bool());
        List<Value> ints = new ArrayList<>(List.of(number(0), number(1), number(random.nextInt(3) - 1)));
        arguments.forEach(argument -> ints.add(asInt(argument)));
        List<Value> bools = new ArrayList<>(arguments);
        for (int k = 0; k < 20; k++) {
            Op op = OPS[random.nextInt(OPS.length)];
            Value a = ints.get(random.nextInt(ints.size()));
            Value b = ints.get(random.nextInt(ints.size()));
            if (op instanceof Compare) {
                bools.add(add(op, Type.BOOL, a, b));
                ints.add(asInt(bools.get(bools.size() - 1)));
            } else if (op instanceof Op.Select) {
                ints.add(add(op, Type.I32, bools.get(random.nextInt(bools.size())), a, b));
            } else {
                ints.add(add(op, Type.I32, a, b));
            }
        }
        List<Long> expected = values(ints, arguments);
        block.leave(ints.get(ints.size() - 1), SourcePosition.UNKNOWN);
        int rounds = 0;
        while (BooleanAlgebra.simplify(kernel)) {
            assertThat(++rounds).as("seed %s", seed).isLessThan(50);
        }
        assertThat(values(ints, arguments)).as("seed %s", seed).isEqualTo(expected);
    }

    private List<Long> values(List<Value> ints, List<Argument> arguments) {
        List<Long> values = new ArrayList<>();
        for (int bits = 0; bits < 8; bits++) {
            for (Value value : ints) {
                values.add(value(value, arguments, bits));
            }
        }
        return values;
    }

    @Test
    void a_test_of_a_boolean_is_the_boolean() {
        Argument a = bool();
        assertThat(simplified(add(Compare.NE, Type.BOOL, asInt(a), number(0)))).isSameAs(a);
    }

    @Test
    void a_logical_operator_is_one_of_bools_and_keeps_its_name() {
        Instruction both = add(Binary.AND, Type.I32, asInt(bool()), asInt(bool()));
        kernel.name(both, "both");
        Value made = simplified(both);
        assertThat(op(made)).isEqualTo(Conversion.BOOL2I);
        Value logical = ((Instruction) made).operand(0);
        assertThat(op(logical)).isEqualTo(Binary.AND);
        assertThat(logical.type()).isEqualTo(Type.BOOL);
        assertThat(kernel.nameOf(logical)).isEqualTo("both");
    }

    @Test
    void a_choice_of_1_and_0_is_the_condition() {
        Argument a = bool();
        Value made = simplified(add(new Op.Select(), Type.I32, a, number(1), number(0)));
        assertThat(op(made)).isEqualTo(Conversion.BOOL2I);
        assertThat(((Instruction) made).operand(0)).isSameAs(a);
    }

    @Test
    void ints_that_are_no_booleans_stay() {
        Instruction sum = add(Binary.ADD, Type.I32, asInt(bool()), asInt(bool()));
        Instruction mask = add(Binary.AND, Type.I32, sum, number(1));
        Instruction two = add(new Op.Select(), Type.I32, bool(), number(2), number(0));
        block.leave(add(Compare.EQ, Type.BOOL, mask, two), SourcePosition.UNKNOWN);
        assertThat(BooleanAlgebra.simplify(kernel)).isFalse();
    }
}
