package org.sporos.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.tree.ClassNode;
import org.sporos.kernel.bytecode.KernelLifter;
import org.sporos.kernel.bytecode.Lifted;
import org.sporos.policy.RangeBody;
import org.sporos.space.MemorySpace;
import org.sporos.view.DoubleView;

/**
 * Kernels in Kotlin and Scala are refused in their users' words, whatever the runtime library does inside. The sources
 * make the calls that kotlinc 2.2 and scalac 3.3 make, of small classes with the names of the runtimes' own.
 */
class OtherLanguagesTest {
    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    Path folder;

    @Test
    void forms_of_kotlin_are_refused_in_words_of_kotlin() throws Exception {
        Golden.assertEqual("kotlin-kernels.txt", texts("kotlin", "Kernels.kt"));
    }

    @Test
    void forms_of_scala_are_refused_in_words_of_scala() throws Exception {
        Golden.assertEqual("scala-kernels.txt", texts("scala", "Kernels.scala"));
    }

    /** Returns the problems of all kernels of a language, or that it is a kernel. */
    private String texts(String language, String file) throws Exception {
        List<Path> sources = unpack(language + "-sources.txt");
        Path classes = Files.createDirectories(folder.resolve("classes"));
        Compilers.running(classes, sources, "-g");
        rename(classes.resolve("Kernels.class"), file);
        // Not closed: the lifter reads the class files through it.
        Method[] makers = new OwnClasses(classes).loadClass("Kernels").getDeclaredMethods();
        Arrays.sort(makers, Comparator.comparing(Method::getName));
        StringBuilder text = new StringBuilder();
        for (Method maker : makers) {
            if (maker.getReturnType() == RangeBody.class && !maker.isSynthetic()) {
                RangeBody body = (RangeBody) maker.invoke(null, DoubleView.of("x", MemorySpace.host(), 10));
                text.append(described(maker.getName(), body));
            }
        }
        return text.toString();
    }

    /** Classes of a folder first, as a runtime library may be on the class path too. */
    private static final class OwnClasses extends URLClassLoader {
        OwnClasses(Path classes) throws IOException {
            super(new URL[] {classes.toUri().toURL()}, OtherLanguagesTest.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            synchronized (getClassLoadingLock(name)) {
                Class<?> loaded = findLoadedClass(name);
                if (loaded == null && findResource(name.replace('.', '/') + ".class") != null) {
                    loaded = findClass(name);
                }
                return loaded == null ? super.loadClass(name, resolve) : loaded;
            }
        }

        @Override
        public URL getResource(String name) {
            URL own = findResource(name);
            return own == null ? super.getResource(name) : own;
        }
    }

    /** Writes the files of a text in which each begins with a line of three slashes and its name. */
    private List<Path> unpack(String resource) throws IOException {
        String text;
        try (InputStream in = OtherLanguagesTest.class.getResourceAsStream(resource)) {
            text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
        List<Path> files = new ArrayList<>();
        for (String part : text.split("(?m)^/// ")) {
            int end = part.indexOf('\n');
            if (end > 0) {
                Path file = folder.resolve("source").resolve(part.substring(0, end));
                Files.createDirectories(file.getParent());
                files.add(Files.writeString(file, part.substring(end + 1)));
            }
        }
        return files;
    }

    private static void rename(Path type, String sourceFile) throws IOException {
        ClassNode node = new ClassNode();
        new ClassReader(Files.readAllBytes(type)).accept(node, 0);
        assertThat(node.sourceFile).isEqualTo("Kernels.java");
        node.sourceFile = sourceFile;
        ClassWriter out = new ClassWriter(0);
        node.accept(out);
        Files.write(type, out.toByteArray());
    }

    private static String described(String name, RangeBody body) {
        return new KernelLifter().lift(name, body) instanceof Lifted.Refused refused
                ? refused.problems().stream().map(KernelProblem::toString).collect(Collectors.joining("\n", "", "\n\n"))
                : name + " is a kernel\n\n";
    }
}
