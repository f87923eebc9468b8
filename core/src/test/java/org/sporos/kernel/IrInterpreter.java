package org.sporos.kernel;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BinaryOperator;
import org.sporos.internal.space.Allocation;
import org.sporos.internal.space.HostMemorySpace;
import org.sporos.kernel.ir.AtomicKind;
import org.sporos.kernel.ir.ConstantTable;
import org.sporos.kernel.ir.Kernel;
import org.sporos.kernel.ir.LocalArray;
import org.sporos.kernel.ir.Op;
import org.sporos.kernel.ir.Op.Binary;
import org.sporos.kernel.ir.Op.Compare;
import org.sporos.kernel.ir.Op.Conversion;
import org.sporos.kernel.ir.Op.MathFunction;
import org.sporos.kernel.ir.Op.TeamQuery;
import org.sporos.kernel.ir.Op.Unary;
import org.sporos.kernel.ir.Region;
import org.sporos.kernel.ir.Region.Argument;
import org.sporos.kernel.ir.Region.Block;
import org.sporos.kernel.ir.Region.Edge;
import org.sporos.kernel.ir.Region.Instruction;
import org.sporos.kernel.ir.Region.Terminator;
import org.sporos.kernel.ir.Region.Value;
import org.sporos.kernel.ir.Storage;
import org.sporos.kernel.ir.Type;
import org.sporos.kernel.ir.ViewRef;
import org.sporos.kernel.zoo.BodyCall;
import org.sporos.kernel.zoo.JvmRun;
import org.sporos.kernel.zoo.NamedKernel;
import org.sporos.policy.DoubleContribution;
import org.sporos.policy.FloatContribution;
import org.sporos.policy.ReductionOperator;
import org.sporos.policy.TeamMember;
import org.sporos.policy.TeamPolicy;
import org.sporos.reference.LaneOrder;
import org.sporos.reference.ScanOrder;
import org.sporos.reference.SerialTeam;
import org.sporos.space.ElementType;
import org.sporos.view.View;
import org.sporos.view.ViewSpec;

/**
 * Runs the IR of a kernel, one work item after the other, on boxed values: the meaning of the IR in the plainest words.
 */
public final class IrInterpreter {
    private final Kernel kernel;
    private final Observer observer;
    private final Object[] values;
    private final Map<LocalArray, Object[]> arrays = new HashMap<>();
    private final Map<ViewRef, View> scratch = new HashMap<>();
    private TeamMember team = SerialTeam.of(TeamPolicy.of(1), 0);
    private int lanes = 1;

    private IrInterpreter(Kernel kernel, Observer observer) {
        this.kernel = kernel;
        this.observer = observer;
        this.values = new Object[kernel.valueCount()];
    }

    /** Sees each value as it is computed. */
    public interface Observer {
        /** Is told the value of an argument or instruction; null of those that have none. */
        void see(Value value, @org.jspecify.annotations.Nullable Object computed);
    }

    /** Runs a kernel over the policy of an instance; returns the raw bits of what it returned for each index. */
    public static List<Long> run(Kernel kernel, NamedKernel.Instance instance) {
        return run(kernel, instance, (value, computed) -> {});
    }

    /** Does the same before the eyes of an observer. */
    public static List<Long> run(Kernel kernel, NamedKernel.Instance instance, Observer observer) {
        List<Long> results = new ArrayList<>();
        IrInterpreter interpreter = new IrInterpreter(kernel, observer);
        BodyCall call = BodyCall.of(instance.body());
        JvmRun.forEachIndex(instance.policy(), index -> {
            Object[] arguments = new Object[0];
            if (instance.policy() instanceof TeamPolicy teams) {
                interpreter.team = SerialTeam.of(teams, index[0]);
                interpreter.lanes = teams.vector();
            } else {
                arguments = call.arguments(index).toArray();
            }
            Object result = interpreter.region(kernel.body(), arguments);
            if (result != null) {
                results.add(JvmRun.bits(result));
            }
        });
        return results;
    }

