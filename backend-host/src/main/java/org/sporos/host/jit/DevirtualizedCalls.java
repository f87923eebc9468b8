package org.sporos.host.jit;

import java.lang.invoke.MethodHandles;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.ConstantDynamic;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.sporos.error.InternalException;
import org.sporos.policy.SingleBody;

/**
 * Single calls that are made one after the other, as a class in which each of them is a constant: the JVM's compiler
 * knows what is called. A call site with more than two receiver types is megamorphic and dispatches through the itable,
 * which takes longer than a short call itself. Used by one thread at a time.
 */
public abstract class DevirtualizedCalls {
    /** Of more calls the JVM's compiler would not take all into one method. */
    public static final int MOST_CALLS = 50;

    private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();
    private static final String SEQUENCE = "org/sporos/host/jit/DevirtualizedCalls";
    private static final String NAME = SEQUENCE + "$Generated";
    private static final String BODY = "org/sporos/policy/SingleBody";
    /** Takes one of the calls, which the class was made with. */
    private static final Handle CALL = new Handle(
            Opcodes.H_INVOKESTATIC,
            "java/lang/invoke/MethodHandles",
            "classDataAt",
            "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/Class;I)Ljava/lang/Object;",
            false);

    private static final int THIS = 0;
    private static final int AT = 1;
    private static final int THROWN = 2;

    /** The call that failed last: written by generated classes. */
    protected int failed;

    /** For generated classes. */
    protected DevirtualizedCalls() {}

    /** Returns a sequence of at most {@link #MOST_CALLS} calls. Makes a class: for what runs many times. */
    public static DevirtualizedCalls of(List<SingleBody> calls) {
        try {
            return (DevirtualizedCalls)
                    LOOKUP.defineHiddenClassWithClassData(write(calls.size()), List.copyOf(calls), true)
                            .lookupClass()
                            .getDeclaredConstructor()
                            .newInstance();
        } catch (ReflectiveOperationException e) {
            throw new InternalException("the class of a sequence of calls cannot be made", e);
        }
    }

    /** Makes the calls up to the first that fails. Returns what that one threw, or null if none did. */
    public abstract @Nullable Throwable run();

    /** Returns the number of the call that failed. */
    public int failed() {
        return failed;
    }

    private static byte[] write(int calls) {
        ClassWriter type = new ClassWriter(ClassWriter.COMPUTE_FRAMES);
        type.visit(Opcodes.V17, Opcodes.ACC_FINAL | Opcodes.ACC_SUPER, NAME, null, SEQUENCE, null);
        MethodVisitor init = type.visitMethod(0, "<init>", "()V", null, null);
        init.visitCode();
        init.visitVarInsn(Opcodes.ALOAD, THIS);
        init.visitMethodInsn(Opcodes.INVOKESPECIAL, SEQUENCE, "<init>", "()V", false);
        init.visitInsn(Opcodes.RETURN);
        init.visitMaxs(0, 0);
        init.visitEnd();
        run(type.visitMethod(Opcodes.ACC_PUBLIC, "run", "()Ljava/lang/Throwable;", null, null), calls);
        type.visitEnd();
        return type.toByteArray();
    }

    private static void run(MethodVisitor out, int calls) {
        Label begin = new Label();
        Label end = new Label();
        Label caught = new Label();
        out.visitCode();
        out.visitTryCatchBlock(begin, end, caught, "java/lang/Throwable");
        out.visitInsn(Opcodes.ICONST_0);
        out.visitVarInsn(Opcodes.ISTORE, AT);
        out.visitLabel(begin);
        for (int call = 0; call < calls; call++) {
            out.visitLdcInsn(new ConstantDynamic("_", "L" + BODY + ";", CALL, call));
            out.visitMethodInsn(Opcodes.INVOKEINTERFACE, BODY, "run", "()V", true);
            out.visitIincInsn(AT, 1);
        }
        out.visitLabel(end);
        out.visitInsn(Opcodes.ACONST_NULL);
        out.visitInsn(Opcodes.ARETURN);
        out.visitLabel(caught);
        out.visitVarInsn(Opcodes.ASTORE, THROWN);
        out.visitVarInsn(Opcodes.ALOAD, THIS);
        out.visitVarInsn(Opcodes.ILOAD, AT);
        out.visitFieldInsn(Opcodes.PUTFIELD, SEQUENCE, "failed", "I");
        out.visitVarInsn(Opcodes.ALOAD, THROWN);
        out.visitInsn(Opcodes.ARETURN);
        out.visitMaxs(0, 0);
        out.visitEnd();
    }
}
