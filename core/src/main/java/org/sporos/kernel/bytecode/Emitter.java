package org.sporos.kernel.bytecode;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sporos.kernel.SourcePosition;
import org.sporos.kernel.ir.KernelBuilder.DraftBlock;
import org.sporos.kernel.ir.Op;
import org.sporos.kernel.ir.Op.Compare;
import org.sporos.kernel.ir.Op.Conversion;
import org.sporos.kernel.ir.Region.Instruction;
import org.sporos.kernel.ir.Region.Value;
import org.sporos.kernel.ir.ScalarRef;
import org.sporos.kernel.ir.Type;

/** The insertion point of the lifter: the current block and source position. Mutable. */
final class Emitter {
    DraftBlock block;
    SourcePosition position;

    Emitter(DraftBlock block, SourcePosition position) {
        this.block = block;
        this.position = position;
    }

    Value emit(Op op, Type type, List<Value> operands) {
        return block.add(op, type, position, operands);
    }

    Value constant(Type type, long bits) {
        return emit(new Op.Constant(type, bits), type, List.of());
    }

    Value constant(int value) {
        return constant(Type.I32, value);
    }

    /** Returns a conversion of a value; int to long is folded for constants. */
    Value convert(Conversion conversion, Value value) {
        if (conversion == Conversion.I2L && value instanceof Instruction i && i.op() instanceof Op.Constant c) {
            return constant(Type.I64, c.bits());
        }
        return emit(conversion, conversion.to(), List.of(value));
    }

    /** Returns the value of a captured scalar. */
    Slot.Num scalar(ScalarRef scalar) {
        Value value = emit(new Op.Scalar(scalar), scalar.type(), List.of());
        return scalar.type() == Type.BOOL ? asInt(value) : new Slot.Num(value);
    }

    /** Returns a BOOL as an int, its type in the JVM. */
    Slot.Num asInt(Value bool) {
        return new Slot.Num(convert(Conversion.BOOL2I, bool));
    }

    /** Returns {@code value != 0} as a BOOL. */
    Value asBool(Value value) {
        if (value.type() == Type.BOOL) {
            return value;
        }
        if (value instanceof Instruction i && i.op() == Conversion.BOOL2I) {
            return i.operand(0);
        }
        return emit(Compare.NE, Type.BOOL, List.of(value, constant(0)));
    }

    /** Returns the bits of a constant, or null. */
    static @Nullable Long constantBits(Slot slot) {
        if (slot instanceof Slot.Num num
                && num.value() instanceof Instruction i
                && i.op() instanceof Op.Constant constant) {
            return constant.bits();
        }
        return null;
    }

    /** Returns the bits of a constant or captured scalar, or null. */
    static @Nullable Long knownBits(Slot slot) {
        if (slot instanceof Slot.Num num
                && num.value() instanceof Instruction i
                && i.op() instanceof Op.Scalar scalar) {
            return scalar.scalar().bits();
        }
        return constantBits(slot);
    }
}