    private Object region(Region region, Object... arguments) {
        Block block = region.entry();
        for (int k = 0; k < arguments.length; k++) {
            values[block.arguments().get(k).id()] = arguments[k];
            observer.see(block.arguments().get(k), arguments[k]);
        }
        while (true) {
            for (Instruction instruction : block.instructions()) {
                values[instruction.id()] = instruction(instruction);
                observer.see(instruction, values[instruction.id()]);
            }
            if (block.terminator() instanceof Terminator.Return leave) {
                return leave.value() == null ? null : of(leave.value());
            }
            Edge edge = edge(block.terminator());
            block = region.block(edge.target());
            enter(block, edge);
        }
    }

    private void enter(Block block, Edge edge) {
        Object[] passed = edge.arguments().stream().map(this::of).toArray();
        int k = 0;
        for (Argument argument : block.arguments()) {
            values[argument.id()] = passed[k++];
            observer.see(argument, values[argument.id()]);
        }
    }

    private Edge edge(Terminator terminator) {
        if (terminator instanceof Terminator.Jump jump) {
            return jump.edge();
        } else if (terminator instanceof Terminator.Branch branch) {
            return (boolean) of(branch.condition()) ? branch.whenTrue() : branch.whenFalse();
        }
        Terminator.Switch choice = (Terminator.Switch) terminator;
        int k = choice.keys().indexOf((Integer) of(choice.value()));
        return k < 0 ? choice.otherwise() : choice.cases().get(k);
    }

    private Object of(Value value) {
        return values[value.id()];
    }

    private Object instruction(Instruction i) {
        Op op = i.op();
        Object[] a = i.operands().stream().map(this::of).toArray();
        if (op instanceof Op.Constant constant) {
            return boxed(i.type(), constant.bits());
        } else if (op instanceof Op.Scalar scalar) {
            return boxed(i.type(), scalar.scalar().bits());
        } else if (op instanceof Op.Param param) {
            return boxed(i.type(), param.param().param().bits());
        } else if (op instanceof Binary binary) {
            return BinaryCalls.call(binary, a[0], a[1]);
        } else if (op instanceof Unary) {
            return unary(a[0]);
        } else if (op instanceof Compare compare) {
            return compare(compare, a[0], a[1]);
        } else if (op instanceof Conversion conversion) {
            return convert(conversion, a[0]);
        } else if (op instanceof MathFunction function) {
            return MathCalls.call(function, a);
        } else if (op instanceof Op.Select) {
            return (boolean) a[0] ? a[1] : a[2];
        }
        return effect(i, op, a);
    }

    private Object effect(Instruction i, Op op, Object[] a) {
        if (op instanceof Op.Load load) {
            return get(view(load.view()), a);
        } else if (op instanceof Op.Store store) {
            set(view(store.view()), a, a[a.length - 1]);
            return null;
        } else if (op instanceof Op.Atomic atomic) {
            return atomic(view(atomic.view()), atomic.kind(), a);
        } else if (op instanceof Op.Extent extent) {
            View view = view(extent.view());
            return extent.dimension() == Op.Extent.SIZE ? view.size() : view.extent(extent.dimension());
        } else if (op instanceof Op.ArrayNew array) {
            Object[] fresh = new Object[array.array().length()];
            java.util.Arrays.fill(fresh, boxed(array.array().element().value(), 0));
            arrays.put(array.array(), fresh);
            return null;
        } else if (op instanceof Op.ArrayLoad array && array.array().isTable()) {
            ConstantTable table = array.array().contents();
            return boxed(table.element().value(), table.bits(java.util.Objects.checkIndex((int) a[0], table.length())));
        } else if (op instanceof Op.ArrayLoad array) {
            return elements(array.array())[(int) a[0]];
        } else if (op instanceof Op.ArrayStore array) {
            elements(array.array())[(int) a[0]] = narrowed(array.array().element(), a[1]);
            return null;
        } else if (op instanceof Op.Check check) {
            return java.util.Objects.checkIndex((int) a[0], check.bound());
        }
        return team(i, op, a);
    }

