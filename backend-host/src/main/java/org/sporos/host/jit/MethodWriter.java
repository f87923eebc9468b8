package org.sporos.host.jit;

import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.sporos.error.InternalException;
import org.sporos.kernel.ir.Storage;
import org.sporos.kernel.ir.Type;
import org.sporos.policy.ReductionOp;

/**
 * Writes a method in terms of IR types. Unlike {@code GeneratorAdapter} of asm-commons it reuses the slots of local
 * variables ({@link #release}).
 */
final class MethodWriter {
    final MethodVisitor out;
    private int next;

    MethodWriter(MethodVisitor out, int firstLocal) {
        this.out = out;
        this.next = firstLocal;
    }

    /** Returns a new local variable. */
    int local(Type type) {
        int local = next;
        next += isWide(type) ? 2 : 1;
        return local;
    }

    /** Returns a new local variable for an object. */
    int reference() {
        return next++;
    }

    /** Returns the next free slot, for {@link #release}. */
    int mark() {
        return next;
    }

    /** Frees all local variables since a mark. */
    void release(int mark) {
        next = mark;
    }

    static boolean isWide(Type type) {
        return type == Type.I64 || type == Type.F64;
    }

    void load(Type type, int local) {
        out.visitVarInsn(opcode(type, Opcodes.ILOAD), local);
    }

    void store(Type type, int local) {
        out.visitVarInsn(opcode(type, Opcodes.ISTORE), local);
    }

    /** Returns the variant of an int opcode for a type, in the order I, L, F, D. */
    static int opcode(Type type, int ofInts) {
        return switch (type) {
            case BOOL, I32 -> ofInts;
            case I64 -> ofInts + 1;
            case F32 -> ofInts + 2;
            case F64 -> ofInts + 3;
            case VOID -> throw new InternalException("no instruction is of the type void");
        };
    }

    /** Returns the variant of an int array opcode, in the order I, L, F, D, object, B, C, S. */
    static int opcode(Storage storage, int ofInts) {
        return switch (storage) {
            case BOOL, I8 -> ofInts + 5;
            case U16 -> ofInts + 6;
            case I16 -> ofInts + 7;
            case I32, I64, F32, F64 -> opcode(storage.value(), ofInts);
        };
    }

    void constant(Type type, long bits) {
        switch (type) {
            case BOOL, I32 -> number((int) bits);
            case I64 -> number(bits);
            case F32 -> real(Float.intBitsToFloat((int) bits), (int) bits == 0, Opcodes.FCONST_0);
            case F64 -> real(Double.longBitsToDouble(bits), bits == 0, Opcodes.DCONST_0);
            case VOID -> throw new InternalException("no instruction is of the type void");
        }
    }

    void number(int value) {
        if (value >= -1 && value <= 5) {
            out.visitInsn(Opcodes.ICONST_0 + value);
        } else if (value == (byte) value) {
            out.visitIntInsn(Opcodes.BIPUSH, value);
        } else if (value == (short) value) {
            out.visitIntInsn(Opcodes.SIPUSH, value);
        } else {
            out.visitLdcInsn(value);
        }
    }

    private void number(long value) {
        if (value == 0 || value == 1) {
            out.visitInsn(Opcodes.LCONST_0 + (int) value);
        } else {
            out.visitLdcInsn(value);
        }
    }

    /** @param zero the instruction that pushes positive zero */
    private void real(Object value, boolean isZero, int zero) {
        if (isZero) {
            out.visitInsn(zero);
        } else {
            out.visitLdcInsn(value);
        }
    }

    /** Converts raw bits, a long on the stack, to a value. */
    void fromBits(Type type) {
        switch (type) {
            case BOOL, I32 -> op(Opcodes.L2I);
            case F32 -> {
                op(Opcodes.L2I);
                invoke("java/lang/Float", "intBitsToFloat", "(I)F");
            }
            case F64 -> invoke("java/lang/Double", "longBitsToDouble", "(J)D");
            default -> {}
        }
    }

    /** Converts the value on the stack to raw bits, a long. */
    void toBits(Type type) {
        switch (type) {
            case BOOL, I32 -> op(Opcodes.I2L);
            case F32 -> {
                invoke("java/lang/Float", "floatToRawIntBits", "(F)I");
                op(Opcodes.I2L);
            }
            case F64 -> invoke("java/lang/Double", "doubleToRawLongBits", "(D)J");
            default -> {}
        }
    }

    /** Combines two values on the stack by the operator of a reduction. */
    void combine(ReductionOp operator, Type type) {
        switch (operator) {
            case SUM -> op(opcode(type, Opcodes.IADD));
            case PROD -> op(opcode(type, Opcodes.IMUL));
            case MIN, MAX -> {
                String letter = letter(type);
                String name = operator == ReductionOp.MIN ? "min" : "max";
                invoke("java/lang/Math", name, "(" + letter + letter + ")" + letter);
            }
            case LOGICAL_AND, BIT_AND -> op(opcode(type, Opcodes.IAND));
            case LOGICAL_OR, BIT_OR -> op(opcode(type, Opcodes.IOR));
            case BIT_XOR -> op(opcode(type, Opcodes.IXOR));
            default -> throw new InternalException(operator + " has no loop of its own");
        }
    }

    void op(int opcode) {
        out.visitInsn(opcode);
    }

    void jump(int opcode, Label to) {
        out.visitJumpInsn(opcode, to);
    }

    void at(Label label) {
        out.visitLabel(label);
    }

    void invoke(String owner, String name, String descriptor) {
        out.visitMethodInsn(Opcodes.INVOKESTATIC, owner, name, descriptor, false);
    }

    void invokeOn(String owner, String name, String descriptor) {
        out.visitMethodInsn(Opcodes.INVOKEVIRTUAL, owner, name, descriptor, false);
    }

    void reference(int local) {
        out.visitVarInsn(Opcodes.ALOAD, local);
    }

    void storeReference(int local) {
        out.visitVarInsn(Opcodes.ASTORE, local);
    }

    /** Returns the descriptor of a type. */
    static String letter(Type type) {
        return switch (type) {
            case VOID -> "V";
            case BOOL -> "Z";
            case I32 -> "I";
            case I64 -> "J";
            case F32 -> "F";
            case F64 -> "D";
        };
    }

    /** Returns the descriptor of an array. */
    static String arrayOf(Storage storage) {
        return switch (storage) {
            case BOOL -> "[Z";
            case I8 -> "[B";
            case I16 -> "[S";
            case U16 -> "[C";
            case I32, I64, F32, F64 -> "[" + letter(storage.value());
        };
    }
}
