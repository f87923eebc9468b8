package org.sporos.kernel.cpp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sporos.kernel.zoo.NamedKernel;
import org.sporos.kernel.zoo.Zoo;
import org.sporos.policy.SingleBody;
import org.sporos.space.MemorySpace;
import org.sporos.view.DoubleView;

/** Entries that are launched while their predecessors still write: what they load must stay after their wait. */
class EarlyLaunchTest {
    private static final Pattern OF_TABLES = Pattern.compile("static __device__ const|\\bstrict_|\\b(sin|cos|tan)\\(");

    @TempDir
    Path folder;

    private final CppProgram program = CppEmitter.emit(OtherUnits.all(false), CppDialect.CUDA, CppOptions.DEFAULT);

    @Test
    void each_entry_waits_first_and_reads_by_pointers_that_are_not_restrict() {
        assertThat(program.kernels().split("__global__ void ").length - 1)
                .isEqualTo(program.kernels().split("java::await_launches\\([^;]*;").length - 1)
                .isPositive();
        assertThat(program.kernels()).doesNotContainPattern("const [a-z ]+\\* __restrict__");
        assertThat(CppEmitter.emit(OtherUnits.all(false), CppDialect.HIP, CppOptions.DEFAULT)
                        .kernels())
                .containsPattern("const [a-z ]+\\* __restrict__");
    }

    /**
     * ptxas moves such loads before the wait, as the memory is said to be constant. Kernels are left out that read
     * tables of constants, or call functions that do.
     */
    @Test
    void nvcc_makes_no_loads_of_constant_memory() throws IOException {
        Tools.require("nvcc", "the CUDA text is not compiled");
        List<CppUnit> units = new ArrayList<>(OtherUnits.all(false));
        for (NamedKernel kernel : Zoo.withParts()) {
            CppUnit unit = ZooUnits.of(kernel.name(), kernel.fresh(), true);
            String text = CppEmitter.emit(List.of(unit), CppDialect.CUDA, CppOptions.DEFAULT)
                    .kernels();
            if (!OF_TABLES.matcher(text).find()) {
                units.add(unit);
            }
        }
        DoubleView sum = DoubleView.of("sum", MemorySpace.host());
        DoubleView first = DoubleView.of("first", MemorySpace.host());
        SingleBody note = () -> first.set(sum.get());
        units.add(new CppUnit.Single("note", false, ZooUnits.kernel("note", note, null, true)));
        assertThat(units).hasSizeGreaterThan(100);
        CppProgram program = CppEmitter.emit(units, CppDialect.CUDA, CppOptions.DEFAULT);
        assertThat(program.kernels()).contains("double* __restrict__ first) {\n    java::await_launches(sum);\n");
        assertThat(ptx(program)).contains("griddepcontrol.wait", "ld.global").doesNotContain("ld.global.nc");
        // This is what the test looks for.
        CppProgram call = CppEmitter.emit(List.of(units.get(units.size() - 1)), CppDialect.CUDA, CppOptions.DEFAULT);
        Files.writeString(
                folder.resolve("program.cu"), call.source().replace("await_launches(sum)", "await_launches()"));
        assertThat(ptx()).contains("ld.global.nc");
    }

    private String ptx(CppProgram program) throws IOException {
        Files.writeString(folder.resolve("program.cu"), program.source());
        return ptx();
    }

    private String ptx() throws IOException {
        Tools.run(List.of("nvcc", "-w", "-std=c++17", "-ptx", "-arch=sm_90", "program.cu"), folder);
        return Files.readString(folder.resolve("program.ptx"));
    }
}
