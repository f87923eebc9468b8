package org.sporos.cuda;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** What the class files of this backend refer to in the bindings of CUDA. */
final class NativeCalls {
    private static final String BINDINGS = "org/bytedeco/cuda/";

    private NativeCalls() {}

    /**
     * A member of a class of the bindings.
     *
     * @param owner the class, with slashes
     * @param descriptor its type as class files write it
     */
    record Reference(String owner, String name, String descriptor) implements Comparable<Reference> {
        @Override
        public int compareTo(Reference other) {
            return toString().compareTo(other.toString());
        }
    }

    /** Returns all references of the class files below a folder. */
    static Set<Reference> of(Path classes) throws IOException {
        Set<Reference> found = new TreeSet<>();
        try (Stream<Path> files = Files.walk(classes)) {
            files.filter(file -> file.toString().endsWith(".class")).forEach(file -> collect(file, found));
        }
        return found;
    }

    private static void collect(Path file, Set<Reference> found) {
        try {
            new ClassReader(Files.readAllBytes(file))
                    .accept(
                            new ClassVisitor(Opcodes.ASM9) {
                                @Override
                                public MethodVisitor visitMethod(
                                        int access, String name, String descriptor, String generic, String[] thrown) {
                                    return new Calls(found);
                                }
                            },
                            ClassReader.SKIP_DEBUG);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Notes the calls of one method. */
    private static final class Calls extends MethodVisitor {
        private final Set<Reference> found;

        Calls(Set<Reference> found) {
            super(Opcodes.ASM9);
            this.found = found;
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
            if (owner.startsWith(BINDINGS)) {
                found.add(new Reference(owner, name, descriptor));
            }
        }
    }
}
