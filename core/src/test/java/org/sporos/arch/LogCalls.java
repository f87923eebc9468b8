package org.sporos.arch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/** Finds the methods that call a logger. What logs names the method that it was called by as the source of a record. */
public final class LogCalls {
    private static final String LOGGER = "java/lang/System$Logger";

    private LogCalls() {}

    /** Returns the methods below a folder of classes that log, as in {@code org/sporos/pipeline/Pipeline.warn}. */
    public static List<String> of(Path classes) throws IOException {
        return callers(classes, LOGGER, "log");
    }

    private static List<String> callers(Path classes, String owner, String name) throws IOException {
        List<String> found = new ArrayList<>();
        try (Stream<Path> files = Files.walk(classes)) {
            for (Path file : files.filter(f -> f.toString().endsWith(".class")).toList()) {
                found.addAll(callers(Files.readAllBytes(file), owner, name));
            }
        }
        return found;
    }

    /** Returns whether a method is the body of a lambda. */
    public static boolean isLambda(String method) {
        return method.contains(".lambda$");
    }

    /** Returns the methods below a folder of classes that ask the JDK for a logger. */
    public static List<String> loggersOf(Path classes) throws IOException {
        return callers(classes, "java/lang/System", "getLogger");
    }

    private static List<String> callers(byte[] file, String owner, String name) {
        ClassNode type = new ClassNode();
        new ClassReader(file).accept(type, ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        return type.methods.stream()
                .filter(method -> calls(method, owner, name))
                .map(method -> type.name + "." + method.name)
                .toList();
    }

    private static boolean calls(MethodNode method, String owner, String name) {
        return Stream.of(method.instructions.toArray())
                .anyMatch(
                        at -> at instanceof MethodInsnNode call && call.owner.equals(owner) && call.name.equals(name));
    }
}
