package org.sporos.host.code;

import com.google.common.collect.Sets;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.sporos.error.Labels;
import org.sporos.kernel.facts.KernelFacts;
import org.sporos.kernel.ir.Argument;
import org.sporos.kernel.ir.Binary;
import org.sporos.kernel.ir.Block;
import org.sporos.kernel.ir.Compare;
import org.sporos.kernel.ir.ControlFlow;
import org.sporos.kernel.ir.Conversion;
import org.sporos.kernel.ir.Edge;
import org.sporos.kernel.ir.Instruction;
import org.sporos.kernel.ir.MathFunction;
import org.sporos.kernel.ir.Op;
import org.sporos.kernel.ir.Region;
import org.sporos.kernel.ir.Terminator;
import org.sporos.kernel.ir.Type;
import org.sporos.kernel.ir.Unary;
import org.sporos.kernel.ir.Value;
import org.sporos.kernel.ir.ViewRef;
import org.sporos.view.View;

/**
 * The kind that each value of a body has when neighbours along the innermost index run at once, or why they cannot: the
 * path through the body must be the same for all of them, and what they load and store must be neighbours too.
 * Immutable once made.
 */
final class DivergenceAnalysis {
    /** The kind of a value. */
    enum Kind {
        /** The same for all neighbours: stays what it is. */
        UNIFORM,
        /** Grows by the same step from one to the next: that of the first is kept. */
        INDEX,
        /** A vector. */
        LANES,
        /** A truth for each: a mask of vectors of one type. */
        MASK
    }

    private static final Set<Conversion> CONVERSIONS = Set.of(
            Conversion.I2L,
            Conversion.I2F,
            Conversion.I2D,
            Conversion.L2I,
            Conversion.L2F,
            Conversion.L2D,
            Conversion.F2D,
            Conversion.D2F,
            Conversion.I2B,
            Conversion.I2S,
            Conversion.I2C);

    private final KernelFacts facts;
    private final Region region;
    private final Object innermost;
    private final Map<Value, Kind> kinds = new IdentityHashMap<>();
    private final Map<Value, AffineInt> forms = new IdentityHashMap<>();
    private final Map<Value, Type> masks = new IdentityHashMap<>();
    /** Integers whose forms may be off by a multiple of 2 to the 32 or 64, as they may wrap. */
    private final Set<Value> wrapping = Sets.newIdentityHashSet();
    /** Arguments of blocks that are not the same for all neighbours. */
    private final Set<Argument> varying = Sets.newIdentityHashSet();

    private @Nullable String refusal;

    DivergenceAnalysis(KernelFacts facts) {
        this.facts = facts;
        this.region = facts.kernel().body();
        this.innermost = region.arguments().size() - 1;
        int before;
        do {
            before = varying.size();
            pass();
        } while (varying.size() > before);
        if (!ControlFlow.of(region).predecessors(0).isEmpty()) {
            refusal = "a loop around the whole body";
        }
    }

    /** Returns why there are no vectors of this body, or null. */
    @Nullable
    String refusal() {
        return refusal;
    }

    Kind kind(Value value) {
        return Objects.requireNonNull(kinds.get(value));
    }

    /** Returns the type of the vectors that a mask belongs to. */
    Type mask(Value value) {
        return Objects.requireNonNull(masks.get(value));
    }

    /** Returns how much an index grows from one neighbour to the next. */
    long step(Value index) {
        return Objects.requireNonNull(forms.get(index)).factor(innermost);
    }

    /** Returns how much the position of an access grows from one neighbour to the next: 0 or 1. */
    long step(AffineInt position) {
        return position.factor(innermost);
    }

    /** Returns the position of an access in its array. */
    AffineInt position(Instruction access) {
        return Objects.requireNonNull(positionOrNull(access));
    }

    View view(Instruction access) {
        ViewRef ref = access.op() instanceof Op.Load load ? load.view() : ((Op.Store) access.op()).view();
        return facts.binding().view((ViewRef.Captured) ref);
    }

    /** Returns the indexes of an access. */
    static List<Value> indexes(Instruction access) {
        int store = access.op() instanceof Op.Store ? 1 : 0;
        return access.operands().subList(0, access.operands().size() - store);
    }

    private void refuse(String why) {
        if (refusal == null) {
            refusal = why;
        }
    }

