package org.sporos.contract;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** The classes of this package as a compiler makes them without {@code -g}: their variables have no names. */
final class StrippedClasses extends ClassLoader {
    private static final String PACKAGE = StrippedClasses.class.getPackageName();

    private final boolean keepsLines;

    /** @param keepsLines whether lines are kept as plain {@code javac} does, else all is dropped as by {@code -g:none} */
    StrippedClasses(boolean keepsLines) {
        super(StrippedClasses.class.getClassLoader());
        this.keepsLines = keepsLines;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            byte[] code = loaded == null ? stripped(name.replace('.', '/') + ".class") : null;
            if (code != null) {
                loaded = defineClass(name, code, 0, code.length);
            }
            return loaded == null ? super.loadClass(name, resolve) : loaded;
        }
    }

    /** The lifter reads class files as resources. */
    @Override
    public @Nullable InputStream getResourceAsStream(String name) {
        byte[] code = stripped(name);
        return code == null ? super.getResourceAsStream(name) : new ByteArrayInputStream(code);
    }

    private byte @Nullable [] stripped(String name) {
        if (!name.startsWith(PACKAGE.replace('.', '/') + '/') || !name.endsWith(".class")) {
            return null;
        }
        try (InputStream file = super.getResourceAsStream(name)) {
            return file == null ? null : stripped(new ClassReader(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private byte[] stripped(ClassReader code) {
        ClassWriter made = new ClassWriter(0);
        code.accept(keepsLines ? new Nameless(made) : made, keepsLines ? 0 : ClassReader.SKIP_DEBUG);
        return made.toByteArray();
    }

    private static final class Nameless extends ClassVisitor {
        Nameless(ClassVisitor next) {
            super(Opcodes.ASM9, next);
        }

        @Override
        public MethodVisitor visitMethod(
                int access,
                String name,
                String descriptor,
                @Nullable String signature,
                String @Nullable [] exceptions) {
            MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
            return new MethodVisitor(Opcodes.ASM9, next) {
                @Override
                public void visitLocalVariable(
                        String name, String descriptor, @Nullable String signature, Label start, Label end, int index) {
                    // Dropped.
                }
            };
        }
    }
}
