package org.sporos.kernel.analysis.interval;

import java.util.List;
import org.sporos.kernel.analysis.interval.IntervalMath.Outcome;
import org.sporos.kernel.ir.ConstantFolding;
import org.sporos.kernel.ir.ConstantTable;
import org.sporos.kernel.ir.Kernel;
import org.sporos.kernel.ir.ListedKernel;
import org.sporos.kernel.ir.LocalArray;
import org.sporos.kernel.ir.Op;
import org.sporos.kernel.ir.Op.Binary;
import org.sporos.kernel.ir.Op.Compare;
import org.sporos.kernel.ir.Op.Conversion;
import org.sporos.kernel.ir.Op.MathFunction;
import org.sporos.kernel.ir.Op.TeamQuery;
import org.sporos.kernel.ir.Op.Unary;
import org.sporos.kernel.ir.Region;
import org.sporos.kernel.ir.Region.Block;
import org.sporos.kernel.ir.Region.Instruction;
import org.sporos.kernel.ir.Region.Value;
import org.sporos.kernel.ir.Type;
import org.sporos.kernel.ir.ViewRef;
import org.sporos.param.BooleanParam;
import org.sporos.param.IntParam;
import org.sporos.param.LongParam;
import org.sporos.param.Param;
import org.sporos.view.View;

/** The transfer function: the interval of an instruction from its operands, captures and launch. */
final class Transfer {
    private static final Interval BYTES = new Interval(Byte.MIN_VALUE, Byte.MAX_VALUE);
    private static final Interval SHORTS = new Interval(Short.MIN_VALUE, Short.MAX_VALUE);
    private static final Interval CHARS = new Interval(Character.MIN_VALUE, Character.MAX_VALUE);

    private final Binding binding;
    private final IterationSpace launch;
    /** The extents of scratch views. */
    private final Interval[] scratches;

    private final boolean hasScratch;
    private final ArrayContents arrays;

    /** @param hasScratch whether the scratch memory provably suffices */
    Transfer(Kernel kernel, Binding binding, IterationSpace launch, boolean hasScratch) {
        this.binding = binding;
        this.launch = launch;
        this.hasScratch = hasScratch;
        this.scratches = new Interval[kernel.scratches().size()];
        this.arrays = new ArrayContents(kernel);
    }

    /** Returns the intervals of local arrays. */
    ArrayContents arrays() {
        return arrays;
    }

    /** Returns the outcome of an instruction other than a select; the full interval unless it is an integer or BOOL. */
    Outcome outcome(Instruction instruction, Bounds bounds) {
        Op op = instruction.op();
        Type type = instruction.type();
        if (op instanceof Binary binary) {
            return binary(binary, type, instruction, bounds);
        } else if (op instanceof Compare compare) {
            return known(IntervalComparison.outcome(compare, instruction.operand(0), instruction.operand(1), bounds));
        } else if (op instanceof Conversion conversion) {
            return conversion(conversion, bounds.of(instruction.operand(0)));
        } else if (op instanceof MathFunction function) {
            return type.isInteger() ? function(function, type, instruction.operands(), bounds) : all(type);
        } else if (op instanceof Unary unary) {
            return unary(unary, type, bounds.of(instruction.operand(0)));
        }
        return leaf(op, instruction, bounds);
    }

    static Outcome all(Type type) {
        return new Outcome(Interval.ofType(type), false);
    }

    static Outcome known(Interval interval) {
        return new Outcome(interval, true);
    }

    private static Outcome binary(Binary op, Type type, Instruction instruction, Bounds bounds) {
        Interval a = bounds.of(instruction.operand(0));
        Interval b = bounds.of(instruction.operand(1));
        if (type == Type.BOOL) {
            return known(bool(op, a, b));
        }
        return type.isInteger() ? IntervalMath.binary(op, type, a, b) : all(type);
    }

