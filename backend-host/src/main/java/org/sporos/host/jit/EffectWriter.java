package org.sporos.host.jit;

import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;
import org.sporos.host.natives.AccessLocation;
import org.sporos.kernel.ir.Guarantees;
import org.sporos.kernel.ir.Instruction;
import org.sporos.kernel.ir.MathFunction;
import org.sporos.kernel.ir.Op;
import org.sporos.kernel.ir.Type;
import org.sporos.kernel.ir.Value;
import org.sporos.kernel.ir.ViewRef;
import org.sporos.view.View;

/**
 * Writes instructions in their order: accesses, with a check where nothing is proven, and all that has a local
 * variable.
 */
final class EffectWriter {
    private final MethodWriter code;
    private final BodyWriter.Shared shared;
    private final ExpressionWriter expressions;
    private final Guarantees proofs;

    EffectWriter(MethodWriter code, BodyWriter.Shared shared, ExpressionWriter expressions) {
        this.code = code;
        this.shared = shared;
        this.expressions = expressions;
        this.proofs = shared.body().proofs();
    }

    /** Writes an instruction and leaves its result, if it has one, on the stack. */
    void write(Instruction instruction) {
        Op op = instruction.op();
        if (op instanceof Op.Load load) {
            load(instruction, load.view());
        } else if (op instanceof Op.Store store) {
            store(instruction, store.view());
        } else if (op instanceof Op.Atomic atomic) {
            atomic(instruction, atomic);
        } else if (op instanceof Op.ArrayNew || op instanceof Op.ArrayLoad || op instanceof Op.ArrayStore) {
            shared.arrays().write(this, instruction);
        } else if (op instanceof Op.Check check) {
            check(instruction, check);
        } else {
            if (isDivision(instruction) && !proofs.isDivisorNonZero(instruction)) {
                requireDivisor(instruction);
            }
            expressions.compute(instruction);
        }
    }

    private void load(Instruction load, ViewRef ref) {
        element(load, shared.body().view(ref), load.operands());
        code.op(MethodWriter.opcode(ref.storage(), Opcodes.IALOAD));
    }

    private void store(Instruction store, ViewRef ref) {
        element(store, shared.body().view(ref), withoutLast(store));
        expressions.value(last(store));
        code.op(MethodWriter.opcode(ref.storage(), Opcodes.IASTORE));
    }

    MethodWriter code() {
        return code;
    }

    ExpressionWriter expressions() {
        return expressions;
    }

    BodyWriter.Shared shared() {
        return shared;
    }

    boolean isInBounds(Instruction access) {
        return proofs.isInBounds(access, 0);
    }

    static Value last(Instruction instruction) {
        return instruction.operand(instruction.operands().size() - 1);
    }

    private static List<Value> withoutLast(Instruction instruction) {
        return instruction.operands().subList(0, instruction.operands().size() - 1);
    }

    private static boolean isDivision(Instruction instruction) {
        return instruction.type().isInteger() && !instruction.op().isPure();
    }

    /** The quotient of a division may overflow where only its divisor is proven: a zero is asked for all the same. */
    private void requireDivisor(Instruction division) {
        Value divisor = division.operand(1);
        Label fault =
                shared.faults().at(AccessLocation.division(shared.body().member(division), division.position()), Type.I32, List.of());
        expressions.value(divisor);
        if (divisor.type() == Type.I64) {
            code.op(Opcodes.LCONST_0);
            code.op(Opcodes.LCMP);
        }
        code.jump(Opcodes.IFEQ, fault);
    }

    /** Leaves the operand of a check on the stack, unless it fails. */
    private void check(Instruction instruction, Op.Check check) {
        if (!isInBounds(instruction)) {
            int local = expressions.local(instruction.operand(0));
            AccessLocation site = AccessLocation.check(shared.body().member(instruction), check, instruction.position());
            inside(site, local, check.bound());
        }
        expressions.value(instruction.operand(0));
    }