    /** Only arrays of the source are made anew. */
    private Object[] elements(LocalArray array) {
        return arrays.computeIfAbsent(array, made -> new Object[made.length()]);
    }

    private static Object narrowed(Storage element, Object value) {
        return switch (element) {
            case BOOL -> (int) value & 1;
            case I8 -> (int) (byte) (int) value;
            case I16 -> (int) (short) (int) value;
            case U16 -> (int) (char) (int) value;
            default -> value;
        };
    }

    private Object team(Instruction i, Op op, Object[] a) {
        if (op instanceof TeamQuery query) {
            return switch (query) {
                case LEAGUE_RANK -> team.leagueRank();
                case LEAGUE_SIZE -> team.leagueSize();
                case TEAM_RANK -> 0;
                case TEAM_SIZE -> 1;
            };
        } else if (op instanceof Op.Range) {
            for (int k = 0; k < (int) a[0]; k++) {
                region(i.region(), k);
            }
        } else if (op instanceof Op.Single) {
            region(i.region());
        } else if (op instanceof Op.Reduce reduce) {
            return reduce(i, reduce, (int) a[0]);
        } else if (op instanceof Op.Scan scan) {
            return scan(i, scan, (int) a[0]);
        } else if (op instanceof Op.ScratchNew fresh) {
            scratch.put(fresh.view(), scratchView(fresh.view().element(), (int) a[0]));
        }
        return null;
    }

    private Object reduce(Instruction i, Op.Reduce reduce, int n) {
        ReductionOperator operator = reduce::operator;
        return switch (i.type()) {
            case F64 -> {
                DoubleContribution.Range value = k -> (double) region(i.region(), k);
                yield reduce.vector()
                        ? team.vectorReduceDouble(operator, n, value)
                        : team.parallelReduceDouble(operator, n, value);
            }
            case F32 -> {
                FloatContribution.Range value = k -> (float) region(i.region(), k);
                yield reduce.vector()
                        ? team.vectorReduceFloat(operator, n, value)
                        : team.parallelReduceFloat(operator, n, value);
            }
            case I32 -> team.parallelReduceInt(operator, n, k -> (int) region(i.region(), k));
            default -> team.parallelReduceLong(operator, n, k -> (long) region(i.region(), k));
        };
    }

    private Object scan(Instruction i, Op.Scan scan, int n) {
        List<Object> contributions = new ArrayList<>();
        for (int k = 0; k < n; k++) {
            contributions.add(region(i.region(), k));
        }
        Object zero = boxed(i.type(), 0);
        BinaryOperator<Object> plus = (a, b) -> sum(i.type(), a, b);
        List<Object> sums = scan.vector()
                ? LaneOrder.sums(lanes, contributions, zero, plus)
                : ScanOrder.sums(contributions, zero, plus);
        for (int k = 0; k < n; k++) {
            region(i.regions().get(1), k, scan.inclusive() ? sums.get(k) : k == 0 ? zero : sums.get(k - 1));
        }
        return n <= 0 ? zero : sums.get(n - 1);
    }

    private static Object sum(Type type, Object a, Object b) {
        return switch (type) {
            case F64 -> (double) a + (double) b;
            case F32 -> (float) a + (float) b;
            case I32 -> (int) a + (int) b;
            default -> (long) a + (long) b;
        };
    }

    private static View scratchView(ElementType element, int n) {
        return ViewSpec.of(element, n).over("scratch", HostMemorySpace.INSTANCE.allocate("scratch", element, n));
    }

    private View view(ViewRef ref) {
        return ref instanceof ViewRef.Captured captured ? captured.view() : scratch.get(ref);
    }

    private static Object boxed(Type type, long bits) {
        return switch (type) {
            case BOOL -> bits != 0;
            case I32 -> (int) bits;
            case I64 -> bits;
            case F32 -> Float.intBitsToFloat((int) bits);
            default -> Double.longBitsToDouble(bits);
        };
    }

