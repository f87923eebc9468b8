package org.sporos.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import org.sporos.kernel.analysis.interval.Lifting;
import org.sporos.kernel.zoo.NamedKernel;
import org.sporos.kernel.zoo.Zoo;

/** Kernels are lifted from the bytecode of every compiler, with and without the names of variables. */
class OtherCompilersTest {
    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    Path folder;

    @Test
    @Tag("matrix")
    void kernels_without_debug_information_are_lifted() throws Exception {
        Compilers.running(folder, OtherZoo.sources(), "-g:none");
        assertThat(lineOf("saxpy")).isZero();
        assertAllLifted();
    }

    @Test
    @Tag("full")
    void kernels_with_names_of_variables_are_lifted() throws Exception {
        Compilers.running(folder, OtherZoo.sources(), "-g");
        assertAllLifted();
    }

    @Test
    void kernels_compiled_by_eclipse_are_lifted() throws Exception {
        Compilers.eclipse(folder, OtherZoo.sources(), "-g");
        assertThat(lineOf("saxpy")).isPositive();
        assertAllLifted();
    }

    @Test
    @Tag("full")
    void kernels_compiled_by_eclipse_without_debug_information_are_lifted() throws Exception {
        Compilers.eclipse(folder, OtherZoo.sources(), "-g:none");
        assertAllLifted();
    }

    @Test
    @Tag("matrix")
    void kernels_compiled_by_java_25_are_lifted() throws Exception {
        Optional<Path> javac = Compilers.javac25();
        assumeTrue(javac.isPresent(), "no JDK 25: neither JAVA_HOME_25 nor one below /usr/lib/jvm");
        Compilers.other(javac.get(), folder, OtherZoo.sources(), "-g");
        assertAllLifted();
    }

    private void assertAllLifted() throws Exception {
        List<NamedKernel> kernels = OtherZoo.in(folder);
        assertThat(kernels)
                .hasSameSizeAs(Zoo.withParts())
                .allSatisfy(
                        kernel -> assertThat(kernel.fresh().body().getClass().getClassLoader())
                                .isInstanceOf(OtherZoo.class))
                .allSatisfy(SameBits::assertInterpretedAsOnJvm);
    }

    /** Returns the line of a kernel. */
    private int lineOf(String name) throws Exception {
        for (NamedKernel kernel : OtherZoo.in(folder)) {
            if (kernel.name().equals(name)) {
                return Lifting.lift(name, kernel.fresh().body()).position().line();
            }
        }
        throw new AssertionError(name);
    }
}
