package org.sporos.cuda;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.bytedeco.javacpp.Pointer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** The class files fit the bindings of CUDA 12 as well, which the build leaves in a folder. */
class CudaTwelveTest {
    private static final Path FOLDER = Path.of("target/cuda12");
    private static final String CUDART = "org/bytedeco/cuda/global/cudart";
    /** Those that {@link CudaEdgeCalls} calls by other names there. */
    private static final Set<String> RENAMED = Set.of("cuGraphAddNode", "cuGraphAddDependencies");

    @BeforeAll
    static void needsTheBuild() {
        assumeTrue(Files.exists(FOLDER), "the build that fetches the bindings of CUDA 12 is not here");
    }

    private static JarFile jar(boolean ofNatives) throws IOException {
        try (Stream<Path> files = Files.list(FOLDER)) {
            Path jar = files.filter(file -> file.toString().endsWith("linux-x86_64.jar") == ofNatives)
                    .findFirst()
                    .orElseThrow();
            return new JarFile(jar.toFile());
        }
    }

    /** Returns the methods of a class and of those above it in the bindings, as name and descriptor. */
    private static Set<String> methods(JarFile jar, String owner) throws IOException {
        Set<String> methods = new HashSet<>();
        String next = owner;
        while (jar.getEntry(next + ".class") != null) {
            try (InputStream in = jar.getInputStream(jar.getEntry(next + ".class"))) {
                ClassReader reader = new ClassReader(in);
                reader.accept(new Methods(methods), ClassReader.SKIP_CODE);
                next = reader.getSuperName();
            }
        }
        // Above the bindings is JavaCPP itself, whose methods do not change with CUDA.
        Arrays.stream(Pointer.class.getMethods()).forEach(method -> methods.add(method.getName()));
        return methods;
    }

    /** Notes the methods of one class. */
    private static final class Methods extends ClassVisitor {
        private final Set<String> found;

        Methods(Set<String> found) {
            super(Opcodes.ASM9);
            this.found = found;
        }

        @Override
        public MethodVisitor visitMethod(int access, String name, String descriptor, String generic, String[] thrown) {
            found.add(name + descriptor);
            return null;
        }
    }

    private static boolean isThere(JarFile jar, NativeCalls.Reference call) {
        try {
            Set<String> methods = methods(jar, call.owner());
            return methods.contains(call.name() + call.descriptor())
                    || call.owner().equals(CUDART)
                            && RENAMED.contains(call.name())
                            && methods.contains(call.name() + "_v2" + call.descriptor())
                    || !call.owner().contains("/global/") && methods.contains(call.name());
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void all_that_the_class_files_refer_to_is_there() throws Exception {
        Path classes = Path.of("target/classes");
        Set<NativeCalls.Reference> calls = NativeCalls.of(classes);
        try (JarFile jar = jar(false)) {
            assertThat(calls).hasSizeGreaterThan(100).allMatch(call -> isThere(jar, call));
        }
    }

    @Test
    void its_library_has_the_functions_that_are_looked_up() throws Exception {
        try (JarFile jar = jar(true);
                InputStream in = jar.getInputStream(jar.getEntry("org/bytedeco/cuda/linux-x86_64/libjnicudart.so"))) {
            assertThat(ElfImports.of(in.readAllBytes())).containsAll(CudaFunctions.OF_DRIVER);
        }
    }

    @Test
    void the_probe_and_the_calls_with_other_names_work(@TempDir Path folder) throws Exception {
        assumeTrue(FakeCuda.canBeMade(), "there is no g++ that could make libraries");
        FakeCuda cuda = new FakeCuda(folder, 12).driver(12_040, 1, 0).runtime().compiler();
        List<String> ours = Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(path -> !Path.of(path).getFileName().toString().startsWith("cuda-1"))
                .toList();
        String classPath = ours.stream().collect(Collectors.joining(File.pathSeparator));

        assertThat(cuda.run(classPath + File.pathSeparator + FOLDER + "/*", ProbeProgram.class, "cuda")
                        .lines())
                .endsWith("cuda: 1 device, nvrtc 12.0", "opened cuda:0");
    }
}
