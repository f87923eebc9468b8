package org.sporos.host.jit;

import java.util.function.ToIntFunction;
import org.objectweb.asm.Label;
import org.objectweb.asm.Opcodes;
import org.sporos.kernel.ir.Op;
import org.sporos.kernel.ir.Op.Binary;
import org.sporos.kernel.ir.Op.Compare;
import org.sporos.kernel.ir.Op.Conversion;
import org.sporos.kernel.ir.Op.MathFunction;
import org.sporos.kernel.ir.Op.Unary;
import org.sporos.kernel.ir.Region.Instruction;
import org.sporos.kernel.ir.Region.Value;
import org.sporos.kernel.ir.Type;
import org.sporos.view.View;

/** Writes what leaves values on the stack and what jumps by them. */
final class ExpressionWriter {
    private final MethodWriter code;
    private final BodyFacts facts;
    private final ToIntFunction<Value> locals;

    ExpressionWriter(MethodWriter code, BodyFacts facts, ToIntFunction<Value> locals) {
        this.code = code;
        this.facts = facts;
        this.locals = locals;
    }

    /** Leaves a value on the stack. */
    void value(Value value) {
        if (value instanceof Instruction instruction && facts.inlined().isInlined(instruction)) {
            compute(instruction);
        } else {
            code.load(value.type(), locals.applyAsInt(value));
        }
    }

    /** Returns a local variable that holds a value. */
    int local(Value value) {
        if (facts.inlined().isInlined(value)) {
            int local = code.local(value.type());
            value(value);
            code.store(value.type(), local);
            return local;
        }
        return locals.applyAsInt(value);
    }

    /** Leaves the result of a pure instruction, or of one that is known not to fail, on the stack. */
    void compute(Instruction instruction) {
        Op op = instruction.op();
        Type type = instruction.type();
        CaptureLoader captured = facts.captured();
        if (op instanceof Op.Constant constant) {
            code.constant(type, constant.bits());
        } else if (op instanceof Op.Scalar scalar) {
            code.load(type, captured.scalar(facts.body().scalar(scalar.scalar()), type));
        } else if (op instanceof Op.Param param) {
            code.load(type, captured.param(facts.body().param(param.param()), type));
        } else if (op instanceof Op.Extent extent) {
            View view = facts.body().view(extent.view());
            boolean all = extent.dimension() == Op.Extent.SIZE;
            code.load(Type.I32, all ? captured.size(view) : captured.extent(view, extent.dimension()));
            code.op(Opcodes.I2L);
        } else if (op instanceof Compare) {
            truth(instruction);
        } else if (op instanceof Op.Select) {
            select(instruction);
        } else {
            operate(instruction);
        }
    }

    private void operate(Instruction instruction) {
        Op op = instruction.op();
        for (Value operand : instruction.operands()) {
            value(operand);
        }
        if (op instanceof Binary binary) {
            code.op(MethodWriter.opcode(instruction.type(), opcode(binary)));
        } else if (op == Unary.NOT) {
            code.number(1);
            code.op(Opcodes.IXOR);
        } else if (op == Unary.NEG) {
            code.op(MethodWriter.opcode(instruction.type(), Opcodes.INEG));
        } else if (op instanceof Conversion conversion) {
            convert(conversion);
        } else {
            MathCallWriter.call(code, (MathFunction) op, instruction);
        }
    }

    private static int opcode(Binary binary) {
        return switch (binary) {
            case ADD -> Opcodes.IADD;
            case SUB -> Opcodes.ISUB;
            case MUL -> Opcodes.IMUL;
            case DIV -> Opcodes.IDIV;
            case REM -> Opcodes.IREM;
            case AND -> Opcodes.IAND;
            case OR -> Opcodes.IOR;
            case XOR -> Opcodes.IXOR;
            case SHL -> Opcodes.ISHL;
            case SHR -> Opcodes.ISHR;
            case USHR -> Opcodes.IUSHR;
        };
    }

