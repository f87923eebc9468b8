package org.sporos.host.jit;

import java.lang.invoke.MethodHandles;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.sporos.error.InternalException;
import org.sporos.kernel.ir.Type;
import org.sporos.policy.KernelBody;
import org.sporos.policy.LongRangeBody;
import org.sporos.policy.RangeBody;
import org.sporos.policy.RangeBody2;
import org.sporos.policy.RangeBody3;
import org.sporos.policy.RangeBody4;
import org.sporos.view.IntView;

/**
 * Loops that call a lambda for each index, with one loop class per lambda class: the call is then monomorphic, and
 * equal lambdas share the JVM's warm-up. Thread-safe.
 */
final class LambdaLoops {
    private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();
    private static final String NAME = LoopWriter.KERNEL_LOOP + "$OfLambda";
    private static final String ARGUMENTS = "Lorg/sporos/host/jit/KernelArguments;";
    private static final String BODY = "Lorg/sporos/policy/KernelBody;";
    private static final String VIEW = "Lorg/sporos/view/IntView;";
    private static final ClassValue<Class<?>> CLASSES = new ClassValue<>() {
        @Override
        protected Class<?> computeValue(Class<?> lambda) {
            return define(kind(lambda), false);
        }
    };

    /** Loops over the indexes stored in a view. */
    private static final ClassValue<Class<?>> LISTED = new ClassValue<>() {
        @Override
        protected Class<?> computeValue(Class<?> lambda) {
            return define(kind(lambda), true);
        }
    };

    /** The interface of a body, with the type and number of its indexes. */
    private record Kind(Class<?> type, Type index, int rank) {}

    private LambdaLoops() {}

    /**
     * Returns the loop of a body over a range or box.
     *
     * @param elements the view with the body's indexes, or null for a plain range
     */
    static KernelLoop of(KernelBody body, @Nullable IntView elements) {
        try {
            return (KernelLoop) (elements == null ? CLASSES : LISTED)
                    .get(body.getClass())
                    .getDeclaredConstructor(KernelBody.class, IntView.class)
                    .newInstance(body, elements);
        } catch (ReflectiveOperationException e) {
            throw new InternalException("the class of a lambda's loop cannot be made", e);
        }
    }

    private static Kind kind(Class<?> lambda) {
        if (RangeBody.class.isAssignableFrom(lambda)) {
            return new Kind(RangeBody.class, Type.I32, 1);
        } else if (LongRangeBody.class.isAssignableFrom(lambda)) {
            return new Kind(LongRangeBody.class, Type.I64, 1);
        }
        List<Class<?>> boxes = List.of(RangeBody2.class, RangeBody3.class, RangeBody4.class);
        for (Class<?> type : boxes) {
            if (type.isAssignableFrom(lambda)) {
                return new Kind(type, Type.I32, 2 + boxes.indexOf(type));
            }
        }
        throw new InternalException(lambda + " is no body of a loop");
    }

    private static Class<?> define(Kind kind, boolean listed) {
        ClassWriter type = new ClassWriter(ClassWriter.COMPUTE_FRAMES);
        type.visit(Opcodes.V17, Opcodes.ACC_FINAL | Opcodes.ACC_SUPER, NAME, null, LoopWriter.KERNEL_LOOP, null);
        type.visitField(Opcodes.ACC_PRIVATE | Opcodes.ACC_FINAL, "body", BODY, null, null)
                .visitEnd();
        type.visitField(Opcodes.ACC_PRIVATE | Opcodes.ACC_FINAL, "elements", VIEW, null, null)
                .visitEnd();
        init(type);
        run(type, kind, listed);
        type.visitEnd();
        try {
            return LOOKUP.defineHiddenClass(type.toByteArray(), true).lookupClass();
        } catch (IllegalAccessException e) {
            throw new InternalException("the class of a lambda's loop cannot be defined", e);
        }
    }

    private static void init(ClassWriter type) {
        MethodVisitor init = type.visitMethod(0, "<init>", "(" + BODY + VIEW + ")V", null, null);
        init.visitCode();
        init.visitVarInsn(Opcodes.ALOAD, 0);
        init.visitMethodInsn(Opcodes.INVOKESPECIAL, LoopWriter.KERNEL_LOOP, "<init>", "()V", false);
        init.visitVarInsn(Opcodes.ALOAD, 0);
        init.visitVarInsn(Opcodes.ALOAD, 1);
        init.visitFieldInsn(Opcodes.PUTFIELD, NAME, "body", BODY);
        init.visitVarInsn(Opcodes.ALOAD, 0);
        init.visitVarInsn(Opcodes.ALOAD, 2);
        init.visitFieldInsn(Opcodes.PUTFIELD, NAME, "elements", VIEW);
        init.visitInsn(Opcodes.RETURN);
        init.visitMaxs(0, 0);
        init.visitEnd();
    }

    private static void run(ClassWriter type, Kind kind, boolean listed) {
        String indexes = kind.rank() == 1 ? "JI" : "IIIIIIII";
        MethodVisitor out = type.visitMethod(Opcodes.ACC_PUBLIC, "run", "(" + ARGUMENTS + indexes + ")V", null, null);
        out.visitCode();
        MethodWriter code = new MethodWriter(out, kind.rank() == 1 ? 5 : CountedLoopWriter.FIRST_FREE_LOCAL);
        String owner = kind.type().getName().replace('.', '/');
        int body = code.reference();
        code.reference(0);
        out.visitFieldInsn(Opcodes.GETFIELD, NAME, "body", BODY);
        out.visitTypeInsn(Opcodes.CHECKCAST, owner);
        out.visitVarInsn(Opcodes.ASTORE, body);
        int elements = code.reference();
        if (listed) {
            code.reference(0);
            out.visitFieldInsn(Opcodes.GETFIELD, NAME, "elements", VIEW);
            out.visitVarInsn(Opcodes.ASTORE, elements);
        }
        Label caught = new Label();
        int[][] item = new int[1][];
        CountedLoopWriter.Body call = (inside, at) -> {
            inside.reference(body);
            if (listed) {
                inside.reference(elements);
            }
            for (int index : at) {
                inside.load(kind.index(), index);
            }
            if (listed) {
                inside.invokeOn("org/sporos/view/IntView", "get", "(I)I");
            }
            String descriptor = "(" + MethodWriter.letter(kind.index()).repeat(kind.rank()) + ")V";
            Label begin = new Label();
            Label end = new Label();
            out.visitTryCatchBlock(begin, end, caught, "java/lang/RuntimeException");
            code.at(begin);
            out.visitMethodInsn(Opcodes.INVOKEINTERFACE, owner, "at", descriptor, true);
            code.at(end);
            item[0] = at;
        };
        if (kind.rank() == 1 && kind.index() == Type.I64) {
            CountedLoopWriter.longs(code, 2, 4, call);
        } else if (kind.rank() == 1) {
            CountedLoopWriter.ints(code, 2, 4, call);
        } else {
            CountedLoopWriter.box(code, kind.rank(), call);
        }
        code.op(Opcodes.RETURN);
        code.at(caught);
        FaultExits.wrap(code, kind.index(), item[0]);
        code.op(Opcodes.ATHROW);
        out.visitMaxs(0, 0);
        out.visitEnd();
    }
}
