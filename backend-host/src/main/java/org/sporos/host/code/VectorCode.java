package org.sporos.host.code;

import java.util.Locale;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.sporos.error.InternalException;
import org.sporos.kernel.ir.Binary;
import org.sporos.kernel.ir.Compare;
import org.sporos.kernel.ir.Conversion;
import org.sporos.kernel.ir.MathFunction;
import org.sporos.kernel.ir.Op;
import org.sporos.kernel.ir.Storage;
import org.sporos.kernel.ir.Type;
import org.sporos.kernel.ir.Unary;

/**
 * Writes calls of the Vector API, in the words of the IR: only what has been there, under the same names, since Java
 * 17. The shapes of vectors are constants of the generated class, without which the JVM's compiler makes objects of all
 * vectors.
 */
final class VectorCode implements RegisterPromotion.Places {
    private static final String API = "jdk/incubator/vector/";
    private static final String VECTOR = "L" + API + "Vector;";
    private static final String SPECIES = "L" + API + "VectorSpecies;";
    private static final String MASK = API + "VectorMask";
    private static final String SHAPE = API + "VectorShape";
    private static final String OPERATORS = API + "VectorOperators";

    private final MethodWriter code;

    VectorCode(MethodWriter code) {
        this.code = code;
    }

    /** Adds the shapes of vectors to a class: all have the same number of elements. */
    static void shapes(ClassWriter type, String name, int lanes) {
        MethodVisitor out = type.visitMethod(Opcodes.ACC_STATIC, "<clinit>", "()V", null, null);
        out.visitCode();
        for (Storage element : Storage.values()) {
            if (fits(element, lanes)) {
                shape(type, out, name, element, lanes);
            }
        }
        out.visitInsn(Opcodes.RETURN);
        out.visitMaxs(0, 0);
        out.visitEnd();
    }

    private static void shape(ClassWriter type, MethodVisitor out, String name, Storage element, int lanes) {
        String letter = MethodWriter.arrayOf(element).substring(1);
        int access = Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC | Opcodes.ACC_FINAL;
        type.visitField(access, letter, SPECIES, null, null).visitEnd();
        String box = "java/lang/" + (element == Storage.I32 ? "Integer" : name(element));
        out.visitFieldInsn(Opcodes.GETSTATIC, box, "TYPE", "Ljava/lang/Class;");
        out.visitIntInsn(Opcodes.SIPUSH, lanes * VectorModule.size(element));
        out.visitMethodInsn(Opcodes.INVOKESTATIC, SHAPE, "forBitSize", "(I)L" + SHAPE + ";", false);
        String descriptor = "(Ljava/lang/Class;L" + SHAPE + ";)" + SPECIES;
        out.visitMethodInsn(Opcodes.INVOKESTATIC, API + "VectorSpecies", "of", descriptor, true);
        out.visitFieldInsn(Opcodes.PUTSTATIC, name, letter, SPECIES);
    }

    /** Returns whether there are vectors of so many elements that lie in memory so. */
    static boolean fits(Storage storage, int lanes) {
        int bits = lanes * VectorModule.size(storage);
        boolean exists = storage != Storage.BOOL && storage != Storage.U16;
        return exists && bits >= VectorModule.LEAST_SHAPE && lanes <= VectorModule.lanes(storage.value());
    }

    private static String name(Storage storage) {
        return switch (storage) {
            case F64 -> "Double";
            case F32 -> "Float";
            case I64 -> "Long";
            case I32 -> "Int";
            case I16 -> "Short";
            case I8 -> "Byte";
            case U16, BOOL -> throw new InternalException("there are no vectors of " + storage);
        };
    }

    private static String vector(Storage storage) {
        return API + name(storage) + "Vector";
    }

    private static String vector(Type type) {
        return vector(of(type));
    }

    @Override
    public int fresh(Type type) {
        return code.reference();
    }

    @Override
    public void load(Type type, int local) {
        code.reference(local);
    }

    @Override
    public void store(Type type, int local) {
        code.storeReference(local);
    }

    void species(Type type) {
        code.out.visitFieldInsn(Opcodes.GETSTATIC, LoopWriter.NAME, MethodWriter.letter(type), SPECIES);
    }

    void species(Storage storage) {
        String letter = MethodWriter.arrayOf(storage).substring(1);
        code.out.visitFieldInsn(Opcodes.GETSTATIC, LoopWriter.NAME, letter, SPECIES);
    }

    /** The stack has the species of what lies in memory, an array and a position. Java computes with what is wider. */
    void fromArray(Storage storage) {
        String vector = vector(storage);
        code.invoke(vector, "fromArray", "(" + SPECIES + MethodWriter.arrayOf(storage) + "I)L" + vector + ";");
        if (storage.narrowing() != null) {
            shape(storage == Storage.I8 ? "B2I" : "S2I", storage, Storage.I32);
        }
    }

