package org.sporos.host.code;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;
import org.sporos.host.code.DivergenceAnalysis.Kind;
import org.sporos.kernel.ir.Argument;
import org.sporos.kernel.ir.Binary;
import org.sporos.kernel.ir.Block;
import org.sporos.kernel.ir.Compare;
import org.sporos.kernel.ir.Conversion;
import org.sporos.kernel.ir.Instruction;
import org.sporos.kernel.ir.Op;
import org.sporos.kernel.ir.Region;
import org.sporos.kernel.ir.Storage;
import org.sporos.kernel.ir.Terminator;
import org.sporos.kernel.ir.Type;
import org.sporos.kernel.ir.Value;
import org.sporos.view.View;

/**
 * Writes the body of one kernel for vectors of neighbours: what is done once before a row of them, and as often as
 * wanted what is done for each vector. Numbers are those of the row's first index, or the same for the whole row.
 */
final class VectorBody {
    private final MethodWriter code;
    private final VectorCode vectors;
    private final VectorPlan plan;
    private final DivergenceAnalysis kinds;
    private final BodyWriter.Shared shared;
    private final Region region;
    private final Map<Value, Integer> numbers = new IdentityHashMap<>();
    private final Map<Value, Integer> spread = new IdentityHashMap<>();
    private final Map<Instruction, Integer> positions = new IdentityHashMap<>();
    private final ExpressionWriter expressions;
    private final EffectWriter effects;

    VectorBody(MethodWriter code, VectorPlan plan, BodyWriter.Shared shared) {
        this.code = code;
        this.vectors = new VectorCode(code);
        this.plan = plan;
        this.kinds = plan.kinds(shared.member());
        this.shared = shared;
        this.region = shared.captured().members().get(shared.member()).kernel().body();
        this.expressions = new ExpressionWriter(code, shared, this::number, ConstantEvaluator::literal);
        this.effects = new EffectWriter(code, shared, expressions, null);
    }

    private int number(Value value) {
        Integer known = numbers.get(value);
        if (known == null) {
            known = code.local(value.type());
            numbers.put(value, known);
        }
        return known;
    }

    /** Returns the local variable of the position of an access in the row's first index. */
    int position(Instruction access) {
        return Objects.requireNonNull(positions.get(access));
    }

    /**
     * Writes what is done before a row.
     *
     * @param n the local variable of the row's length
     * @param bail where to go if an access may be outside
     * @param indexes the local variables of the first index
     */
    void before(int n, Label bail, int... indexes) {
        // Code before the vector loop belongs to no work item.
        shared.faults().item(Type.I32);
        for (int d = 0; d < indexes.length; d++) {
            numbers.put(region.arguments().get(d), indexes[d]);
        }
        for (Block block : region.blocks()) {
            for (Instruction instruction : block.instructions()) {
                if (plan.isEarly(instruction) && !shared.uses().isInlined(instruction)) {
                    if (instruction.op() instanceof Op.Load) {
                        element(plan.access(instruction), bail);
                    } else {
                        expressions.compute(instruction);
                    }
                    code.store(instruction.type(), number(instruction));
                }
            }
        }
        for (VectorPlan.Access access : plan.accesses()) {
            if (access.member() == shared.member() && access.isEarly()) {
                row(access, n, bail);
            }
        }
    }

    private void element(VectorPlan.Access access, Label bail) {
        if (!plan.isProven(access)) {
            inside(access, 0, bail);
        }
        code.reference(shared.captured().array(access.view()));
        effects.position(access.view(), DivergenceAnalysis.indexes(access.instruction()));
        code.op(MethodWriter.opcode(Storage.of(access.view().elementType()), Opcodes.IALOAD));
    }

    private void row(VectorPlan.Access access, int n, Label bail) {
        if (access.isRow() && !plan.isProven(access)) {
            inside(access, 0, bail);
            inside(access, n, bail);
        }
        effects.position(access.view(), DivergenceAnalysis.indexes(access.instruction()));
        int position = code.local(Type.I32);
        code.store(Type.I32, position);
        positions.put(access.instruction(), position);
    }

    /**
     * Bails out if the first element of a row is outside, or if a length in a local variable is given, the last one.
     */
    private void inside(VectorPlan.Access access, int n, Label bail) {
        List<Value> indexes = DivergenceAnalysis.indexes(access.instruction());
        for (int d = 0; d < indexes.size(); d++) {
            Value index = indexes.get(d);
            Type type = index.type();
            int local = code.local(type);
            expressions.value(index);
            if (n != 0 && kinds.kind(index) == Kind.INDEX) {
                code.load(Type.I32, n);
                code.number(1);
                code.op(Opcodes.ISUB);
                if (type == Type.I64) {
                    code.op(Opcodes.I2L);
                }
                code.constant(type, kinds.step(index));
                code.op(MethodWriter.opcode(type, Opcodes.IMUL));
                code.op(MethodWriter.opcode(type, Opcodes.IADD));
            }
            code.store(type, local);
            BoundsCheckWriter.inside(code, type, local, shared.captured().extent(access.view(), d), bail);
        }
    }

