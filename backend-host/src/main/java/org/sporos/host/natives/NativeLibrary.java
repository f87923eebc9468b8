package org.sporos.host.natives;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.reflect.InvocationTargetException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ToIntBiFunction;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.sporos.internal.error.Labels;
import org.sporos.internal.error.SafeLogger;
import org.sporos.kernel.diskcache.ScratchFolder;
import org.sporos.kernel.diskcache.UnusableProgramException;
import org.sporos.kernel.diskcache.UserFolders;

/**
 * Loads compiled libraries. A library is unloaded with its class loader, so each gets a loader with a single class; its
 * native method implements a JDK interface, which is visible in any loader.
 */
final class NativeLibrary {
    /** The JNI name of the library's function, which contains the class and the method. */
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

    /**
     * Returns the function of a library on arrays and arguments. A test call with nulls has no effect.
     *
     * @throws UnusableProgramException if it is no library, cannot be loaded here, or lacks the function
     * @throws IOException if no folder for loading is available
     */
    static ToIntBiFunction<Object, Object> load(byte[] library) throws IOException, UnusableProgramException {
        String violation = ElfFile.violation(library);
        if (violation != null) {
            throw new UnusableProgramException(violation, new IOException(violation));
        }
        // Only this user can write the folder: the checked file is the loaded one.
        Path kept = KeptLibraries.path();
        if (kept != null) {
            return load(library, Files.createTempFile(kept, "kernels", ".so"));
        }
        // A loaded library does not need its file.
        try (ScratchFolder scratch = ScratchFolder.open("load")) {
            return load(library, scratch.path().resolve("kernels.so"));
        }
    }

    private static ToIntBiFunction<Object, Object> load(byte[] library, Path file)
            throws IOException, UnusableProgramException {
        Files.write(file, library);
        return load(file);
    }

    @SuppressWarnings("unchecked")
    private static ToIntBiFunction<Object, Object> load(Path file) throws IOException, UnusableProgramException {
        try {
            Class<?> type = new Loader().define();
            type.getMethod("load", String.class).invoke(null, file.toString());
            ToIntBiFunction<Object, Object> function =
                    (ToIntBiFunction<Object, Object>) type.getConstructor().newInstance();
            requireFunction(function);
            return function;
        } catch (InvocationTargetException e) {
            throw new UnusableProgramException(
                    String.valueOf(e.getTargetException().getMessage()), e);
        } catch (ReflectiveOperationException e) {
            throw new IOException(e);
        }
    }

    /** The JVM resolves a native function at its first call. */
    private static void requireFunction(ToIntBiFunction<Object, Object> function) throws UnusableProgramException {
        try {
            int unused = function.applyAsInt(null, null);
        } catch (UnsatisfiedLinkError e) {
            throw new UnusableProgramException("it lacks the function " + FUNCTION, e);
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

    /**
     * The folder of the system property {@code sporos.host.keep}, in which libraries of kernels are kept, so that
     * profilers find their symbols, which contain the labels of nodes. Thread-safe.
     */
    private static final class KeptLibraries {
        static final String PROPERTY = "sporos.host.keep";

        private static final Logger LOG = SafeLogger.of("org.sporos");
        private static final Set<String> SAID = ConcurrentHashMap.newKeySet();

        private KeptLibraries() {}

        /** Returns the folder, or null if libraries are to be deleted after loading, or the folder is unusable. */
        static @Nullable Path path() {
            String name = System.getProperty(PROPERTY);
            if (name == null || name.isBlank()) {
                return null;
            }
            try {
                return UserFolders.named(Path.of(name).toAbsolutePath());
            } catch (IOException | InvalidPathException e) {
                if (SAID.add(name)) {
                    LOG.log(
                            Logger.Level.WARNING,
                            "no library of kernels is kept in the folder " + Labels.quoted(name) + " that " + PROPERTY
                                    + " names: " + e.getMessage());
                }
                return null;
            }
        }
    }
}
