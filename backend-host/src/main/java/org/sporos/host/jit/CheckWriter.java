package org.sporos.host.jit;

import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;
import org.sporos.backend.FaultSite;
import org.sporos.kernel.ir.ConstantFolding;
import org.sporos.kernel.ir.LocalArray;
import org.sporos.kernel.ir.Op;
import org.sporos.kernel.ir.Region.Instruction;
import org.sporos.kernel.ir.Region.Value;
import org.sporos.kernel.ir.Type;
import org.sporos.view.View;

/** Writes unproven checks, each as a jump to a fault exit. */
record CheckWriter(MethodWriter code, BodyFacts facts, ExpressionWriter expressions) {
    private boolean isInBounds(Instruction access) {
        return facts.body().proofs().isInBounds(access, 0);
    }

    private int member(Instruction instruction) {
        return facts.body().member(instruction);
    }

    /** Checks the indexes of an access to a view. */
    void view(Instruction access, View view, List<Value> indexes) {
        if (indexes.isEmpty() || isInBounds(access)) {
            return;
        }
        List<Integer> locals = new ArrayList<>();
        indexes.forEach(index -> locals.add(expressions.local(index)));
        Type type = indexes.get(0).type();
        Label fault = facts.faults().at(FaultSite.access(member(access), view, access.position()), type, locals);
        for (int d = 0; d < indexes.size(); d++) {
            inside(type, locals.get(d), facts.captured().extent(view, d), fault);
        }
    }

    /** Jumps if an index is not in {@code [0, extent)}; both are local variables, the extent an int. */
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

    /** Checks the index of an access to a local array or a table. */
    void array(Instruction access, LocalArray array) {
        Long literal = ConstantFolding.literal(access.operand(0));
        boolean isKnown = literal != null && literal >= 0 && literal < array.length();
        if (!isKnown && !isInBounds(access)) {
            int local = expressions.local(access.operand(0));
            inside(FaultSite.array(member(access), array.length(), access.position()), local, array.length());
        }
    }

    /** Checks an operand and pushes it. */
    void check(Instruction instruction, Op.Check check) {
        if (!isInBounds(instruction)) {
            int local = expressions.local(instruction.operand(0));
            inside(FaultSite.check(member(instruction), check, instruction.position()), local, check.bound());
        }
        expressions.value(instruction.operand(0));
    }

    private void inside(FaultSite site, int local, int bound) {
        Label fault = facts.faults().at(site, Type.I32, List.of(local));
        code.load(Type.I32, local);
        code.jump(Opcodes.IFLT, fault);
        code.load(Type.I32, local);
        code.number(bound);
        code.jump(Opcodes.IF_ICMPGE, fault);
    }

    /** Checks the divisor of an integer division. */
    void divisor(Instruction division) {
        if (!division.isDivision() || facts.body().proofs().isDivisorNonZero(division)) {
            return;
        }
        Value divisor = division.operand(1);
        Label fault = facts.faults().at(FaultSite.division(member(division), division.position()), Type.I32, List.of());
        expressions.value(divisor);
        if (divisor.type() == Type.I64) {
            code.op(Opcodes.LCONST_0);
            code.op(Opcodes.LCMP);
        }
        code.jump(Opcodes.IFEQ, fault);
    }
}
