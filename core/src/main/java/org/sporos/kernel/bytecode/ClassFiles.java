package org.sporos.kernel.bytecode;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/** A cache of the user's class files, read through their class loaders. Not thread-safe. */
final class ClassFiles {
    /** By loader and internal name. */
    private final Map<List<@Nullable Object>, @Nullable ClassNode> classes = new HashMap<>();

    private final Map<MethodNode, MethodCode> codes = new HashMap<>();

    /** Returns a class by its internal name, or null if its class file cannot be read. */
    @Nullable
    ClassNode find(@Nullable ClassLoader loader, String owner) {
        List<@Nullable Object> key = Arrays.asList(loader, owner);
        if (!classes.containsKey(key)) {
            classes.put(key, read(loader, owner));
        }
        return classes.get(key);
    }

    /** Returns the analysed code of a method. */
    MethodCode code(ClassNode owner, MethodNode method) {
        MethodCode known = codes.get(method);
        if (known == null) {
            known = new MethodCode(owner, method);
            codes.put(method, known);
        }
        return known;
    }

    /** Returns a method declared by the class itself, or null. */
    static @Nullable MethodNode declared(ClassNode owner, String name, String descriptor) {
        for (MethodNode method : owner.methods) {
            if (method.name.equals(name) && method.desc.equals(descriptor)) {
                return method;
            }
        }
        return null;
    }

    private static @Nullable ClassNode read(@Nullable ClassLoader loader, String owner) {
        String file = owner + ".class";
        try (InputStream in =
                loader == null ? ClassLoader.getSystemResourceAsStream(file) : loader.getResourceAsStream(file)) {
            if (in == null) {
                return null;
            }
            ClassNode node = new ClassNode();
            new ClassReader(in).accept(node, ClassReader.SKIP_FRAMES);
            return node;
        } catch (IOException | RuntimeException e) {
            // ASM throws IllegalArgumentException for class files of a newer Java.
            return null;
        }
    }
}
