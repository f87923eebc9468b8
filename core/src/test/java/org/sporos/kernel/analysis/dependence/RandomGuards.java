package org.sporos.kernel.analysis.dependence;

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
import org.sporos.param.IntParam;
import org.sporos.view.View;

/**
 * Random kernels that read and write few elements behind guards, with the index arithmetic that scientific codes have.
 */
final class RandomGuards {
    private static final SourcePosition HERE = SourcePosition.UNKNOWN;
    private static final Compare[] COMPARES = Compare.values();

    private final Random random;
    private final Type index;
    private final long begin;
    private final KernelBuilder kernel = new KernelBuilder("random", HERE, Type.VOID);
    private final DraftRegion body = kernel.body();
    private final List<Value> items = new ArrayList<>();
    private final List<ViewRef.Captured> views = new ArrayList<>();
    private DraftBlock block = body.entry();
    private int accesses;

    private RandomGuards(Random random, Type index, long begin) {
        this.random = random;
        this.index = index;
        this.begin = begin;
    }

    /** Returns a kernel over as many indexes of a type, whose launch begins about somewhere. */
    static Kernel make(Random random, int rank, Type index, long begin, List<? extends View> views) {
        RandomGuards maker = new RandomGuards(random, index, begin);
        for (int d = 0; d < rank; d++) {
            maker.items.add(maker.block.argument(index, "i" + d, HERE));
        }
        for (View view : views) {
            maker.views.add(maker.kernel.captures().view("v" + maker.views.size(), view));
        }
        List<Value> known = new ArrayList<>(maker.items);
        if (random.nextInt(3) == 0) {
            IntParam param = IntParam.of("p", random.nextInt(8));
            Value read =
                    maker.block.add(new Op.Param(maker.kernel.captures().param("p", param)), Type.I32, HERE, List.of());
            known.add(maker.as(index, read));
        }
        maker.statements(known, 2);
        maker.access(known, true);
        maker.block.leave(null, HERE);
        return Freeze.of(maker.kernel);
    }

    private Value constant(Type type, long value) {
        return block.add(new Op.Constant(type, value), type, HERE, List.of());
    }

    private Value add(Op op, Type type, Value... operands) {
        return block.add(op, type, HERE, List.of(operands));
    }

    private Value as(Type type, Value value) {
        return value.type() == type ? value : add(type == Type.I64 ? Conversion.I2L : Conversion.L2I, type, value);
    }

    private void statements(List<Value> known, int depth) {
        for (int k = 1 + random.nextInt(3); k > 0; k--) {
            int kind = random.nextInt(7);
            if (kind <= 1 && depth > 0) {
                branch(known, depth);
            } else if (kind == 2 && depth > 0) {
                loop(known, depth);
            } else if (kind == 3) {
                known.add(expression(known, 2));
            } else if (accesses < 5) {
                access(known, random.nextInt(5) < 2);
            }
        }
    }

    /** Mostly an index of the item, so that many cases are close to free of races. */
    private Value leaf(List<Value> known) {
        return switch (random.nextInt(8)) {
            case 0 -> constant(index, random.nextInt(9) - 3);
            case 1, 2 -> known.get(random.nextInt(known.size()));
            case 3 -> constant(index, begin);
            default -> items.get(random.nextInt(items.size()));
        };
    }

    private Value expression(List<Value> known, int depth) {
        if (depth == 0) {
            return leaf(known);
        }
        Value a = expression(known, depth - 1);
        return switch (random.nextInt(17)) {
            case 0, 1 -> add(Binary.ADD, index, a, constant(index, random.nextInt(7) - 3));
            case 2 -> add(Binary.ADD, index, a, expression(known, depth - 1));
            case 3 -> add(Binary.SUB, index, a, expression(known, depth - 1));
            case 4 -> add(Binary.SUB, index, a, constant(index, begin));
            case 5 -> add(Binary.MUL, index, a, constant(index, random.nextInt(6) - 2));
            case 6 -> add(random.nextBoolean() ? Binary.DIV : Binary.REM, index, a, constant(index, divisor()));
            case 7 ->
                add(
                        random.nextBoolean() ? MathFunction.FLOOR_DIV : MathFunction.FLOOR_MOD,
                        index,
                        a,
                        constant(index, 1 + random.nextInt(6)));
            case 8, 9 -> add(bitwise(), index, a, mask(known));
            case 10 ->
                add(
                        random.nextInt(3) == 0 ? Binary.SHL : random.nextBoolean() ? Binary.SHR : Binary.USHR,
                        index,
                        a,
                        constant(Type.I32, random.nextInt(4)));
            case 11 -> add(random.nextBoolean() ? MathFunction.MIN : MathFunction.MAX, index, a, leaf(known));
            case 12 -> add(new Op.Select(), index, condition(known, 1), a, expression(known, depth - 1));
            case 13 -> add(Unary.NEG, index, a);
            case 14 ->
                random.nextBoolean()
                        ? add(MathFunction.ABS, index, a)
                        : as(index, add(narrowing(), Type.I32, as(Type.I32, a)));
            case 15 -> add(Binary.MUL, index, a, random.nextBoolean() ? a : expression(known, depth - 1));
            default -> a;
        };
    }

    private Conversion narrowing() {
        return random.nextBoolean() ? Conversion.I2B : random.nextBoolean() ? Conversion.I2S : Conversion.I2C;
    }

