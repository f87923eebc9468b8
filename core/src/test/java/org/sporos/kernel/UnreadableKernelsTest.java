package org.sporos.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.lang.module.Configuration;
import java.lang.module.ModuleFinder;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.sporos.kernel.bytecode.KernelLifter;
import org.sporos.kernel.bytecode.Lifted;
import org.sporos.policy.RangeBody;
import org.sporos.space.MemorySpace;
import org.sporos.view.DoubleView;

/** Kernels whose class files or captured fields cannot be read are refused, and kernels of closed modules are not. */
class UnreadableKernelsTest {
    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    Path folder;

    /** A body, and a helper which another one calls. */
    public static final class Hidden implements RangeBody {
        private final DoubleView x = DoubleView.of("x", MemorySpace.host(), 4);

        @Override
        public void at(int i) {
            x.set(i, i);
        }
    }

    /** Gives classes without the bytes that they were made of. */
    private static final class Silent extends ClassLoader {
        Silent() {
            super(UnreadableKernelsTest.class.getClassLoader());
        }

        Class<?> define(Class<?> type) throws IOException {
            String file = "/" + type.getName().replace('.', '/') + ".class";
            try (InputStream in = type.getResourceAsStream(file)) {
                byte[] bytes = in.readAllBytes();
                return defineClass(type.getName(), bytes, 0, bytes.length);
            }
        }

        @Override
        public @Nullable URL getResource(String name) {
            return null;
        }

        @Override
        public Enumeration<URL> getResources(String name) {
            return Collections.emptyEnumeration();
        }
    }

    @Test
    void a_body_without_a_class_file_is_refused() throws Exception {
        Class<?> type = new Silent().define(Hidden.class);
        RangeBody body = (RangeBody) type.getConstructor().newInstance();
        assertThat(texts(body))
                .containsExactly(
                        "K102: kernel 'body' is code of class UnreadableKernelsTest.Hidden, which has no class file"
                                + " that can be read\n"
                                + "      Load the class with a loader that also gives its bytes as a resource.");
    }

    @Test
    void a_call_of_an_object_without_a_class_file_is_refused() throws Exception {
        Class<?> type = new Silent().define(Hidden.class);
        RangeBody inner = (RangeBody) type.getConstructor().newInstance();
        RangeBody body = i -> inner.at(i);
        assertThat(texts(body)).hasSize(1);
        assertThat(texts(body).get(0))
                .startsWith("K102: kernel 'body' calls UnreadableKernelsTest.Hidden.at(), and the class file of"
                        + " UnreadableKernelsTest.Hidden cannot be read, at UnreadableKernelsTest.java:")
                .endsWith("\n      Load the class with a loader that also gives its bytes as a resource.");
    }

    private static final String MODULE = "module closed { exports closed.api; }";
    private static final String CLOSED = """
            package closed.api;

            import org.sporos.policy.*;
            import org.sporos.view.*;

            public class Closed {
                private final double factor;
                protected final DoubleView x;

                public Closed(double factor, DoubleView x) {
                    this.factor = factor;
                    this.x = x;
                }

                public RangeBody readsField() {
                    return i -> x.set(i, factor);
                }

                public RangeBody readsBroken() {
                    DoubleView x = this.x;
                    return i -> x.set(i, Broken.D);
                }

                static final class Broken {
                    static final double D = Double.parseDouble("no number");
                }

                public RangeBody readsLocals() {
                    double factor = this.factor;
                    DoubleView x = this.x;
                    return i -> x.set(i, factor);
                }

                public static final class Plain extends Closed implements java.io.Serializable {
                    private final float own;

                    public Plain(float own, DoubleView x) {
                        super(1, x);
                        this.own = own;
                    }

                    public RangeBody readsOwn() {
                        DoubleView x = this.x;
                        return i -> x.set(i, own);
                    }
                }
            }
            """;