    /** Goes through the body as if arguments of blocks varied only where that is known already. */
    private void pass() {
        refusal = null;
        kinds.clear();
        forms.clear();
        masks.clear();
        wrapping.clear();
        List<Argument> indexes = region.arguments();
        for (int d = 0; d < indexes.size(); d++) {
            kinds.put(indexes.get(d), d + 1 < indexes.size() ? Kind.UNIFORM : Kind.INDEX);
            forms.put(indexes.get(d), AffineInt.term(d));
        }
        for (Block block : region.blocks().subList(1, region.blocks().size())) {
            for (Argument argument : block.arguments()) {
                if (!varying.contains(argument)) {
                    uniform(argument);
                } else if (argument.type() == Type.BOOL) {
                    kinds.put(argument, Kind.MASK);
                    refuse("a choice that differs by index");
                } else {
                    kinds.put(argument, Kind.LANES);
                }
            }
        }
        for (Block block : region.blocks()) {
            block.instructions().forEach(this::instruction);
            end(block);
        }
    }

    private void uniform(Value value) {
        kinds.put(value, Kind.UNIFORM);
        if (value.type().isInteger()) {
            forms.put(value, AffineInt.term(value));
        }
    }

    private void end(Block block) {
        Terminator terminator = block.terminator();
        if (!(terminator instanceof Terminator.Return)) {
            for (Value value : terminator.operands()) {
                if (kind(value) != Kind.UNIFORM) {
                    refuse("a branch that differs by index");
                }
            }
        } else if (terminator.operands().stream().anyMatch(value -> value.type() == Type.BOOL)) {
            refuse("a truth as its result");
        }
        for (Edge edge : terminator.edges()) {
            List<Argument> arguments = region.block(edge.target()).arguments();
            for (int k = 0; k < arguments.size(); k++) {
                if (kind(edge.arguments().get(k)) != Kind.UNIFORM) {
                    varying.add(arguments.get(k));
                }
            }
        }
    }

    private void instruction(Instruction instruction) {
        Op op = instruction.op();
        boolean uniform = instruction.operands().stream().allMatch(value -> kind(value) == Kind.UNIFORM);
        if (op instanceof Op.Store) {
            AffineInt position = positionOrNull(instruction);
            if (position == null || step(position) != 1) {
                refuse("it stores to " + Labels.quoted(view(instruction).label()) + ", but not to neighbours");
            }
        } else if (op instanceof Op.Load && !uniform) {
            kinds.put(instruction, Kind.LANES);
            AffineInt position = positionOrNull(instruction);
            if (position == null || step(position) != 1) {
                refuse("it loads from " + Labels.quoted(view(instruction).label()) + ", but not neighbours");
            }
        } else if (isForeign(op)) {
            kinds.put(instruction, Kind.UNIFORM);
            refuse("an operation on more than one element: " + op.mnemonic());
        } else if (!instruction.isPure()
                && !(op instanceof Op.Load)
                && !facts.proofs().isExact(instruction)) {
            kinds.put(instruction, Kind.UNIFORM);
            refuse("a division by what may be zero");
        } else {
            AffineInt form = instruction.type().isInteger() ? form(instruction) : null;
            if (form != null) {
                forms.put(instruction, form);
            }
            if (uniform) {
                kinds.put(instruction, Kind.UNIFORM);
                if (form == null && instruction.type().isInteger()) {
                    forms.put(instruction, AffineInt.term(instruction));
                    wrapping.remove(instruction);
                }
            } else {
                kinds.put(instruction, form == null ? lanes(instruction) : Kind.INDEX);
            }
        }
    }

    private static boolean isForeign(Op op) {
        return op instanceof Op.Atomic
                || op instanceof Op.ArrayNew
                || op instanceof Op.ArrayLoad
                || op instanceof Op.ArrayStore
                || op instanceof Op.Check;
    }

    private @Nullable AffineInt positionOrNull(Instruction access) {
        View view = view(access);
        AffineInt position = AffineInt.of(view.region().offset());
        List<Value> indexes = indexes(access);
        for (int d = 0; d < indexes.size(); d++) {
            AffineInt index = forms.get(indexes.get(d));
            if (index == null) {
                return null;
            }
            long step = index.factor(innermost);
            // A value that grows by one and is inside at both ends of a row has not wrapped between them.
            if (Math.abs(step) > 1 && wrapping.contains(indexes.get(d))) {
                return null;
            }
            position = position.plus(index.times(view.stride(d)));
        }
        return position;
    }

