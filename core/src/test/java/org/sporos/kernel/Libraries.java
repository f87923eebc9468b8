package org.sporos.kernel;

import java.io.File;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.Set;

/** The class path that another Java process needs to lift kernels, whatever started this one. */
final class Libraries {
    private Libraries() {}

    static Set<String> paths() {
        Set<String> paths = new LinkedHashSet<>();
        for (Class<?> type : new Class<?>[] {
            org.sporos.view.View.class,
            com.google.common.collect.Sets.class,
            org.objectweb.asm.ClassReader.class,
            org.objectweb.asm.tree.ClassNode.class,
            org.jspecify.annotations.NullMarked.class,
        }) {
            paths.add(of(type));
        }
        return paths;
    }

    static String classPath() {
        return String.join(File.pathSeparator, paths());
    }

    /** Returns the class path of the kernels of the tests, which call other classes of the tests. */
    static String testClassPath() {
        return classPath() + File.pathSeparator + of(Libraries.class);
    }

    private static String of(Class<?> type) {
        try {
            return Path.of(type.getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toURI())
                    .toString();
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}
