package org.sporos.host.jit;

import java.util.Locale;
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

/** Writes expressions, which push a value, and conditional jumps. */
record ExpressionWriter(MethodWriter code, BodyFacts facts, ToIntFunction<Value> locals) {
    /** Pushes a value. */
    void value(Value value) {
        if (value instanceof Instruction instruction && facts.isInlined(instruction)) {
            compute(instruction);
        } else {
            code.load(value.type(), locals.applyAsInt(value));
        }
    }

    /** Returns a local variable with a value. */
    int local(Value value) {
        if (facts.isInlined(value)) {
            int local = code.local(value.type());
            value(value);
            code.store(value.type(), local);
            return local;
        }
        return locals.applyAsInt(value);
    }

    /** Pushes the result of an instruction that cannot fail. */
    void compute(Instruction instruction) {
        Op op = instruction.op();
        Type type = instruction.type();
        ArgumentUnpacker captured = facts.captured();
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
            materialize(instruction);
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

    /** Pushes a comparison as 1 or 0. */
    private void materialize(Instruction comparison) {
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

    /** Jumps if a BOOL equals {@code wanted}, else falls through. */
    void jump(Value condition, boolean wanted, Label to) {
        if (condition instanceof Instruction inlined && facts.isInlined(inlined)) {
            if (inlined.op() instanceof Compare) {
                compare(inlined, wanted, to);
                return;
            } else if (inlined.op() == Unary.NOT) {
                jump(inlined.operand(0), !wanted, to);
                return;
            } else if (inlined.op() == Binary.AND || inlined.op() == Binary.OR) {
                shortCircuit(inlined, wanted, to);
                return;
            }
        }
        value(condition);
        code.jump(wanted ? Opcodes.IFNE : Opcodes.IFEQ, to);
    }

    /** Jumps by AND or OR with short-circuit evaluation. */
    private void shortCircuit(Instruction pair, boolean wanted, Label to) {
        boolean oneDecides = (pair.op() == Binary.OR) == wanted;
        if (oneDecides) {
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
        // A comparison with NaN is false: CMPL gives -1 for GT and GE, CMPG 1 for LT and LE.
        boolean more = op == Compare.GT || op == Compare.GE;
        Compare tested = wanted ? op : op.negated();
        switch (type) {
            case BOOL, I32 -> {
                code.jump(Opcodes.IF_ICMPEQ + opcodeOffset(tested), to);
                return;
            }
            case I64 -> code.op(Opcodes.LCMP);
            case F32 -> code.op(more ? Opcodes.FCMPL : Opcodes.FCMPG);
            default -> code.op(more ? Opcodes.DCMPL : Opcodes.DCMPG);
        }
        code.jump(Opcodes.IFEQ + opcodeOffset(tested), to);
    }

    /** Returns the offset of a comparison's jump from IFEQ or IF_ICMPEQ. */
    private static int opcodeOffset(Compare compare) {
        return switch (compare) {
            case EQ -> 0;
            case NE -> 1;
            case LT -> 2;
            case GE -> 3;
            case GT -> 4;
            case LE -> 5;
        };
    }

    /** Writes calls of the JDK's mathematical functions on operands from the stack. */
    private static final class MathCallWriter {
        private static final String MATH = "java/lang/Math";
        private static final String STRICT_MATH = "java/lang/StrictMath";
        private static final String STRICT = "STRICT_";

        private MathCallWriter() {}

        static void call(MethodWriter code, MathFunction function, Instruction instruction) {
            Type type = instruction.operand(0).type();
            switch (function) {
                case BIT_COUNT -> bits(code, type, "bitCount", "I");
                case LEADING_ZEROS -> bits(code, type, "numberOfLeadingZeros", "I");
                case TRAILING_ZEROS -> bits(code, type, "numberOfTrailingZeros", "I");
                case REVERSE -> bits(code, type, "reverse", MethodWriter.letter(type));
                case REVERSE_BYTES -> bits(code, type, "reverseBytes", MethodWriter.letter(type));
                case ROTATE_LEFT -> rotate(code, type, "rotateLeft");
                case ROTATE_RIGHT -> rotate(code, type, "rotateRight");
                case SQRT, FLOOR, CEIL, RINT -> real(code, type, function);
                default -> {
                    String owner = function.name().startsWith(STRICT) ? STRICT_MATH : MATH;
                    code.invoke(owner, name(function), descriptor(instruction));
                }
            }
        }

        private static String box(Type type) {
            return type == Type.I64 ? "java/lang/Long" : "java/lang/Integer";
        }

        private static void bits(MethodWriter code, Type type, String name, String result) {
            code.invoke(box(type), name, "(" + MethodWriter.letter(type) + ")" + result);
        }

        private static void rotate(MethodWriter code, Type type, String name) {
            code.invoke(box(type), name, "(" + MethodWriter.letter(type) + "I)" + MethodWriter.letter(type));
        }

        /** Converts floats to double and back, which is exact for these functions. */
        private static void real(MethodWriter code, Type type, MathFunction function) {
            if (type == Type.F32) {
                code.op(Opcodes.F2D);
            }
            code.invoke(MATH, name(function), "(D)D");
            if (type == Type.F32) {
                code.op(Opcodes.D2F);
            }
        }

        private static String descriptor(Instruction instruction) {
            StringBuilder text = new StringBuilder("(");
            instruction.operands().forEach(operand -> text.append(MethodWriter.letter(operand.type())));
            return text.append(')')
                    .append(MethodWriter.letter(instruction.type()))
                    .toString();
        }

        /** Returns the Java name: GET_EXPONENT is getExponent, STRICT_SIN is sin. */
        private static String name(MathFunction function) {
            StringBuilder text = new StringBuilder();
            for (String word :
                    function.name().replace(STRICT, "").toLowerCase(Locale.ROOT).split("_")) {
                text.append(text.isEmpty() ? word : Character.toUpperCase(word.charAt(0)) + word.substring(1));
            }
            return text.toString();
        }
    }
}