    /** The stack has a vector, which becomes one of elements as they lie in memory. */
    void narrowTo(Storage storage) {
        Conversion narrowing = storage.narrowing();
        if (narrowing != null) {
            shape(narrowing.name(), Storage.I32, storage);
        }
    }

    /** The stack has a vector of elements as they lie in memory, an array and a position. */
    void intoArray(Storage storage) {
        code.invokeOn(vector(storage), "intoArray", "(" + MethodWriter.arrayOf(storage) + "I)V");
    }

    /** The stack has a vector, an array of its type and a position. */
    void intoArray(Type type) {
        intoArray(of(type));
    }

    /** The stack has a species and a number. */
    void broadcast(Type type) {
        statically(type, "broadcast", MethodWriter.letter(type));
    }

    private void statically(Type type, String name, String arguments) {
        code.invoke(vector(type), name, "(" + SPECIES + arguments + ")L" + vector(type) + ";");
    }

    /** The stack has a vector, to whose elements 0, 1, 2 and so on are added. */
    void countUp(Type type) {
        code.number(1);
        code.invokeOn(vector(type), "addIndex", "(I)L" + vector(type) + ";");
    }

    /** The stack has one vector for each operand, in order, of an operator that has a method of its own name. */
    void operate(Op op, Type type) {
        int operands = op instanceof MathFunction function ? function.arity() : op == Unary.NEG ? 1 : 2;
        String name = ((Enum<?>) op).name().toLowerCase(Locale.ROOT);
        code.invokeOn(vector(type), name, "(" + VECTOR.repeat(operands - 1) + ")L" + vector(type) + ";");
    }

    /** Leaves one of the API's operators on the stack, which stands before the last operand of what it is for. */
    void operator(String name, String kind) {
        code.out.visitFieldInsn(Opcodes.GETSTATIC, OPERATORS, name, "L" + OPERATORS + "$" + kind + ";");
    }

    /** The stack has a vector, an operator of the API, and a vector, or the number to shift by. */
    void lanewise(Type type, boolean byNumber) {
        String last = byNumber ? "I" : VECTOR;
        code.invokeOn(
                vector(type),
                "lanewise",
                "(L" + OPERATORS + "$Binary;" + (byNumber && type == Type.I64 ? "J" : last) + ")L" + vector(type)
                        + ";");
    }

    /** Returns the API's name of a shift. */
    static String shift(Binary op) {
        return switch (op) {
            case SHL -> "LSHL";
            case SHR -> "ASHR";
            default -> "LSHR";
        };
    }

    /** The stack has a vector. */
    void convert(Conversion conversion) {
        switch (conversion) {
            case I2B -> lowBits(Byte.SIZE, Binary.SHR);
            case I2S -> lowBits(Short.SIZE, Binary.SHR);
            case I2C -> lowBits(Character.SIZE, Binary.USHR);
            default -> shape(conversion.name(), of(conversion.from()), of(conversion.to()));
        }
    }

    private static Storage of(Type type) {
        return Storage.valueOf(type.name());
    }

    /** Keeps the low bits of ints: shifts all others out, and back. */
    private void lowBits(int bits, Binary back) {
        for (Binary op : new Binary[] {Binary.SHL, back}) {
            operator(shift(op), "Binary");
            code.number(Integer.SIZE - bits);
            lanewise(Type.I32, true);
        }
    }

    private void shape(String conversion, Storage from, Storage to) {
        operator(conversion, "Conversion");
        species(to);
        code.number(0);
        String descriptor = "(L" + OPERATORS + "$Conversion;" + SPECIES + "I)" + VECTOR;
        code.invokeOn(vector(from), "convertShape", descriptor);
        code.out.visitTypeInsn(Opcodes.CHECKCAST, vector(to));
    }

    /** The stack has a vector, the operator, and a vector. */
    void compare(Type type) {
        code.invokeOn(vector(type), "compare", "(L" + OPERATORS + "$Comparison;" + VECTOR + ")L" + MASK + ";");
    }

    void comparison(Compare compare) {
        operator(compare.name(), "Comparison");
    }

    /** The stack has the vector of what is chosen elsewhere, the one of what is chosen by the mask, and the mask. */
    void blend(Type type) {
        code.invokeOn(vector(type), "blend", "(" + VECTOR + "L" + MASK + ";)L" + vector(type) + ";");
    }

    /** The stack has masks. */
    void truth(Op op) {
        String arguments = op == Unary.NOT ? "" : "L" + MASK + ";";
        String name = op == Unary.NOT ? "not" : op == Binary.AND ? "and" : "or";
        code.invokeOn(MASK, name, "(" + arguments + ")L" + MASK + ";");
    }

    /** The stack has a species and a truth. */
    void mask() {
        code.out.visitMethodInsn(Opcodes.INVOKEINTERFACE, API + "VectorSpecies", "maskAll", "(Z)L" + MASK + ";", true);
    }

    /** The stack has a vector. */
    void lane(Type type, int lane) {
        code.number(lane);
        code.invokeOn(vector(type), "lane", "(I)" + MethodWriter.letter(type));
    }
}
