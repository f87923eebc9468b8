package org.sporos.kernel.cpp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.sporos.kernel.zoo.NamedKernel;
import org.sporos.kernel.zoo.Zoo;

/** Golden texts of some kernels. The property {@code sporos.golden} is a folder to write them to. */
class GoldenTextTest {
    private static final List<String> NAMES = List.of(
            "saxpy",
            "dot",
            "gemv",
            "sgemm",
            "spmv",
            "fivePoint",
            "convolution",
            "gameOfLife",
            "mandelbrot",
            "histogram",
            "renderSwitch",
            "teamRowSums",
            "vectorProduct",
            "vectorRows",
            "earlyReturns");

    private static List<CppUnit> named() {
        List<CppUnit> units = new ArrayList<>();
        for (NamedKernel kernel : Zoo.all()) {
            if (NAMES.contains(kernel.name())) {
                units.add(ZooUnits.of(kernel.name(), kernel.fresh(), true));
            }
        }
        return units;
    }

    private static void assertGolden(String file, String text) throws IOException {
        // Lines move when the sources are edited.
        String still = text.replaceAll("(?m)^// (\\w+)\\.java:\\d+$", "// $1.java");
        String folder = System.getProperty("sporos.golden");
        if (folder != null) {
            Files.writeString(Path.of(folder, file), still);
            return;
        }
        try (InputStream in = GoldenTextTest.class.getResourceAsStream(file)) {
            assertThat(still).isEqualTo(in == null ? "" : new String(in.readAllBytes(), StandardCharsets.UTF_8));
        }
    }

    @Test
    void named_kernels_read_well_in_cuda() throws IOException {
        assertGolden(
                "named-cuda.txt",
                CppEmitter.emit(named(), CppDialect.CUDA, CppOptions.DEFAULT).kernels());
    }

    @Test
    void named_kernels_read_well_on_the_host() throws IOException {
        assertGolden(
                "named-host.txt",
                CppEmitter.emit(named(), CppDialect.HOST, CppOptions.DEFAULT).kernels());
    }

    @Test
    void reductions_scans_gates_and_conditions_read_well() throws IOException {
        assertGolden(
                "units-hip.txt",
                CppEmitter.emit(OtherUnits.all(false), CppDialect.HIP, CppOptions.DEFAULT)
                        .kernels());
    }

    @Test
    void units_that_the_host_runs_as_java_code_have_functions_alone() {
        CppProgram program = CppEmitter.emit(OtherUnits.all(false), CppDialect.HOST, CppOptions.DEFAULT);
        assertThat(program.launches())
                .as("not custom, teams and three scans")
                .extracting(CppLaunch::label)
                .containsExactly("several", "located", "box", "gated", "more", "again", "which");
        assertThat(program.kernels())
                .contains("_custom_body0(", "_custom_body1(", "_teams_body0(", "_scan_body1(")
                .doesNotContain("_custom_all(", "_teams_all(", "_scan_all(");
    }

    @Test
    void merged_loops_read_well_on_the_host() throws IOException {
        assertGolden(
                "merged-host.txt",
                CppEmitter.emit(MergedUnits.loops(), CppDialect.HOST, CppOptions.DEFAULT)
                        .kernels());
    }

    @Test
    void merged_loops_and_launches_of_several_read_well_in_cuda() throws IOException {
        List<CppUnit> units = new ArrayList<>(MergedUnits.loops());
        units.addAll(MergedUnits.beside());
        assertGolden(
                "merged-cuda.txt",
                CppEmitter.emit(units, CppDialect.CUDA, CppOptions.DEFAULT).kernels());
    }

    @Test
    void phases_and_loops_of_them_read_well_in_cuda() throws IOException {
        List<CppUnit> units = new ArrayList<>(MergedUnits.phases());
        units.addAll(MergedUnits.manyPhases());
        units.addAll(MergedUnits.loopsOfPhases());
        units.addAll(MergedUnits.waves());
        assertThat(units).hasSize(6).allMatch(unit -> unit instanceof CppUnit.Phased);
        assertGolden(
                "phased-cuda.txt",
                CppEmitter.emit(units, CppDialect.CUDA, CppOptions.DEFAULT).kernels());
    }

    @Test
    void the_text_is_the_same_each_time() {
        String first =
                CppEmitter.emit(named(), CppDialect.CUDA, CppOptions.DEFAULT).source();
        assertThat(CppEmitter.emit(named(), CppDialect.CUDA, CppOptions.DEFAULT).source())
                .isEqualTo(first);
    }

    @Test
    void units_of_the_same_text_share_an_entry_with_their_own_arguments() {
        NamedKernel saxpy = Zoo.all().stream()
                .filter(k -> k.name().equals("saxpy"))
                .findFirst()
                .orElseThrow();
        CppUnit one = ZooUnits.of("first", saxpy.fresh(), true);
        CppUnit two = ZooUnits.of("second", saxpy.fresh(), true);
        CppProgram program = CppEmitter.emit(List.of(one, two), CppDialect.CUDA, CppOptions.DEFAULT);
        assertThat(program.entries()).containsExactly("k0_first");
        CppLaunch a = program.launches().get(0);
        CppLaunch b = program.launches().get(1);
        assertThat(a.arguments()).hasSameSizeAs(b.arguments()).isNotEqualTo(b.arguments());
    }
}