    private static Interval bool(Binary op, Interval a, Interval b) {
        return switch (op) {
            case AND -> new Interval(Math.min(a.low(), b.low()), Math.min(a.high(), b.high()));
            case OR -> new Interval(Math.max(a.low(), b.low()), Math.max(a.high(), b.high()));
            default -> a.isSingle() && b.isSingle() ? Interval.of(a.low() ^ b.low()) : Interval.BOOLS;
        };
    }

    private static Outcome unary(Unary op, Type type, Interval a) {
        if (op == Unary.NOT) {
            return known(new Interval(1 - a.high(), 1 - a.low()));
        }
        return type.isInteger() ? IntervalMath.negate(type, a) : all(type);
    }

    private static Outcome conversion(Conversion op, Interval a) {
        return switch (op) {
            case I2L, BOOL2I -> known(a);
            case L2I -> narrowed(a, Interval.INTS);
            case I2B -> narrowed(a, BYTES);
            case I2S -> narrowed(a, SHORTS);
            case I2C -> narrowed(a, CHARS);
            default -> all(op.to());
        };
    }

    private static Outcome narrowed(Interval a, Interval all) {
        return a.isIn(all) ? known(a) : new Outcome(all, false);
    }

    private static Outcome function(MathFunction function, Type type, List<Value> operands, Bounds bounds) {
        Type from = operands.get(0).type();
        Interval a = bounds.of(operands.get(0));
        Interval b = operands.size() > 1 ? bounds.of(operands.get(1)) : Interval.NONE;
        return switch (function) {
            case ABS -> IntervalMath.absolute(type, a);
            case MIN -> known(new Interval(Math.min(a.low(), b.low()), Math.min(a.high(), b.high())));
            case MAX -> known(new Interval(Math.max(a.low(), b.low()), Math.max(a.high(), b.high())));
            case FLOOR_DIV -> IntervalMath.divide(type, a, b, true);
            case FLOOR_MOD -> IntervalMath.floorMod(a, b);
            case BIT_COUNT, LEADING_ZEROS, TRAILING_ZEROS -> known(new Interval(0, from == Type.I32 ? 32 : 64));
            case GET_EXPONENT -> known(from == Type.F32 ? new Interval(-127, 128) : new Interval(-1023, 1024));
            case SIGNUM -> from.isInteger() ? known(new Interval(-1, 1)) : all(type);
            default -> all(type);
        };
    }

    private Outcome leaf(Op op, Instruction instruction, Bounds bounds) {
        Type type = instruction.type();
        if (op instanceof Op.Constant constant) {
            return known(value(type, constant.bits()));
        } else if (op instanceof Op.Scalar scalar) {
            return known(value(type, binding.scalars().get(scalar.scalar().index())));
        } else if (op instanceof Op.Param param) {
            return known(param(binding.params().get(param.param().index()), type));
        } else if (op instanceof Op.Extent extent) {
            return known(
                    extent.dimension() == Op.Extent.SIZE
                            ? size(extent.view())
                            : extent(extent.view(), extent.dimension()));
        } else if (op instanceof Op.ArrayLoad load) {
            return known(arrays.of(load.array()));
        } else if (op instanceof Op.Check check) {
            Interval inside = new Interval(0, check.bound() - 1L);
            Interval operand = bounds.of(instruction.operand(0));
            return known(operand.isIn(inside) ? operand : inside);
        } else if (op instanceof Op.Load load && type == Type.I32 && ListedKernel.isFromLast(load, binding.views())) {
            return new Outcome(launch.elements(), false);
        } else if (op instanceof Op.Load load) {
            return known(Interval.of(load.view().storage()));
        } else if (op instanceof TeamQuery query) {
            return known(team(query));
        } else if (op instanceof Op.ScratchNew scratch) {
            scratches[scratch.view().index()] = scratch(bounds.of(instruction.operand(0)));
        }
        return all(type);
    }

