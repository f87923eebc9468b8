package org.sporos.host.jit;

import java.util.Locale;
import org.objectweb.asm.Opcodes;
import org.sporos.kernel.ir.Op.MathFunction;
import org.sporos.kernel.ir.Region.Instruction;
import org.sporos.kernel.ir.Type;

/** Writes calls of the JDK's mathematical functions on operands from the stack. */
final class MathCallWriter {
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
        return text.append(')').append(MethodWriter.letter(instruction.type())).toString();
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