    private void convert(Conversion conversion) {
        switch (conversion) {
            case I2L -> code.op(Opcodes.I2L);
            case I2F -> code.op(Opcodes.I2F);
            case I2D -> code.op(Opcodes.I2D);
            case L2I -> code.op(Opcodes.L2I);
            case L2F -> code.op(Opcodes.L2F);
            case L2D -> code.op(Opcodes.L2D);
            case F2I -> code.op(Opcodes.F2I);
            case F2L -> code.op(Opcodes.F2L);
            case F2D -> code.op(Opcodes.F2D);
            case D2I -> code.op(Opcodes.D2I);
            case D2L -> code.op(Opcodes.D2L);
            case D2F -> code.op(Opcodes.D2F);
            case I2B -> code.op(Opcodes.I2B);
            case I2S -> code.op(Opcodes.I2S);
            case I2C -> code.op(Opcodes.I2C);
            // A BOOL is an int of 0 or 1 already.
            case BOOL2I -> {}
            case F32_BITS -> code.invoke("java/lang/Float", "floatToRawIntBits", "(F)I");
            case BITS_F32 -> code.invoke("java/lang/Float", "intBitsToFloat", "(I)F");
            case F64_BITS -> code.invoke("java/lang/Double", "doubleToRawLongBits", "(D)J");
            case BITS_F64 -> code.invoke("java/lang/Double", "longBitsToDouble", "(J)D");
        }
    }

    /** Leaves 1 or 0. */
    private void truth(Instruction comparison) {
        Label yes = new Label();
        Label end = new Label();
        compare(comparison, true, yes);
        code.number(0);
        code.jump(Opcodes.GOTO, end);
        code.at(yes);
        code.number(1);
        code.at(end);
    }

    private void select(Instruction select) {
        Label other = new Label();
        Label end = new Label();
        jump(select.operand(0), false, other);
        value(select.operand(1));
        code.jump(Opcodes.GOTO, end);
        code.at(other);
        value(select.operand(2));
        code.at(end);
    }

    /** Jumps if a BOOL is as wanted, else goes on behind. */
    void jump(Value condition, boolean wanted, Label to) {
        if (condition instanceof Instruction inlined && facts.inlined().isInlined(inlined)) {
            if (inlined.op() instanceof Compare) {
                compare(inlined, wanted, to);
                return;
            } else if (inlined.op() == Unary.NOT) {
                jump(inlined.operand(0), !wanted, to);
                return;
            } else if (inlined.op() == Binary.AND || inlined.op() == Binary.OR) {
                both(inlined, wanted, to);
                return;
            }
        }
        value(condition);
        code.jump(wanted ? Opcodes.IFNE : Opcodes.IFEQ, to);
    }

    /** Jumps by two conditions, the second of which is asked only if the first leaves the answer open. */
    private void both(Instruction pair, boolean wanted, Label to) {
        boolean oneIsEnough = (pair.op() == Binary.OR) == wanted;
        if (oneIsEnough) {
            jump(pair.operand(0), wanted, to);
            jump(pair.operand(1), wanted, to);
        } else {
            Label open = new Label();
            jump(pair.operand(0), !wanted, open);
            jump(pair.operand(1), wanted, to);
            code.at(open);
        }
    }

    private void compare(Instruction comparison, boolean wanted, Label to) {
        Compare op = (Compare) comparison.op();
        Type type = comparison.operand(0).type();
        value(comparison.operand(0));
        value(comparison.operand(1));
        // With a NaN the answer is no: -1 for what asks for more, 1 for what asks for less.
        boolean more = op == Compare.GT || op == Compare.GE;
        Compare asked = wanted ? op : op.negated();
        switch (type) {
            case BOOL, I32 -> {
                code.jump(Opcodes.IF_ICMPEQ + place(asked), to);
                return;
            }
            case I64 -> code.op(Opcodes.LCMP);
            case F32 -> code.op(more ? Opcodes.FCMPL : Opcodes.FCMPG);
            default -> code.op(more ? Opcodes.DCMPL : Opcodes.DCMPG);
        }
        code.jump(Opcodes.IFEQ + place(asked), to);
    }

    /** Returns the place of a comparison among the JVM's jumps. */
    private static int place(Compare compare) {
        return switch (compare) {
            case EQ -> 0;
            case NE -> 1;
            case LT -> 2;
            case GE -> 3;
            case GT -> 4;
            case LE -> 5;
        };
    }
}
