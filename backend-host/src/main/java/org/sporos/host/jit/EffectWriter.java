package org.sporos.host.jit;

import java.util.List;
import org.objectweb.asm.Opcodes;
import org.sporos.kernel.ir.Op;
import org.sporos.kernel.ir.Op.MathFunction;
import org.sporos.kernel.ir.Region.Instruction;
import org.sporos.kernel.ir.Region.Value;
import org.sporos.kernel.ir.Type;
import org.sporos.kernel.ir.ViewRef;
import org.sporos.view.View;

/**
 * Writes the instructions that are not inlined, in order: accesses with their unproven checks, and values with a local
 * variable.
 */
final class EffectWriter {
    private final MethodWriter code;
    private final BodyFacts facts;
    private final ExpressionWriter expressions;
    private final CheckWriter checks;
    private final LocalArrays arrays;

    EffectWriter(MethodWriter code, BodyFacts facts, ExpressionWriter expressions) {
        this.code = code;
        this.facts = facts;
        this.expressions = expressions;
        this.checks = new CheckWriter(code, facts, expressions);
        this.arrays = new LocalArrays(code, facts, expressions, checks);
    }

    /** Writes an instruction and pushes its result, if any. */
    void write(Instruction instruction) {
        Op op = instruction.op();
        if (op instanceof Op.Load load) {
            load(instruction, load.view());
        } else if (op instanceof Op.Store store) {
            store(instruction, store.view());
        } else if (op instanceof Op.Atomic atomic) {
            atomic(instruction, atomic);
        } else if (op instanceof Op.ArrayNew || op instanceof Op.ArrayLoad || op instanceof Op.ArrayStore) {
            arrays.write(instruction);
        } else if (op instanceof Op.Check check) {
            checks.check(instruction, check);
        } else {
            checks.divisor(instruction);
            expressions.compute(instruction);
        }
    }

    private void load(Instruction load, ViewRef ref) {
        element(load, facts.body().view(ref), load.operands());
        code.op(MethodWriter.opcode(ref.storage(), Opcodes.IALOAD));
    }

    private void store(Instruction store, ViewRef ref) {
        element(store, facts.body().view(ref), withoutLast(store));
        expressions.value(last(store));
        code.op(MethodWriter.opcode(ref.storage(), Opcodes.IASTORE));
    }

    private static Value last(Instruction instruction) {
        return instruction.operand(instruction.operands().size() - 1);
    }

    private static List<Value> withoutLast(Instruction instruction) {
        return instruction.operands().subList(0, instruction.operands().size() - 1);
    }

    /** Pushes the array and index of an element. */
    private void element(Instruction access, View view, List<Value> indexes) {
        checks.view(access, view, indexes);
        code.reference(facts.captured().array(view));
        elementOffset(view, indexes);
    }

    /** Pushes the index of an element in its Java array, an int. */
    private void elementOffset(View view, List<Value> indexes) {
        int offset = facts.captured().offset(view);
        if (view.region().offset() != 0) {
            code.load(Type.I32, offset);
        }
        distance(view, indexes, view.region().offset() == 0 ? 0 : 1);
    }

    /**
     * Pushes the distance of an element from the first one, an int.
     *
     * @param before the number of ints on the stack to which it is added
     */
    private void distance(View view, List<Value> indexes, int before) {
        ArgumentUnpacker captured = facts.captured();
        int terms = before;
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

    /**
     * Calls the view's own atomic, unless the loop updates a copy. The view repeats the bounds check, but only the
     * check here names the source line.
     */
    private void atomic(Instruction instruction, Op.Atomic atomic) {
        View view = facts.body().view(atomic.view());
        List<Value> indexes = instruction
                .operands()
                .subList(0, instruction.operands().size() - atomic.kind().valueCount());
        checks.view(instruction, view, indexes);
        PrivateCopies.Copy copy = facts.copies().of(view);
        if (copy != null) {
            update(instruction, copy, indexes);
            return;
        }
        code.reference(facts.captured().object(view));
        StringBuilder descriptor = new StringBuilder("(");
        for (Value operand : instruction.operands()) {
            expressions.value(operand);
            descriptor.append(MethodWriter.letter(operand.type()));
        }
        descriptor.append(')').append(MethodWriter.letter(instruction.type()));
        code.invokeOn(ArgumentUnpacker.className(view), atomic.kind().method(), descriptor.toString());
    }

    /** Updates an element of a copy, and pushes its value for the dead result. */
    private void update(Instruction atomic, PrivateCopies.Copy copy, List<Value> indexes) {
        code.reference(facts.captured().scratch(copy.element()));
        code.number(copy.first());
        distance(copy.view(), indexes, 1);
        code.op(Opcodes.DUP2);
        code.op(MethodWriter.opcode(copy.element(), Opcodes.IALOAD));
        expressions.value(last(atomic));
        code.combine(copy.operator(), copy.type());
        code.op(MethodWriter.isWide(copy.type()) ? Opcodes.DUP2_X2 : Opcodes.DUP_X2);
        code.op(MethodWriter.opcode(copy.element(), Opcodes.IASTORE));
    }

    /** Returns whether this class writes an operation. */
    static boolean supports(Op op) {
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