    /** Writes what fails unless an index in a local variable lies in {@code [0, bound)}. */
    void inside(AccessLocation site, int local, int bound) {
        Label fault = shared.faults().at(site, Type.I32, List.of(local));
        code.load(Type.I32, local);
        code.jump(Opcodes.IFLT, fault);
        code.load(Type.I32, local);
        code.number(bound);
        code.jump(Opcodes.IF_ICMPGE, fault);
    }

    /** Leaves an array and the position of an element on the stack. */
    private void element(Instruction access, View view, List<Value> indexes) {
        check(access, view, indexes);
        code.reference(shared.captured().array(view));
        position(view, indexes);
    }

    private void check(Instruction access, View view, List<Value> indexes) {
        if (indexes.isEmpty() || isInBounds(access)) {
            return;
        }
        List<Integer> locals = new ArrayList<>();
        indexes.forEach(index -> locals.add(expressions.local(index)));
        Type type = indexes.get(0).type();
        Label fault = shared.faults().at(AccessLocation.access(shared.body().member(access), view, access.position()), type, locals);
        for (int d = 0; d < indexes.size(); d++) {
            int extent = shared.captured().extent(view, d);
            inside(type, locals.get(d), extent, fault);
        }
    }

    /**
     * Jumps if an index, in a local variable, is not in {@code [0, extent)}; the extent is an int in a local variable.
     */
    private void inside(Type type, int index, int extent, Label fault) {
        code.load(type, index);
        if (type == Type.I32) {
            code.jump(Opcodes.IFLT, fault);
            code.load(type, index);
            code.load(Type.I32, extent);
            code.jump(Opcodes.IF_ICMPGE, fault);
            return;
        }
        code.op(Opcodes.LCONST_0);
        code.op(Opcodes.LCMP);
        code.jump(Opcodes.IFLT, fault);
        code.load(type, index);
        code.load(Type.I32, extent);
        code.op(Opcodes.I2L);
        code.op(Opcodes.LCMP);
        code.jump(Opcodes.IFGE, fault);
    }

    /** Leaves the position of an element on the stack; it fits, as all positions of a Java array do. */
    private void position(View view, List<Value> indexes) {
        CaptureLoader captured = shared.captured();
        int terms = 0;
        int offset = captured.offset(view);
        if (view.region().offset() != 0) {
            code.load(Type.I32, offset);
            terms++;
        }
        for (int d = 0; d < indexes.size(); d++) {
            expressions.value(indexes.get(d));
            if (indexes.get(d).type() == Type.I64) {
                code.op(Opcodes.L2I);
            }
            if (view.stride(d) != 1) {
                captured.stride(code, view, d);
                code.op(Opcodes.IMUL);
            }
            if (terms++ > 0) {
                code.op(Opcodes.IADD);
            }
        }
        if (terms == 0) {
            code.number(0);
        }
    }

    /** Atomics are the view's own; it checks again, but cannot know the line. */
    private void atomic(Instruction instruction, Op.Atomic atomic) {
        View view = shared.body().view(atomic.view());
        List<Value> indexes = instruction
                .operands()
                .subList(0, instruction.operands().size() - atomic.kind().valueCount());
        check(instruction, view, indexes);
        code.reference(shared.captured().object(view));
        StringBuilder descriptor = new StringBuilder("(");
        for (Value operand : instruction.operands()) {
            expressions.value(operand);
            descriptor.append(MethodWriter.letter(operand.type()));
        }
        descriptor.append(')').append(MethodWriter.letter(instruction.type()));
        code.invokeOn(CaptureLoader.type(view), atomic.kind().method(), descriptor.toString());
    }

    /** Returns whether an operation is one that this class can write. */
    static boolean knows(Op op) {
        return op instanceof MathFunction
                || op instanceof Op.Load
                || op instanceof Op.Store
                || op instanceof Op.Atomic
                || op instanceof Op.ArrayNew
                || op instanceof Op.ArrayLoad
                || op instanceof Op.ArrayStore
                || op instanceof Op.Check;
    }
}