    private long divisor() {
        int divisor = 1 + random.nextInt(5);
        return random.nextInt(5) == 0 ? -divisor : divisor;
    }

    private Binary bitwise() {
        return switch (random.nextInt(4)) {
            case 0 -> Binary.AND;
            case 1 -> Binary.OR;
            default -> Binary.XOR;
        };
    }

    private Value mask(List<Value> known) {
        return switch (random.nextInt(4)) {
            case 0 -> leaf(known);
            case 1 -> constant(index, random.nextInt(16) - 5);
            default -> constant(index, 1L << random.nextInt(3));
        };
    }

    private Value condition(List<Value> known, int depth) {
        int kind = random.nextInt(8);
        if (kind == 0 && depth > 0) {
            Binary op = random.nextInt(3) == 0 ? Binary.XOR : random.nextBoolean() ? Binary.AND : Binary.OR;
            return add(op, Type.BOOL, condition(known, depth - 1), condition(known, depth - 1));
        } else if (kind == 1 && depth > 0) {
            return add(Unary.NOT, Type.BOOL, condition(known, depth - 1));
        } else if (kind <= 4) {
            // A parity, as of red and black.
            Value sum = expression(known, 1);
            Value rest = add(random.nextBoolean() ? Binary.REM : Binary.AND, index, sum, constant(index, parity()));
            return add(random.nextBoolean() ? Compare.EQ : Compare.NE, Type.BOOL, rest, constant(index, 0));
        }
        Compare compare = COMPARES[random.nextInt(COMPARES.length)];
        return add(compare, Type.BOOL, expression(known, 1), leaf(known));
    }

    private long parity() {
        return 1 + random.nextInt(3);
    }

    /** Loads or stores where the indexes are inside of a view; what is stored differs among the items. */
    private void access(List<Value> known, boolean write) {
        accesses++;
        ViewRef.Captured view = views.get(random.nextInt(views.size()));
        List<Value> indexes = new ArrayList<>();
        Value inside = constant(Type.BOOL, 1);
        boolean folded = random.nextInt(3) == 0;
        for (int d = 0; d < view.rank(); d++) {
            Value at = random.nextInt(3) == 0 ? items.get(Math.min(d, items.size() - 1)) : expression(known, 2);
            Value extent = constant(index, view.view().extent(d));
            at = folded
                    ? add(MathFunction.FLOOR_MOD, index, at, extent)
                    : add(Binary.SUB, index, at, constant(index, random.nextInt(3) == 0 ? 0 : begin));
            inside = add(Binary.AND, Type.BOOL, inside, add(Compare.GE, Type.BOOL, at, constant(index, 0)));
            inside = add(Binary.AND, Type.BOOL, inside, add(Compare.LT, Type.BOOL, at, extent));
            indexes.add(as(Type.I32, at));
        }
        DraftBlock there = kernel.block();
        DraftBlock after = kernel.block();
        block.branch(inside, there, after, HERE);
        block = there;
        if (write) {
            indexes.add(as(Type.I32, items.get(0)));
            block.add(new Op.Store(view), Type.VOID, HERE, indexes);
        } else {
            block.add(new Op.Load(view), Type.I32, HERE, indexes);
        }
        block.jump(after, List.of(), HERE);
        block = after;
    }

    private void branch(List<Value> known, int depth) {
        Value condition = condition(known, 1);
        DraftBlock after = kernel.block();
        Argument merged = after.argument(index, "", HERE);
        List<DraftBlock> sides = new ArrayList<>();
        if (random.nextInt(4) == 0) {
            sides.addAll(List.of(kernel.block(), kernel.block(), kernel.block()));
            List<Integer> keys = List.of(random.nextInt(3) - 1, 2);
            block.switchOn(as(Type.I32, expression(known, 1)), keys, sides, HERE);
        } else {
            sides.addAll(List.of(kernel.block(), kernel.block()));
            block.branch(condition, sides.get(0), sides.get(1), HERE);
        }
        for (DraftBlock side : sides) {
            block = side;
            List<Value> inner = new ArrayList<>(known);
            if (random.nextInt(3) > 0) {
                statements(inner, depth - 1);
            }
            block.jump(after, List.of(expression(inner, 1)), HERE);
        }
        block = after;
        known.add(merged);
    }

    private void loop(List<Value> known, int depth) {
        Value start = expression(known, 1);
        Value passes = constant(Type.I32, random.nextInt(4));
        DraftBlock header = kernel.block();
        DraftBlock inside = kernel.block();
        DraftBlock after = kernel.block();
        Argument counter = header.argument(Type.I32, "k", HERE);
        Argument at = header.argument(index, "at", HERE);
        block.jump(header, List.of(constant(Type.I32, 0), start), HERE);
        block = header;
        block.branch(add(Compare.LT, Type.BOOL, counter, passes), inside, after, HERE);
        block = inside;
        List<Value> inner = new ArrayList<>(known);
        inner.addAll(List.of(as(index, counter), at, at));
        statements(inner, depth - 1);
        Value next = add(Binary.ADD, Type.I32, counter, constant(Type.I32, 1));
        Value nextAt = add(Binary.ADD, index, at, constant(index, random.nextInt(6) - 2));
        if (random.nextInt(4) == 0) {
            // A break.
            DraftBlock goesOn = kernel.block();
            block.branch(condition(inner, 1), after, goesOn, HERE);
            block = goesOn;
        }
        block.jump(header, List.of(next, nextAt), HERE);
        block = after;
        known.add(at);
    }
}
