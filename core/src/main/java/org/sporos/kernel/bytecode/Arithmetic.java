package org.sporos.kernel.bytecode;

import static org.objectweb.asm.Opcodes.*;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sporos.kernel.ir.Op.Binary;
import org.sporos.kernel.ir.Op.Conversion;
import org.sporos.kernel.ir.Op.Unary;
import org.sporos.kernel.ir.Region.Instruction;
import org.sporos.kernel.ir.Region.Value;
import org.sporos.kernel.ir.Type;

/** Lifts the operators, conversions and comparisons of numbers. */
record Arithmetic(LiftContext context, Emitter emitter) {
    private static final Type[] TYPES = {Type.I32, Type.I64, Type.F32, Type.F64};
    private static final Binary[] OPERATORS = {Binary.ADD, Binary.SUB, Binary.MUL, Binary.DIV, Binary.REM};
    private static final Binary[] BITS = {Binary.SHL, Binary.SHR, Binary.USHR, Binary.AND, Binary.OR, Binary.XOR};
    private static final Conversion[] CONVERSIONS = {
        Conversion.I2L, Conversion.I2F, Conversion.I2D, Conversion.L2I, Conversion.L2F, Conversion.L2D,
        Conversion.F2I, Conversion.F2L, Conversion.F2D, Conversion.D2I, Conversion.D2L, Conversion.D2F,
        Conversion.I2B, Conversion.I2C, Conversion.I2S
    };

    void lift(int opcode, State state) {
        if (opcode <= DREM) {
            binary(OPERATORS[(opcode - IADD) / 4], TYPES[(opcode - IADD) % 4], state);
        } else if (opcode <= DNEG) {
            unary(Unary.NEG, TYPES[opcode - INEG], state);
        } else if (opcode <= LXOR) {
            binary(BITS[(opcode - ISHL) / 2], TYPES[(opcode - ISHL) % 2], state);
        } else if (opcode <= I2S) {
            convert(CONVERSIONS[opcode - I2L], state);
        } else {
            compare(opcode, state);
        }
    }

    private void binary(Binary operator, Type type, State state) {
        Value right = value(state.pop());
        Value left = value(state.pop());
        if (left == null || right == null) {
            state.push(unknown(type));
            return;
        }
        Value bool = logical(operator, left, right);
        state.push(
                bool != null ? emitter.asInt(bool) : new Slot.Num(emitter.emit(operator, type, List.of(left, right))));
    }

    /** Bitwise operators on two booleans become logical ones. */
    private @Nullable Value logical(Binary operator, Value left, Value right) {
        boolean fits = operator == Binary.AND || operator == Binary.OR || operator == Binary.XOR;
        if (fits && isBoolean(left) && isBoolean(right)) {
            List<Value> bools = List.of(((Instruction) left).operand(0), ((Instruction) right).operand(0));
            return emitter.emit(operator, Type.BOOL, bools);
        }
        return null;
    }

    private static boolean isBoolean(Value value) {
        return value instanceof Instruction i && i.op() == Conversion.BOOL2I;
    }

    private void unary(Unary operator, Type type, State state) {
        Value operand = value(state.pop());
        state.push(operand == null ? unknown(type) : new Slot.Num(emitter.emit(operator, type, List.of(operand))));
    }

    private void convert(Conversion conversion, State state) {
        Value operand = value(state.pop());
        state.push(operand == null ? unknown(conversion.to()) : new Slot.Num(emitter.convert(conversion, operand)));
    }

    private void compare(int opcode, State state) {
        Value right = value(state.pop());
        Value left = value(state.pop());
        int bias = opcode == FCMPL || opcode == DCMPL ? -1 : 1;
        state.push(left == null || right == null ? unknown(Type.I32) : new Slot.Ordering(left, right, bias));
    }

    private @Nullable Value value(Slot slot) {
        return context.requiresNumber(slot) ? BranchCondition.asNumber(slot, emitter) : null;
    }

    static Slot unknown(Type type) {
        return new Slot.Unknown(type == Type.I64 || type == Type.F64);
    }
}
