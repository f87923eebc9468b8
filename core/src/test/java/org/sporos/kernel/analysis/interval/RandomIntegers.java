package org.sporos.kernel.analysis.interval;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.sporos.kernel.SourcePosition;
import org.sporos.kernel.ir.Freeze;
import org.sporos.kernel.ir.Kernel;
import org.sporos.kernel.ir.KernelBuilder;
import org.sporos.kernel.ir.KernelBuilder.DraftBlock;
import org.sporos.kernel.ir.KernelBuilder.DraftRegion;
import org.sporos.kernel.ir.Op;
import org.sporos.kernel.ir.Op.Binary;
import org.sporos.kernel.ir.Op.Compare;
import org.sporos.kernel.ir.Op.Conversion;
import org.sporos.kernel.ir.Op.MathFunction;
import org.sporos.kernel.ir.Op.Unary;
import org.sporos.kernel.ir.Region.Argument;
import org.sporos.kernel.ir.Region.Value;
import org.sporos.kernel.ir.Type;
import org.sporos.kernel.ir.ViewRef;
import org.sporos.view.IntView;
import org.sporos.view.LongView;

/** Random kernels of integer arithmetic with branches and loops that end, over two indexes. */
public final class RandomIntegers {
    private static final Binary[] OPERATORS = {
        Binary.ADD,
        Binary.SUB,
        Binary.MUL,
        Binary.AND,
        Binary.OR,
        Binary.XOR,
        Binary.SHL,
        Binary.SHR,
        Binary.USHR,
        Binary.ADD,
        Binary.SUB,
        Binary.MUL,
        Binary.DIV,
        Binary.REM
    };
    private static final MathFunction[] FUNCTIONS = {
        MathFunction.MIN, MathFunction.MAX, MathFunction.ABS, MathFunction.FLOOR_MOD, MathFunction.FLOOR_DIV
    };
    private static final Conversion[] NARROWING = {Conversion.I2B, Conversion.I2S, Conversion.I2C};
    private static final Compare[] COMPARES = Compare.values();
    private static final SourcePosition HERE = SourcePosition.UNKNOWN;

    private final Random random;
    private final KernelBuilder kernel = new KernelBuilder("random", HERE, Type.VOID);
    private final DraftRegion body = kernel.body();
    private final ViewRef.Captured input;
    private DraftBlock block = body.entry();
    private int statements;

    private RandomIntegers(Random random, IntView input) {
        this.random = random;
        this.input = kernel.captures().view("input", input);
    }

    /** Returns a kernel that reads one view and stores what it has computed into another. */
    public static Kernel make(Random random, IntView input, LongView output) {
        RandomIntegers maker = new RandomIntegers(random, input);
        List<Value> known = new ArrayList<>();
        known.add(maker.block.argument(Type.I32, "i", HERE));
        known.add(maker.block.argument(Type.I32, "j", HERE));
        known.add(maker.constant(Type.I32, random.nextInt(20) - 5));
        known.add(maker.constant(Type.I64, random.nextInt(2000) - 500));
        known.add(maker.scalar());
        maker.statements(known, 3);
        Value sum = maker.constant(Type.I64, 0);
        for (Value value : known) {
            sum = maker.binary(Binary.XOR, Type.I64, sum, maker.wide(value));
        }
        ViewRef.Captured out = maker.kernel.captures().view("output", output);
        maker.block.add(new Op.Store(out), Type.VOID, HERE, List.of(maker.index(known.get(0), output.extent(0)), sum));
        maker.block.leave(null, HERE);
        return Freeze.of(maker.kernel);
    }

    private Value scalar() {
        long bits = random.nextBoolean() ? random.nextInt(50) : random.nextInt();
        var scalar = kernel.captures().scalar("s", Type.I32, bits);
        return block.add(new Op.Scalar(scalar), Type.I32, HERE, List.of());
    }

    private Value constant(Type type, long value) {
        return block.add(new Op.Constant(type, value), type, HERE, List.of());
    }

    private Value binary(Binary op, Type type, Value a, Value b) {
        return block.add(op, type, HERE, List.of(a, b));
    }

    private Value wide(Value value) {
        return value.type() == Type.I64 ? value : block.add(Conversion.I2L, Type.I64, HERE, List.of(value));
    }

    private Value narrow(Value value) {
        return value.type() == Type.I32 ? value : block.add(Conversion.L2I, Type.I32, HERE, List.of(value));
    }

    private Value as(Type type, Value value) {
        return type == Type.I64 ? wide(value) : narrow(value);
    }

    private Value index(Value value, long extent) {
        return block.add(MathFunction.FLOOR_MOD, Type.I32, HERE, List.of(narrow(value), constant(Type.I32, extent)));
    }

    private Value any(List<Value> known) {
        return random.nextInt(5) == 0
                ? constant(random.nextBoolean() ? Type.I32 : Type.I64, interesting())
                : known.get(random.nextInt(known.size()));
    }

    private long interesting() {
        return switch (random.nextInt(6)) {
            case 0 -> Integer.MAX_VALUE;
            case 1 -> Integer.MIN_VALUE;
            case 2 -> random.nextInt();
            default -> random.nextInt(33) - 8;
        };
    }

