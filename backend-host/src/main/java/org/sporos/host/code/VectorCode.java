package org.sporos.host.code;

import java.util.Locale;
import java.util.Set;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.sporos.error.InternalException;
import org.sporos.kernel.ir.Binary;
import org.sporos.kernel.ir.Compare;
import org.sporos.kernel.ir.Conversion;
import org.sporos.kernel.ir.MathFunction;
import org.sporos.kernel.ir.Op;
import org.sporos.kernel.ir.Type;
import org.sporos.kernel.ir.Unary;

/**
 * Writes calls of the Vector API, in the words of the IR: only what has been there, under the same names, since Java 17. The
 * shapes of vectors are constants of the generated class, without which the JVM's compiler makes objects of all vectors.
 */
final class VectorCode implements KeptElements.Places {
    private static final String API = "jdk/incubator/vector/";
    private static final String VECTOR = "L" + API + "Vector;";
    private static final String SPECIES = "L" + API + "VectorSpecies;";
    private static final String MASK = API + "VectorMask";
    private static final String SHAPE = API + "VectorShape";
    private static final String OPERATORS = API + "VectorOperators";
    private static final Set<Type> TYPES = Set.of(Type.F64, Type.F32, Type.I32, Type.I64);

    private final Code code;

    VectorCode(Code code) {
        this.code = code;
    }

    /** Adds the shapes of vectors to a class: all have the same number of elements. */
    static void shapes(ClassWriter type, String name, int lanes) {
        MethodVisitor out = type.visitMethod(Opcodes.ACC_STATIC, "<clinit>", "()V", null, null);
        out.visitCode();
        for (Type element : TYPES) {
            int access = Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC | Opcodes.ACC_FINAL;
            int bits = lanes * VectorModule.size(element);
            if (lanes <= VectorModule.lanes(element)) {
                type.visitField(access, Code.letter(element), SPECIES, null, null)
                        .visitEnd();
                out.visitFieldInsn(Opcodes.GETSTATIC, box(element), "TYPE", "Ljava/lang/Class;");
                out.visitIntInsn(Opcodes.SIPUSH, bits);
                out.visitMethodInsn(Opcodes.INVOKESTATIC, SHAPE, "forBitSize", "(I)L" + SHAPE + ";", false);
                String descriptor = "(Ljava/lang/Class;L" + SHAPE + ";)" + SPECIES;
                out.visitMethodInsn(Opcodes.INVOKESTATIC, API + "VectorSpecies", "of", descriptor, true);
                out.visitFieldInsn(Opcodes.PUTSTATIC, name, Code.letter(element), SPECIES);
            }
        }
        out.visitInsn(Opcodes.RETURN);
        out.visitMaxs(0, 0);
        out.visitEnd();
    }

    private static String box(Type type) {
        return switch (type) {
            case F64 -> "java/lang/Double";
            case F32 -> "java/lang/Float";
            case I64 -> "java/lang/Long";
            default -> "java/lang/Integer";
        };
    }

    private static String vector(Type type) {
        return API
                + switch (type) {
                    case F64 -> "DoubleVector";
                    case F32 -> "FloatVector";
                    case I64 -> "LongVector";
                    case I32 -> "IntVector";
                    default -> throw new InternalException("there are no vectors of " + type);
                };
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
        code.out.visitFieldInsn(Opcodes.GETSTATIC, LoopWriter.NAME, Code.letter(type), SPECIES);
    }

    /** The stack has a species, an array and a position. */
    void fromArray(Type type) {
        statically(type, "fromArray", "[" + Code.letter(type) + "I");
    }

    /** The stack has a vector, an array and a position. */
    void intoArray(Type type) {
        code.invokeOn(vector(type), "intoArray", "([" + Code.letter(type) + "I)V");
    }

    /** The stack has a species and a number. */
    void broadcast(Type type) {
        statically(type, "broadcast", Code.letter(type));
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
        operator(conversion.name(), "Conversion");
        species(conversion.to());
        code.number(0);
        String descriptor = "(L" + OPERATORS + "$Conversion;" + SPECIES + "I)" + VECTOR;
        code.invokeOn(vector(conversion.from()), "convertShape", descriptor);
        code.out.visitTypeInsn(Opcodes.CHECKCAST, vector(conversion.to()));
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
        code.invokeOn(vector(type), "lane", "(I)" + Code.letter(type));
    }
}