    @Test
    void kernels_of_a_closed_module_are_lifted_with_their_fields() throws Exception {
        Object closed = closed("closed.api.Closed", double.class, 2.0);
        assertThat(lift(body(closed, "readsLocals")).toString()).contains("scalar $factor: f64 = 2.0");
        assertThat(lift(body(closed, "readsField")).toString()).contains("view @x", "scalar $factor: f64 = 2.0");
        Object plain = closed("closed.api.Closed$Plain", float.class, 3f);
        assertThat(lift(body(plain, "readsOwn")).toString()).contains("scalar $own: f32 = 3.0f");
    }

    @Test
    void a_field_whose_class_cannot_be_initialised_is_refused() throws Exception {
        Object closed = closed("closed.api.Closed", double.class, 2.0);
        assertThat(texts(body(closed, "readsBroken")))
                .containsExactly(
                        "K104: kernel 'body' reads field Closed.Broken.D, which cannot be read, at Closed.java:21\n"
                                + "      Make its class Serializable, open its package, or copy the field into a local"
                                + " variable before the lambda.");
    }

    /** Gives the bytes of its parent, and defines a class whose field {@code x} has another name. */
    private static final class Stale extends ClassLoader {
        Stale() {
            super(UnreadableKernelsTest.class.getClassLoader());
        }

        Class<?> define(Class<?> type) throws IOException {
            ClassWriter out = new ClassWriter(0);
            String file = "/" + type.getName().replace('.', '/') + ".class";
            try (InputStream in = type.getResourceAsStream(file)) {
                ClassNode node = new ClassNode();
                new ClassReader(in).accept(node, 0);
                node.fields.forEach(field -> field.name = "old");
                for (MethodNode method : node.methods) {
                    for (AbstractInsnNode instruction : method.instructions) {
                        if (instruction instanceof FieldInsnNode field) {
                            field.name = "old";
                        }
                    }
                }
                node.accept(out);
            }
            byte[] bytes = out.toByteArray();
            return defineClass(type.getName(), bytes, 0, bytes.length);
        }
    }

    @Test
    void a_field_that_only_the_class_file_has_is_refused() throws Exception {
        RangeBody body =
                (RangeBody) new Stale().define(Hidden.class).getConstructor().newInstance();
        assertThat(texts(body)).hasSize(1);
        assertThat(texts(body).get(0))
                .startsWith(
                        "K104: kernel 'body' reads field UnreadableKernelsTest.Hidden.x, which the loaded class does"
                                + " not have, at UnreadableKernelsTest.java:")
                .endsWith("\n      Load the class from the class file that its loader gives.");
    }

    private Object closed(String type, Class<?> parameter, Object value) throws Exception {
        Path source = Files.createDirectories(folder.resolve("source"));
        Path module = Files.writeString(source.resolve("module-info.java"), MODULE);
        Path file = Files.writeString(source.resolve("Closed.java"), CLOSED);
        Path classes = folder.resolve("classes");
        Compilers.running(classes, List.of(module, file), "-g", "--add-reads", "closed=ALL-UNNAMED");
        ModuleLayer boot = ModuleLayer.boot();
        Configuration configuration =
                boot.configuration().resolve(ModuleFinder.of(classes), ModuleFinder.of(), Set.of("closed"));
        ClassLoader parent = UnreadableKernelsTest.class.getClassLoader();
        ModuleLayer.Controller layer = ModuleLayer.defineModulesWithOneLoader(configuration, List.of(boot), parent);
        Module closed = layer.layer().findModule("closed").orElseThrow();
        layer.addReads(closed, parent.getUnnamedModule());
        DoubleView x = DoubleView.of("x", MemorySpace.host(), 4);
        return closed.getClassLoader()
                .loadClass(type)
                .getConstructor(parameter, DoubleView.class)
                .newInstance(value, x);
    }

    private static RangeBody body(Object maker, String method) throws ReflectiveOperationException {
        return (RangeBody) maker.getClass().getMethod(method).invoke(maker);
    }

    private static Lifted lift(RangeBody body) {
        return new KernelLifter().lift("body", body);
    }

    private static List<String> texts(RangeBody body) {
        return ((Lifted.Refused) lift(body))
                .problems().stream().map(KernelProblem::toString).toList();
    }
}