    private void statements(List<Value> known, int depth) {
        for (int k = 3 + random.nextInt(8); k > 0 && statements < 60; k--) {
            statements++;
            int kind = random.nextInt(9);
            if (kind == 0 && depth > 0) {
                branch(known, depth);
            } else if (kind == 1 && depth > 0) {
                loop(known, depth);
            } else if (kind == 2) {
                known.add(block.add(
                        new Op.Load(input),
                        Type.I32,
                        HERE,
                        List.of(index(any(known), input.view().extent(0)))));
            } else {
                known.add(expression(known));
            }
        }
    }

    private Value expression(List<Value> known) {
        Type type = random.nextInt(3) == 0 ? Type.I64 : Type.I32;
        Value a = as(type, any(known));
        Value b = as(type, any(known));
        switch (random.nextInt(6)) {
            case 0:
                return block.add(new Op.Select(), type, HERE, List.of(condition(known), a, b));
            case 1:
                MathFunction function = FUNCTIONS[random.nextInt(FUNCTIONS.length)];
                if (function == MathFunction.ABS) {
                    return block.add(function, type, HERE, List.of(a));
                }
                boolean divides = function == MathFunction.FLOOR_MOD || function == MathFunction.FLOOR_DIV;
                return block.add(function, type, HERE, List.of(a, divides ? nonZero(type, b) : b));
            case 2:
                return random.nextBoolean()
                        ? block.add(Unary.NEG, type, HERE, List.of(a))
                        : block.add(NARROWING[random.nextInt(3)], Type.I32, HERE, List.of(narrow(a)));
            default:
                Binary op = OPERATORS[random.nextInt(OPERATORS.length)];
                if (op.isShift()) {
                    Value distance = random.nextBoolean() ? constant(Type.I32, random.nextInt(70) - 3) : narrow(b);
                    return binary(op, type, a, distance);
                }
                return binary(op, type, a, op == Binary.DIV || op == Binary.REM ? nonZero(type, b) : b);
        }
    }

    private Value nonZero(Type type, Value value) {
        return binary(Binary.OR, type, value, constant(type, 1));
    }

    private Value condition(List<Value> known) {
        Type type = random.nextInt(3) == 0 ? Type.I64 : Type.I32;
        Value first = compare(known, type);
        return switch (random.nextInt(5)) {
            case 0 -> block.add(Binary.AND, Type.BOOL, HERE, List.of(first, compare(known, type)));
            case 1 -> block.add(Binary.OR, Type.BOOL, HERE, List.of(first, compare(known, type)));
            case 2 -> block.add(Unary.NOT, Type.BOOL, HERE, List.of(first));
            default -> first;
        };
    }

    private Value compare(List<Value> known, Type type) {
        Value a = as(type, any(known));
        Value b = as(type, any(known));
        return block.add(COMPARES[random.nextInt(COMPARES.length)], Type.BOOL, HERE, List.of(a, b));
    }

    private void branch(List<Value> known, int depth) {
        Value condition = condition(known);
        DraftBlock whenTrue = kernel.block();
        DraftBlock whenFalse = kernel.block();
        DraftBlock after = kernel.block();
        Argument merged = after.argument(Type.I32, "", HERE);
        block.branch(condition, whenTrue, whenFalse, HERE);
        for (DraftBlock side : List.of(whenTrue, whenFalse)) {
            block = side;
            List<Value> inner = new ArrayList<>(known);
            if (random.nextInt(3) > 0) {
                statements(inner, depth - 1);
            }
            block.jump(after, List.of(narrow(any(inner))), HERE);
        }
        block = after;
        known.add(merged);
    }

    private void loop(List<Value> known, int depth) {
        int begin = random.nextInt(6);
        int step = 1 + random.nextInt(3);
        Value start = constant(Type.I32, begin);
        Value end = binary(Binary.AND, Type.I32, narrow(any(known)), constant(Type.I32, 7));
        Value first = narrow(any(known));
        Value second = narrow(any(known));
        DraftBlock header = kernel.block();
        DraftBlock inside = kernel.block();
        DraftBlock after = kernel.block();
        Argument counter = header.argument(Type.I32, "k", HERE);
        Argument sum = header.argument(Type.I32, "sum", HERE);
        Argument strided = header.argument(Type.I32, "at", HERE);
        block.jump(header, List.of(start, first, second), HERE);
        block = header;
        Value goesOn = block.add(Compare.LT, Type.BOOL, HERE, List.of(counter, end));
        block.branch(goesOn, inside, after, HERE);
        block = inside;
        List<Value> inner = new ArrayList<>(known);
        inner.addAll(List.of(counter, sum, strided));
        statements(inner, depth - 1);
        Value next = binary(Binary.ADD, Type.I32, counter, constant(Type.I32, step));
        Value nextAt = binary(Binary.ADD, Type.I32, strided, constant(Type.I32, random.nextInt(9) - 4));
        block.jump(header, List.of(next, narrow(any(inner)), nextAt), HERE);
        block = after;
        known.addAll(List.of(counter, sum, strided));
    }
}