    /** Writes what spreads numbers over vectors before a row, where that is possible. */
    void spread() {
        for (Block block : region.blocks()) {
            for (Instruction instruction : block.instructions()) {
                if (!shared.uses().isIdle(instruction)) {
                    operands(instruction).forEach(this::spreadEarly);
                }
            }
            for (int e = 0; e < block.terminator().edges().size(); e++) {
                var edge = block.terminator().edges().get(e);
                List<Argument> arguments = region.block(edge.target()).arguments();
                for (int k = 0; k < arguments.size(); k++) {
                    if (kinds.kind(arguments.get(k)) == Kind.LANES) {
                        spreadEarly(edge.arguments().get(k));
                    }
                }
            }
            if (block.terminator() instanceof Terminator.Return leave && leave.value() != null) {
                spreadEarly(leave.value());
            }
        }
    }

    /** Returns the operands of an instruction that are vectors, if it is one of vectors. */
    private List<Value> operands(Instruction instruction) {
        Op op = instruction.op();
        if (op instanceof Op.Store) {
            return List.of(EffectWriter.last(instruction));
        } else if (op instanceof Op.Load || !isOfVectors(instruction)) {
            return List.of();
        } else if (op instanceof Op.Select) {
            return instruction.operands().subList(1, 3);
        }
        return op instanceof Binary binary && binary.isShift()
                ? List.of(instruction.operand(0))
                : instruction.operands();
    }

    private boolean isOfVectors(Instruction instruction) {
        Kind kind = instruction.type() == Type.VOID ? Kind.LANES : kinds.kind(instruction);
        return kind == Kind.LANES || kind == Kind.MASK;
    }

    private void spreadEarly(Value value) {
        Kind kind = kinds.kind(value);
        boolean number = kind == Kind.UNIFORM || kind == Kind.INDEX;
        if (number && value.type() != Type.BOOL && isEarly(value) && !spread.containsKey(value)) {
            first(value);
            int local = code.reference();
            code.storeReference(local);
            spread.put(value, local);
        }
    }

    private boolean isEarly(Value value) {
        return plan.isEarly(value);
    }

    /** Leaves a number on the stack as the vector of the row's first elements. */
    private void first(Value value) {
        Type type = value.type();
        vectors.species(type);
        expressions.value(value);
        vectors.broadcast(type);
        if (kinds.kind(value) == Kind.INDEX) {
            vectors.species(type);
            code.constant(type, 0);
            vectors.broadcast(type);
            vectors.countUp(type);
            vectors.species(type);
            code.constant(type, kinds.step(value));
            vectors.broadcast(type);
            vectors.operate(Binary.MUL, type);
            vectors.operate(Binary.ADD, type);
        }
    }

    /**
     * Writes the body for one vector of neighbours, and returns the local variable of what it returns; it is given up
     * by the caller, with all others.
     *
     * @param at the local variable of the distance from the row's first index
     * @param further what is added to that
     * @param kept the elements that other bodies touch too, or null
     */
    int write(int at, int further, RegisterPromotion.@Nullable Now kept) {
        shared.faults().item(Type.I32);
        Piece piece = new Piece(at, further, kept);
        new FlowWriter(code, Unrolling.none(region), expressions, piece).write();
        return piece.result;
    }

    /** One vector of neighbours. */
    private final class Piece implements FlowWriter.Values {
        private final int at;
        private final int further;
        private final RegisterPromotion.@Nullable Now kept;
        private final Map<Value, Integer> locals = new IdentityHashMap<>();
        private int result = CaptureLoader.NO_LOCAL;

        Piece(int at, int further, RegisterPromotion.@Nullable Now kept) {
            this.at = at;
            this.further = further;
            this.kept = kept;
            if (region.result() != Type.VOID) {
                result = code.reference();
            }
        }

        private int local(Value value) {
            Integer known = locals.get(value);
            if (known == null) {
                known = code.reference();
                locals.put(value, known);
            }
            return known;
        }

        @Override
        public void instruction(Instruction instruction) {
            if (instruction.op() instanceof Op.Store) {
                store(instruction);
            } else if (isOfVectors(instruction)) {
                if (!shared.uses().isIdle(instruction)) {
                    compute(instruction);
                    code.storeReference(local(instruction));
                }
            } else if (!isEarly(instruction) && !shared.uses().isInlined(instruction)) {
                effects.write(instruction);
                code.store(instruction.type(), number(instruction));
            }
        }

