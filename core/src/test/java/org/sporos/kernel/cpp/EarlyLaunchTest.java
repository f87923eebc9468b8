package org.sporos.kernel.cpp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Entries that are launched while their predecessors still write: what they load must stay after their wait. */
class EarlyLaunchTest {
    @TempDir
    Path folder;

    private final CppProgram program = CppEmitter.emit(OtherUnits.all(false), CppDialect.CUDA, CppOptions.DEFAULT);

    @Test
    void each_entry_waits_first_and_reads_by_pointers_that_are_not_restrict() {
        assertThat(program.kernels().split("__global__ void ").length - 1)
                .isEqualTo(program.kernels().split("java::await_launches\\(\\);").length - 1)
                .isPositive();
        assertThat(program.kernels()).doesNotContainPattern("const [a-z ]+\\* __restrict__");
        assertThat(CppEmitter.emit(OtherUnits.all(false), CppDialect.HIP, CppOptions.DEFAULT)
                        .kernels())
                .containsPattern("const [a-z ]+\\* __restrict__");
    }

    /** ptxas moves such loads before the wait, as the memory is said to be constant. */
    @Test
    void nvcc_makes_no_loads_of_constant_memory() throws IOException {
        Tools.require("nvcc", "the CUDA text is not compiled");
        Files.writeString(folder.resolve("program.cu"), program.source());
        Tools.run(List.of("nvcc", "-w", "-std=c++17", "-ptx", "-arch=sm_90", "program.cu"), folder);
        assertThat(Files.readString(folder.resolve("program.ptx")))
                .contains("griddepcontrol.wait", "ld.global")
                .doesNotContain("ld.global.nc");
    }
}