    /** Returns the interval of a scratch extent; a failed allocation has extent 0. */
    private Interval scratch(Interval wanted) {
        return hasScratch ? wanted : new Interval(0, Math.max(0, wanted.high()));
    }

    private static Interval value(Type type, long bits) {
        return switch (type) {
            case BOOL -> Interval.of(bits == 0 ? 0 : 1);
            case I32, I64 -> Interval.of(ConstantFolding.wrapped(type, bits));
            default -> Interval.ofType(type);
        };
    }

    private static Interval param(Param param, Type type) {
        if (param instanceof IntParam ints && ints.isBounded()) {
            return new Interval(ints.lowest(), ints.highest());
        } else if (param instanceof LongParam longs && longs.isBounded()) {
            return new Interval(longs.lowest(), longs.highest());
        }
        return param instanceof BooleanParam ? Interval.BOOLS : Interval.ofType(type);
    }

    private Interval team(TeamQuery query) {
        return switch (query) {
            case LEAGUE_RANK -> launch.league();
            case LEAGUE_SIZE -> {
                long most = launch.league().high() + 1;
                yield launch.items() == IterationSpace.Items.DYNAMIC ? new Interval(1, most) : Interval.of(most);
            }
            case TEAM_RANK -> launch.team();
            case TEAM_SIZE -> launch.teamSize();
        };
    }

    /** Returns the interval of an extent. */
    Interval extent(ViewRef ref, int dimension) {
        if (ref instanceof ViewRef.Captured captured) {
            return Interval.of(binding.view(captured).extent(dimension));
        }
        Interval scratch = scratches[((ViewRef.Scratch) ref).index()];
        return scratch == null ? new Interval(0, Integer.MAX_VALUE) : scratch;
    }

    private Interval size(ViewRef ref) {
        if (ref instanceof ViewRef.Captured captured) {
            View view = binding.view(captured);
            return Interval.of(view.size());
        }
        return extent(ref, 0);
    }

    /**
     * The intervals of elements of local arrays: zero joined with all stores; for tables their contents. Grows
     * monotonically. Not thread-safe.
     */
    static final class ArrayContents {
        private static final int MAX_GROWTH = 4;

        private final Interval[] contents;
        private final int[] growth;

        ArrayContents(Kernel kernel) {
            contents = new Interval[kernel.arrays().size()];
            growth = new int[contents.length];
            for (LocalArray array : kernel.arrays()) {
                contents[array.index()] = array.isTable() ? all(array.contents()) : Interval.of(0);
            }
            // Nested regions are analyzed last, so their stores are assumed to be arbitrary.
            nested(kernel.body(), false);
        }

        private static Interval all(ConstantTable table) {
            if (table.element().value().isFloating() || table.length() == 0) {
                return Interval.of(table.element());
            }
            long low = Long.MAX_VALUE;
            long high = Long.MIN_VALUE;
            for (int k = 0; k < table.length(); k++) {
                low = Math.min(low, table.bits(k));
                high = Math.max(high, table.bits(k));
            }
            return new Interval(low, high);
        }

        private void nested(Region region, boolean isNested) {
            for (Block block : region.blocks()) {
                for (Instruction i : block.instructions()) {
                    if (isNested && i.op() instanceof Op.ArrayStore store) {
                        contents[store.array().index()] =
                                Interval.of(store.array().element());
                    }
                    for (Region inner : i.regions()) {
                        nested(inner, true);
                    }
                }
            }
        }

        Interval of(LocalArray array) {
            return contents[array.index()];
        }

        /** Joins a store; returns whether the interval of the array has grown. */
        boolean store(LocalArray array, Interval value) {
            Interval before = contents[array.index()];
            Interval all = Interval.of(array.element());
            Interval after = before.join(value.isIn(all) ? value : all);
            if (after.equals(before)) {
                return false;
            }
            contents[array.index()] = ++growth[array.index()] > MAX_GROWTH ? all : after;
            return true;
        }
    }
}
