package org.sporos.host.code;

import java.util.List;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;
import org.sporos.host.cpp.Site;
import org.sporos.kernel.ir.Instruction;
import org.sporos.kernel.ir.LocalArray;
import org.sporos.kernel.ir.Op;
import org.sporos.kernel.ir.Type;
import org.sporos.kernel.ir.Value;

/** Writes what is done with local arrays. They are Java arrays, as in the lambda: the JVM keeps small ones in registers. */
final class LocalArrays {
    private LocalArrays() {}

    static void write(Effects effects, Instruction instruction) {
        Op op = instruction.op();
        Code code = effects.code();
        if (op instanceof Op.ArrayNew fresh) {
            code.number(fresh.array().length());
            code.out.visitIntInsn(Opcodes.NEWARRAY, kind(fresh.array().element()));
            code.out.visitVarInsn(Opcodes.ASTORE, effects.array(fresh.array()));
        } else if (op instanceof Op.ArrayLoad load) {
            element(effects, instruction, load.array());
            code.op(opcode(load.array().element(), Opcodes.IALOAD));
        } else if (op instanceof Op.ArrayStore store) {
            element(effects, instruction, store.array());
            effects.expressions().value(Effects.last(instruction));
            code.op(opcode(store.array().element(), Opcodes.IASTORE));
        }
    }

    private static void element(Effects effects, Instruction access, LocalArray array) {
        Code code = effects.code();
        Value index = access.operand(0);
        if (!effects.isInBounds(access)) {
            int local = effects.expressions().local(index);
            Site site = Site.array(effects.shared().member(), array.length(), access.position());
            Label fault = effects.shared().faults().at(site, Type.I32, List.of(local));
            code.load(Type.I32, local);
            code.jump(Opcodes.IFLT, fault);
            code.load(Type.I32, local);
            code.number(array.length());
            code.jump(Opcodes.IF_ICMPGE, fault);
        }
        code.reference(effects.array(array));
        effects.expressions().value(index);
    }

    private static int kind(LocalArray.Element element) {
        return switch (element) {
            case BOOL -> Opcodes.T_BOOLEAN;
            case I8 -> Opcodes.T_BYTE;
            case I16 -> Opcodes.T_SHORT;
            case U16 -> Opcodes.T_CHAR;
            case I32 -> Opcodes.T_INT;
            case I64 -> Opcodes.T_LONG;
            case F32 -> Opcodes.T_FLOAT;
            case F64 -> Opcodes.T_DOUBLE;
        };
    }

    /** Returns the variant of an opcode of ints; they follow in the order I, L, F, D, object, B, C, S. */
    private static int opcode(LocalArray.Element element, int ofInts) {
        return switch (element) {
            case I32 -> ofInts;
            case I64 -> ofInts + 1;
            case F32 -> ofInts + 2;
            case F64 -> ofInts + 3;
            case BOOL, I8 -> ofInts + 5;
            case U16 -> ofInts + 6;
            case I16 -> ofInts + 7;
        };
    }
}