        private void compute(Instruction instruction) {
            Op op = instruction.op();
            Type type = instruction.type();
            if (op instanceof Op.Load) {
                load(instruction);
            } else if (op instanceof Compare compare) {
                Type compared = instruction.operand(0).type();
                vector(instruction.operand(0));
                vectors.comparison(compare);
                vector(instruction.operand(1));
                vectors.compare(compared);
            } else if (type == Type.BOOL) {
                instruction.operands().forEach(operand -> mask(operand, kinds.mask(instruction)));
                vectors.truth(op);
            } else if (op instanceof Op.Select) {
                vector(instruction.operand(2));
                vector(instruction.operand(1));
                mask(instruction.operand(0), type);
                vectors.blend(type);
            } else if (op instanceof Conversion conversion) {
                vector(instruction.operand(0));
                vectors.convert(conversion);
            } else if (op instanceof Binary binary && (binary.isShift() || binary == Binary.XOR)) {
                lanewise(binary, instruction);
            } else {
                operands(op, instruction).forEach(this::vector);
                vectors.operate(op, type);
            }
        }

        private void lanewise(Binary op, Instruction instruction) {
            vector(instruction.operand(0));
            vectors.operator(op.isShift() ? VectorCode.shift(op) : "XOR", op.isShift() ? "Binary" : "Associative");
            if (op.isShift()) {
                expressions.value(instruction.operand(1));
                if (instruction.type() == Type.I64) {
                    code.op(Opcodes.I2L);
                }
            } else {
                vector(instruction.operand(1));
            }
            vectors.lanewise(instruction.type(), op.isShift());
        }

        /**
         * The JVM's compiler knows what it loaded and computed better than what came round a loop: that is the
         * argument.
         */
        private List<Value> operands(Op op, Instruction instruction) {
            List<Value> operands = new ArrayList<>(instruction.operands());
            boolean either = op == Binary.ADD || op == Binary.MUL;
            if (either && operands.get(0) instanceof Argument) {
                operands.add(operands.remove(0));
            }
            return operands;
        }

        private void load(Instruction load) {
            View view = kinds.view(load);
            Runnable fromMemory = () -> {
                Storage storage = Storage.of(view.elementType());
                vectors.species(storage);
                place(load, view);
                vectors.fromArray(storage);
            };
            if (kept != null && kept.keeps(view)) {
                kept.load(view, fromMemory);
            } else {
                fromMemory.run();
            }
        }

        private void store(Instruction store) {
            View view = kinds.view(store);
            vector(EffectWriter.last(store));
            if (kept != null && kept.keeps(view)) {
                RegisterPromotion.Now elements = kept;
                elements.store(view, () -> {
                    elements.value(view);
                    intoMemory(store, view);
                });
            } else {
                intoMemory(store, view);
            }
        }

        /** Stores the vector on the stack. */
        private void intoMemory(Instruction store, View view) {
            Storage storage = Storage.of(view.elementType());
            vectors.narrowTo(storage);
            place(store, view);
            vectors.intoArray(storage);
        }

        private void place(Instruction access, View view) {
            code.reference(shared.captured().array(view));
            Integer early = positions.get(access);
            if (early == null) {
                effects.position(view, DivergenceAnalysis.indexes(access));
            } else {
                code.load(Type.I32, early);
            }
            distance();
            code.op(Opcodes.IADD);
        }

        private void distance() {
            code.load(Type.I32, at);
            if (further > 0) {
                code.number(further);
                code.op(Opcodes.IADD);
            }
        }

        /** Leaves a value on the stack as a vector. */
        private void vector(Value value) {
            Kind kind = kinds.kind(value);
            if (kind == Kind.LANES) {
                code.reference(local(value));
                return;
            }
            Integer early = spread.get(value);
            if (early != null) {
                code.reference(early);
            } else {
                first(value);
            }
            if (kind == Kind.INDEX) {
                Type type = value.type();
                vectors.species(type);
                distance();
                if (type == Type.I64) {
                    code.op(Opcodes.I2L);
                }
                code.constant(type, kinds.step(value));
                code.op(MethodWriter.opcode(type, Opcodes.IMUL));
                vectors.broadcast(type);
                vectors.operate(Binary.ADD, type);
            }
        }

        private void mask(Value truth, Type type) {
            if (kinds.kind(truth) == Kind.MASK) {
                code.reference(local(truth));
            } else {
                vectors.species(type);
                expressions.value(truth);
                vectors.mask();
            }
        }

        @Override
        public void push(Value value, Argument to) {
            if (kinds.kind(to) == Kind.LANES) {
                vector(value);
            } else {
                expressions.value(value);
            }
        }

        @Override
        public void pop(Argument argument) {
            if (kinds.kind(argument) == Kind.LANES) {
                code.storeReference(local(argument));
            } else {
                code.store(argument.type(), number(argument));
            }
        }

        @Override
        public void result(Value value) {
            vector(value);
            code.storeReference(result);
        }
    }
}
