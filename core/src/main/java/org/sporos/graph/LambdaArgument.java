package org.sporos.graph;

import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Determines whether the last argument of a call is a lambda expression at the call: the preceding instruction creates
 * it, and no jump leads in between. Each such instruction has a lambda class of its own, so all objects of this class
 * are arguments of this call only. Used by one thread, once.
 */
final class LambdaArgument extends ClassReader {
    private static final int API = Opcodes.ASM9;
    private static final String FACTORY = "java/lang/invoke/LambdaMetafactory";

    private int offset;

    private LambdaArgument(InputStream file) throws IOException {
        super(file);
    }

    /** Returns whether a frame is at such a call of a {@link NodeRef}; false if its class file cannot be read. */
    static boolean isAt(StackWalker.StackFrame frame) {
        Class<?> caller = frame.getDeclaringClass();
        ClassLoader loader = caller.getClassLoader();
        String file = caller.getName().replace('.', '/') + ".class";
        if (caller.isHidden() || loader == null) {
            return false;
        }
        try (InputStream in = loader.getResourceAsStream(file)) {
            return in != null && new LambdaArgument(in).isAt(new Call(frame));
        } catch (IOException | RuntimeException e) {
            // An IllegalArgumentException of ASM: the class file is of a newer Java version than it supports.
            return false;
        }
    }

    private boolean isAt(Call call) {
        Finder finder = new Finder(call);
        // Older files have no stack maps, so jump targets are unknown.
        boolean hasFrames = (readShort(6) & 0xffff) >= Opcodes.V1_7;
        accept(
                new ClassVisitor(API) {
                    @Override
                    public @Nullable MethodVisitor visitMethod(
                            int access,
                            String name,
                            String descriptor,
                            @Nullable String generic,
                            String @Nullable [] thrown) {
                        return name.equals(call.method) && descriptor.equals(call.descriptor) ? finder : null;
                    }
                },
                0);
        return hasFrames && finder.found;
    }

    @Override
    protected void readBytecodeInstructionOffset(int bytecodeOffset) {
        offset = bytecodeOffset;
    }

    /** The location of a call. */
    private record Call(String method, String descriptor, int offset, int line) {
        Call(StackWalker.StackFrame frame) {
            this(frame.getMethodName(), frame.getDescriptor(), frame.getByteCodeIndex(), frame.getLineNumber());
        }
    }

    /** Visits the method that contains the call. */
    private final class Finder extends MethodVisitor {
        private final Call call;
        /** The lambda class that the preceding instruction created, or null. */
        private @Nullable Type lambda;

        private int line = -1;
        private boolean found;

        Finder(Call call) {
            super(API);
            this.call = call;
        }

        @Override
        public void visitLineNumber(int number, Label start) {
            line = number;
        }

        @Override
        public void visitInvokeDynamicInsn(String name, String descriptor, Handle bootstrap, Object... arguments) {
            lambda = bootstrap.getOwner().equals(FACTORY) ? Type.getReturnType(descriptor) : null;
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
            if (offset == call.offset) {
                Type[] parameters = Type.getArgumentTypes(descriptor);
                boolean isDefinition = owner.equals(Type.getInternalName(NodeRef.class))
                        || owner.equals(Type.getInternalName(AllocateNodeRef.class));
                // The file on disk may differ from the loaded class, which a different line would reveal.
                found = isDefinition
                        && line == call.line
                        && parameters.length > 0
                        && parameters[parameters.length - 1].equals(lambda);
            }
            lambda = null;
        }

        @Override
        public void visitFrame(
                int type, int locals, Object @Nullable [] local, int stack, Object @Nullable [] onStack) {
            lambda = null;
        }

        @Override
        public void visitInsn(int opcode) {
            lambda = null;
        }

        @Override
        public void visitIntInsn(int opcode, int operand) {
            lambda = null;
        }

        @Override
        public void visitVarInsn(int opcode, int variable) {
            lambda = null;
        }

        @Override
        public void visitTypeInsn(int opcode, String type) {
            lambda = null;
        }

        @Override
        public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
            lambda = null;
        }

        @Override
        public void visitJumpInsn(int opcode, Label label) {
            lambda = null;
        }

        @Override
        public void visitLdcInsn(Object value) {
            lambda = null;
        }

        @Override
        public void visitIincInsn(int variable, int increment) {
            lambda = null;
        }

        @Override
        public void visitTableSwitchInsn(int min, int max, Label other, Label... labels) {
            lambda = null;
        }

        @Override
        public void visitLookupSwitchInsn(Label other, int[] keys, Label[] labels) {
            lambda = null;
        }

        @Override
        public void visitMultiANewArrayInsn(String descriptor, int dimensions) {
            lambda = null;
        }
    }
}