    // Elements by position: the library's own access methods are not what is tested here.

    private static long position(View view, Object[] indexes) {
        org.sporos.internal.space.StridedRegion region = view.region();
        long position = region.offset();
        for (int d = 0; d < view.rank(); d++) {
            long index = ((Number) indexes[d]).longValue();
            java.util.Objects.checkIndex(index, view.extent(d));
            position += index * region.strides()[d];
        }
        return position;
    }

    private static Object get(View view, Object[] indexes) {
        Allocation memory = view.allocation();
        return boxed(Storage.of(view.elementType()).value(), memory.bits(position(view, indexes)));
    }

    private static void set(View view, Object[] indexes, Object value) {
        view.allocation().bits(position(view, indexes), raw(value));
    }

    private static long raw(Object value) {
        if (value instanceof Double d) {
            return Double.doubleToRawLongBits(d);
        } else if (value instanceof Float f) {
            return Float.floatToRawIntBits(f);
        }
        return ((Number) value).longValue();
    }

    private static Object atomic(View view, AtomicKind kind, Object[] a) {
        Object before = get(view, a);
        if (kind == AtomicKind.GET) {
            return before;
        }
        Object value = a[a.length - 1];
        if (kind == AtomicKind.COMPARE_SET) {
            boolean equal = raw(before) == raw(a[a.length - 2]);
            if (equal) {
                set(view, a, value);
            }
            return equal;
        }
        set(
                view,
                a,
                switch (kind) {
                    case ADD -> BinaryCalls.call(Binary.ADD, before, value);
                    case MIN -> MathCalls.call(MathFunction.MIN, new Object[] {before, value});
                    case MAX -> MathCalls.call(MathFunction.MAX, new Object[] {before, value});
                    default -> value;
                });
        return before;
    }

    private static Object unary(Object a) {
        if (a instanceof Integer i) {
            return -i;
        } else if (a instanceof Long l) {
            return -l;
        } else if (a instanceof Float f) {
            return -f;
        }
        return a instanceof Double d ? (Object) (-d) : (Object) (!(boolean) a);
    }

    private static boolean compare(Compare op, Object left, Object right) {
        if (left instanceof Integer || left instanceof Long) {
            int order = Long.compare(((Number) left).longValue(), ((Number) right).longValue());
            return switch (op) {
                case EQ -> order == 0;
                case NE -> order != 0;
                case LT -> order < 0;
                case LE -> order <= 0;
                case GT -> order > 0;
                case GE -> order >= 0;
            };
        }
        if (left instanceof Boolean) {
            return left.equals(right) == (op == Compare.EQ);
        }
        double a = ((Number) left).doubleValue();
        double b = ((Number) right).doubleValue();
        return switch (op) {
            case EQ -> a == b;
            case NE -> a != b;
            case LT -> a < b;
            case LE -> a <= b;
            case GT -> a > b;
            case GE -> a >= b;
        };
    }

    private static Object convert(Conversion op, Object a) {
        return switch (op) {
            case I2L -> (long) (int) a;
            case I2F -> (float) (int) a;
            case I2D -> (double) (int) a;
            case L2I -> (int) (long) a;
            case L2F -> (float) (long) a;
            case L2D -> (double) (long) a;
            case F2I -> (int) (float) a;
            case F2L -> (long) (float) a;
            case F2D -> (double) (float) a;
            case D2I -> (int) (double) a;
            case D2L -> (long) (double) a;
            case D2F -> (float) (double) a;
            case I2B -> (int) (byte) (int) a;
            case I2S -> (int) (short) (int) a;
            case I2C -> (int) (char) (int) a;
            case BOOL2I -> (boolean) a ? 1 : 0;
            case F32_BITS -> Float.floatToRawIntBits((float) a);
            case BITS_F32 -> Float.intBitsToFloat((int) a);
            case F64_BITS -> Double.doubleToRawLongBits((double) a);
            case BITS_F64 -> Double.longBitsToDouble((long) a);
        };
    }
}
