package org.sporos.host.cpp;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.ToIntBiFunction;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Loads a compiled library. A library belongs to a class loader and goes with it, so that each gets a loader with one class
 * of its own; its native method is that of an interface of the JDK, which any class may implement.
 */
final class NativeLibrary {
    /** The class that the library's function is named after. */
    static final String FUNCTION = "Java_SporosNative_applyAsInt";

    private static final String NAME = "SporosNative";
    private static final String METHOD = "(Ljava/lang/Object;Ljava/lang/Object;)I";

    private NativeLibrary() {}

    private static final class Loader extends ClassLoader {
        Loader() {
            super(null);
        }

        Class<?> define() {
            byte[] bytes = bytes();
            return defineClass(NAME, bytes, 0, bytes.length);
        }
    }

    /** Returns the function of a library that takes arrays and arguments. */
    @SuppressWarnings("unchecked")
    static ToIntBiFunction<Object, Object> load(byte[] library) throws IOException {
        Path file = Files.createTempFile("sporos", ".so");
        try {
            Files.write(file, library);
            Class<?> type = new Loader().define();
            type.getMethod("load", String.class).invoke(null, file.toString());
            return (ToIntBiFunction<Object, Object>) type.getConstructor().newInstance();
        } catch (InvocationTargetException e) {
            throw new IOException("the library cannot be loaded: " + e.getCause(), e);
        } catch (ReflectiveOperationException e) {
            throw new IOException(e);
        } finally {
            // A library that is loaded needs its file no more.
            Files.deleteIfExists(file);
        }
    }

    private static byte[] bytes() {
        ClassWriter type = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        String[] interfaces = {"java/util/function/ToIntBiFunction"};
        type.visit(Opcodes.V17, Opcodes.ACC_PUBLIC | Opcodes.ACC_FINAL, NAME, null, "java/lang/Object", interfaces);
        MethodVisitor init = type.visitMethod(Opcodes.ACC_PUBLIC, "<init>", "()V", null, null);
        init.visitCode();
        init.visitVarInsn(Opcodes.ALOAD, 0);
        init.visitMethodInsn(Opcodes.INVOKESPECIAL, "java/lang/Object", "<init>", "()V", false);
        init.visitInsn(Opcodes.RETURN);
        init.visitMaxs(0, 0);
        init.visitEnd();
        int isStatic = Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC;
        MethodVisitor load = type.visitMethod(isStatic, "load", "(Ljava/lang/String;)V", null, null);
        load.visitCode();
        load.visitVarInsn(Opcodes.ALOAD, 0);
        load.visitMethodInsn(Opcodes.INVOKESTATIC, "java/lang/System", "load", "(Ljava/lang/String;)V", false);
        load.visitInsn(Opcodes.RETURN);
        load.visitMaxs(0, 0);
        load.visitEnd();
        type.visitMethod(Opcodes.ACC_PUBLIC | Opcodes.ACC_NATIVE, "applyAsInt", METHOD, null, null)
                .visitEnd();
        type.visitEnd();
        return type.toByteArray();
    }
}
