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

/** Loads the tests of this package again, as javac makes them with fewer debugging tables than builds ask for. */
final class StrippedClasses extends ClassLoader {
    private static final String OURS = StrippedClasses.class.getPackageName() + ".";

    private final boolean keepsLines;

    /**
     * @param keepsLines whether line numbers are kept, as without an option; {@code -g:none} drops them
     */
    StrippedClasses(boolean keepsLines) {
        super(StrippedClasses.class.getClassLoader());
        this.keepsLines = keepsLines;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        synchronized (getClassLoadingLock(name)) {
            Class<?> known = findLoadedClass(name);
            if (known != null || !name.startsWith(OURS)) {
                return known != null ? known : super.loadClass(name, resolve);
            }
            try (InputStream bytes = getResourceAsStream(name.replace('.', '/') + ".class")) {
                if (bytes == null) {
                    throw new ClassNotFoundException(name);
                }
                byte[] all = bytes.readAllBytes();
                return defineClass(name, all, 0, all.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }

    /** The library reads the code of kernels by this. */
    @Override
    public @Nullable InputStream getResourceAsStream(String name) {
        InputStream bytes = super.getResourceAsStream(name);
        boolean isOurs = name.startsWith(OURS.replace('.', '/')) && name.endsWith(".class");
        if (bytes == null || !isOurs) {
            return bytes;
        }
        try (bytes) {
            return new ByteArrayInputStream(stripped(bytes.readAllBytes()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private byte[] stripped(byte[] bytes) {
        ClassWriter writer = new ClassWriter(0);
        new ClassReader(bytes)
                .accept(keepsLines ? new WithoutVariables(writer) : writer, keepsLines ? 0 : ClassReader.SKIP_DEBUG);
        return writer.toByteArray();
    }

    private static final class WithoutVariables extends ClassVisitor {
        WithoutVariables(ClassVisitor next) {
            super(Opcodes.ASM9, next);
        }

        @Override
        public MethodVisitor visitMethod(int access, String name, String type, String generic, String[] thrown) {
            return new MethodVisitor(api, super.visitMethod(access, name, type, generic, thrown)) {
                @Override
                public void visitLocalVariable(
                        String variable, String kind, String signature, Label start, Label end, int index) {
                    // Left out.
                }
            };
        }
    }
}
