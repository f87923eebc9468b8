package org.sporos.kernel.cpp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.lang.reflect.Method;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.sporos.policy.RangeBody;

/** Classes of generated kernels: compiled by the javac of this JVM, and loaded. */
public final class Javac {
    private Javac() {}

    /** Skips the test if this JVM has no compiler; the runtime of the bundle lacks even the interface. */
    public static void require() {
        if (ModuleLayer.boot().findModule("jdk.compiler").isEmpty()) {
            Tools.skip("no javac: kernels cannot be generated");
        }
    }

    /**
     * Compiles the source of one class of the unnamed package into a folder and loads it.
     *
     * @param used a class of each module that it uses beside core
     */
    public static Class<?> compile(Path folder, String name, String source, Class<?>... used) throws Exception {
        Path file = Files.writeString(folder.resolve(name + ".java"), source);
        JavaCompiler compiler = Objects.requireNonNull(ToolProvider.getSystemJavaCompiler());
        StringBuilder path = new StringBuilder(location(RangeBody.class));
        for (Class<?> one : used) {
            path.append(File.pathSeparator).append(location(one));
        }
        String[] arguments = {
            "-g", "-nowarn", "-proc:none", "--release", "17", "-cp", path.toString(), "-d", folder.toString()
        };
        String[] all = java.util.Arrays.copyOf(arguments, arguments.length + 1);
        all[arguments.length] = file.toString();
        assertThat(compiler.run(null, null, null, all))
                .as("javac compiles %s", file)
                .isZero();
        URLClassLoader loader = new URLClassLoader(new URL[] {folder.toUri().toURL()}, Javac.class.getClassLoader());
        return loader.loadClass(name);
    }

    private static String location(Class<?> type) throws URISyntaxException {
        return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI())
                .toString();
    }

    /** Returns the kernel that a static method of a class returns for some arguments. */
    public static RangeBody kernel(Class<?> made, String method, Object... arguments)
            throws ReflectiveOperationException {
        for (Method candidate : made.getDeclaredMethods()) {
            if (candidate.getName().equals(method)) {
                return (RangeBody) candidate.invoke(null, arguments);
            }
        }
        throw new NoSuchMethodException(method);
    }
}