    /** Returns what is known of an integer, or null. */
    private @Nullable AffineInt form(Instruction instruction) {
        Op op = instruction.op();
        if (op instanceof Op.Constant constant) {
            return AffineInt.of(instruction.type() == Type.I32 ? (int) constant.bits() : constant.bits());
        } else if (op instanceof Op.Scalar scalar) {
            long bits = facts.binding().scalars().get(scalar.scalar().index());
            return AffineInt.of(instruction.type() == Type.I32 ? (int) bits : bits);
        } else if (op instanceof Op.Extent extent) {
            View view = facts.binding().view((ViewRef.Captured) extent.view());
            return AffineInt.of(extent.dimension() == Op.Extent.SIZE ? view.size() : view.extent(extent.dimension()));
        }
        AffineInt left = instruction.operands().isEmpty() ? null : forms.get(instruction.operand(0));
        if (left == null) {
            return null;
        } else if (op == Conversion.I2L) {
            return wrapping.contains(instruction.operand(0)) ? null : left;
        }
        if (!facts.proofs().isExact(instruction)
                || instruction.operands().stream().anyMatch(wrapping::contains)) {
            wrapping.add(instruction);
        }
        if (op == Conversion.L2I) {
            return left;
        } else if (op == Unary.NEG) {
            return left.times(-1);
        }
        AffineInt right = op instanceof Binary ? forms.get(instruction.operand(1)) : null;
        return right == null ? null : form((Binary) op, left, right);
    }

    private static @Nullable AffineInt form(Binary op, AffineInt left, AffineInt right) {
        return switch (op) {
            case ADD -> left.plus(right);
            case SUB -> left.minus(right);
            case MUL -> {
                if (left.isConstant()) {
                    yield right.times(left.constant());
                }
                yield right.isConstant() ? left.times(right.constant()) : null;
            }
            default -> null;
        };
    }

    /** Returns the kind of an operation some of whose operands differ among neighbours. */
    private Kind lanes(Instruction instruction) {
        Op op = instruction.op();
        if (op instanceof Compare) {
            Type type = instruction.operand(0).type();
            if (type == Type.BOOL) {
                refuse("a comparison of truths");
            }
            masks.put(instruction, type);
            return Kind.MASK;
        } else if (instruction.type() == Type.BOOL) {
            truth(instruction);
            return Kind.MASK;
        } else if (op instanceof Op.Select) {
            Value condition = instruction.operand(0);
            if (kind(condition) == Kind.MASK && masks.get(condition) != instruction.type()) {
                refuse("a choice by values of another type");
            }
        } else if (!isKnown(instruction)) {
            refuse("no vectors of its bits: " + op.mnemonic());
        }
        return Kind.LANES;
    }

    private void truth(Instruction instruction) {
        Op op = instruction.op();
        Set<Type> types = new HashSet<>();
        for (Value operand : instruction.operands()) {
            if (kind(operand) == Kind.MASK && masks.containsKey(operand)) {
                types.add(masks.get(operand));
            }
        }
        boolean known = op == Binary.AND || op == Binary.OR || op == Unary.NOT;
        if (!known || types.size() != 1) {
            refuse("truths that have no mask: " + op.mnemonic());
        }
        masks.put(instruction, types.isEmpty() ? Type.F64 : types.iterator().next());
    }

    /** Returns whether vectors have an operation, with the bits that Java gives. */
    private boolean isKnown(Instruction instruction) {
        Op op = instruction.op();
        boolean floating = instruction.type().isFloating();
        if (op instanceof Binary binary) {
            return switch (binary) {
                case ADD, SUB, MUL -> true;
                case DIV -> floating;
                case AND, OR, XOR -> true;
                case SHL, SHR, USHR -> kind(instruction.operand(1)) == Kind.UNIFORM;
                case REM -> false;
            };
        } else if (op instanceof MathFunction function) {
            return switch (function) {
                case ABS, MIN, MAX -> true;
                case SQRT, FMA -> floating;
                default -> false;
            };
        }
        return op == Unary.NEG || op instanceof Conversion conversion && CONVERSIONS.contains(conversion);
    }
}
