package org.sporos.host.jit;

import org.objectweb.asm.Opcodes;
import org.sporos.kernel.ir.ConstantFolding;
import org.sporos.kernel.ir.LocalArray;
import org.sporos.kernel.ir.Op;
import org.sporos.kernel.ir.Region.Instruction;
import org.sporos.kernel.ir.Type;

/**
 * Writes accesses to local arrays and constant tables of one kernel. A local array is a disjoint part of the thread's
 * scratch array and is cleared where it is created, so it costs no memory per index.
 */
record LocalArrays(MethodWriter code, BodyFacts facts, ExpressionWriter expressions, CheckWriter checks) {
    /** The longest array that is cleared element by element. */
    private static final int FEW = 8;

    /** Writes an access; a load pushes its element. */
    void write(Instruction access) {
        Op op = access.op();
        if (op instanceof Op.ArrayNew fresh) {
            clear(fresh.array());
        } else if (op instanceof Op.ArrayLoad load) {
            checks.array(access, load.array());
            element(access, load.array());
            code.op(MethodWriter.opcode(load.array().element(), Opcodes.IALOAD));
        } else if (op instanceof Op.ArrayStore store) {
            checks.array(access, store.array());
            element(access, store.array());
            expressions.value(access.operand(1));
            code.op(MethodWriter.opcode(store.array().element(), Opcodes.IASTORE));
        }
    }

    private void clear(LocalArray array) {
        int first = facts.offset(array);
        Type type = array.element().value();
        if (array.length() > FEW) {
            code.reference(facts.captured().scratch(array.element()));
            code.number(first);
            code.number(first + array.length());
            code.constant(type, 0);
            String letter = MethodWriter.arrayOf(array.element()).substring(1);
            code.invoke("java/util/Arrays", "fill", "([" + letter + "II" + letter + ")V");
            return;
        }
        for (int k = 0; k < array.length(); k++) {
            code.reference(facts.captured().scratch(array.element()));
            code.number(first + k);
            code.constant(type, 0);
            code.op(MethodWriter.opcode(array.element(), Opcodes.IASTORE));
        }
    }

    /** Pushes the Java array and the index of an element. */
    private void element(Instruction access, LocalArray array) {
        if (array.isTable()) {
            code.reference(facts.captured().table(array));
            expressions.value(access.operand(0));
            return;
        }
        code.reference(facts.captured().scratch(array.element()));
        int first = facts.offset(array);
        Long literal = ConstantFolding.literal(access.operand(0));
        if (literal != null) {
            code.number(first + literal.intValue());
            return;
        }
        expressions.value(access.operand(0));
        if (first != 0) {
            code.number(first);
            code.op(Opcodes.IADD);
        }
    }
}
