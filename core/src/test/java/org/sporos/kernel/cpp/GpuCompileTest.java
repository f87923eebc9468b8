package org.sporos.kernel.cpp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sporos.kernel.zoo.NamedKernel;
import org.sporos.kernel.zoo.Zoo;
import org.sporos.policy.DoubleContribution;
import org.sporos.policy.RangePolicy;
import org.sporos.reduce.Reducers;
import org.sporos.space.MemorySpace;
import org.sporos.view.DoubleView;

/**
 * The compilers of both vendors compile the text of all named kernels, of parts of workloads, and of one unit of each
 * other kind.
 */
class GpuCompileTest {
    /** The registers of a multiprocessor. */
    private static final int REGISTERS = 65_536;

    @TempDir
    Path folder;

    @Tag("matrix")
    @Test
    void nvcc_compiles_all_kernels_for_sm_90() throws IOException {
        nvcc("sm_90", CppOptions.DEFAULT, true);
    }

    @Tag("matrix")
    @Test
    void hiprtc_compiles_all_kernels_for_gfx906_gfx90a_and_gfx1030() throws IOException {
        hiprtc(List.of("gfx906", "gfx90a", "gfx1030"), CppOptions.DEFAULT, true);
    }

    @Tag("full")
    @ParameterizedTest
    @ValueSource(strings = {"sm_75", "sm_80", "sm_90"})
    void nvcc_compiles_all_kernels(String architecture) throws IOException {
        nvcc(architecture, CppOptions.DEFAULT, false);
        nvcc(architecture, CppOptions.DEFAULT.withGoto(), true);
    }

    @Tag("full")
    @ParameterizedTest
    @ValueSource(strings = {"gfx906", "gfx90a", "gfx1030"})
    void hiprtc_compiles_all_kernels(String architecture) throws IOException {
        hiprtc(List.of(architecture), CppOptions.DEFAULT, false);
        hiprtc(List.of(architecture), CppOptions.DEFAULT.withGoto(), true);
    }

    @Test
    void nvcc_compiles_indexes_beyond_an_int_and_scratch_whose_size_comes_from_data() throws IOException {
        CppProgram program = CppEmitter.emit(WideUnits.all(), CppDialect.CUDA, CppOptions.DEFAULT);
        assertThat(program.kernels())
                .contains("for (long long at = (long long) blockIdx.x * blockDim.x + threadIdx.x; at < count; at +="
                        + " (long long) gridDim.x * blockDim.x) {")
                .contains("const long long i = begin + at;")
                .contains("const int i = (int) (begin + at);")
                .contains("const long long j = begin1 + (long long) blockIdx.x * blockDim.x + threadIdx.x;")
                .contains("    for (long long tile = (int) blockIdx.z; tile < tiles; tile += (int) gridDim.z) {\n"
                        + "        const long long i = begin0 + (long long) (tile / grid1) * 1"
                        + " + (int) threadIdx.z / 2;\n"
                        + "        if (i >= end0) continue;\n"
                        + "        const long long j = begin1 + (long long) (tile % grid1) * 2"
                        + " + (int) threadIdx.z % 2;\n"
                        + "        if (j >= end1) continue;\n")
                .contains("team.granted<int>(fault, 1, lengths[team.league_rank & 3], scratch_bytes)")
                .contains("*location = begin + v.at;");
        nvcc("sm_90", program);
    }

    /** Loads of data from an earlier phase must not use the non-coherent cache. */
    @Test
    void nvcc_compiles_phases_without_a_non_coherent_load() throws IOException {
        Tools.require("nvcc", "the CUDA text is not compiled");
        List<CppUnit> units = new ArrayList<>(MergedUnits.phases());
        units.addAll(MergedUnits.manyPhases());
        units.addAll(MergedUnits.loopsOfPhases());
        units.addAll(MergedUnits.waves());
        CppProgram program = CppEmitter.emit(units, CppDialect.CUDA, CppOptions.DEFAULT);
        Path source = Files.writeString(folder.resolve("program.cu"), program.source());
        Path ptx = folder.resolve("program.ptx");
        List<String> command = new ArrayList<>(List.of("nvcc", "-w", "-std=c++17", "-ptx", "-arch=sm_90"));
        command.addAll(program.flags());
        command.addAll(List.of("-o", ptx.toString(), source.toString()));
        Tools.run(command, folder);
        assertThat(Files.readString(ptx))
                .contains("bar.sync", "ld.global", "ld.shared")
                .doesNotContain("ld.global.nc");
    }

    private void nvcc(String architecture, CppOptions options, boolean proven) throws IOException {
        nvcc(architecture, CppEmitter.emit(units(CppDialect.CUDA, proven), CppDialect.CUDA, options));
    }

    private void nvcc(String architecture, CppProgram program) throws IOException {
        Tools.require("nvcc", "the CUDA text is not compiled");
        Path source = Files.writeString(folder.resolve("program.cu"), program.source());
        Path cubin = folder.resolve("program.cubin");
        Map<String, Integer> registers = registers(architecture, program.flags(), source, cubin);
        assertThat(Files.size(cubin)).isPositive();
        for (CppLaunch launch : program.launches()) {
            int warps = (launch.geometry().blockThreads() + 31) / 32;
            // A warp gets registers in units of 256.
            int ofWarp = (Objects.requireNonNull(registers.get(launch.entry())) * 32 + 255) / 256 * 256;
            assertThat(warps * ofWarp)
                    .as("registers of a block of %s", launch.entry())
                    .isLessThanOrEqualTo(REGISTERS);
        }
    }

    /** Compiles a program; returns the registers of a thread for each entry. */
    private Map<String, Integer> registers(String architecture, List<String> flags, Path source, Path cubin)
            throws IOException {
        List<String> command = new ArrayList<>(
                List.of("nvcc", "-w", "-std=c++17", "-cubin", "--resource-usage", "-arch=" + architecture));
        command.addAll(flags);
        command.addAll(List.of("-o", cubin.toString(), source.toString()));
        Map<String, Integer> registers = new HashMap<>();
        Matcher entries = Pattern.compile("entry function '(\\w+)'[^U]*?Used (\\d+) registers", Pattern.DOTALL)
                .matcher(Tools.run(command, folder));
        while (entries.find()) {
            registers.put(entries.group(1), Integer.parseInt(entries.group(2)));
        }
        return registers;
    }

    @Test
    void blocks_of_512_threads_that_need_many_registers_can_be_launched() throws IOException {
        DoubleView x = DoubleView.of("x", MemorySpace.host(), 6400);
        DoubleView sum = DoubleView.of("sum", MemorySpace.host());
        DoubleContribution.Range value = i -> {
            double[] t = new double[64];
            for (int k = 0; k < 64; k++) {
                t[k] = x.get(64 * i + k);
            }
            for (int k = 0; k < 64; k++) {
                t[k] = t[k] / t[63 - k];
            }
            double all = 0;
            for (int k = 0; k < 64; k++) {
                all += t[k] * t[k * 37 % 64];
            }
            return all;
        };
        RangePolicy policy = RangePolicy.of(100);
        CppUnit unit = new CppUnit.Reduce(
                "heavy", false, policy, List.of(OtherUnits.part(Reducers.Sum.into(sum, value), policy)));
        CppProgram program = CppEmitter.emit(List.of(unit), CppDialect.CUDA, CppOptions.DEFAULT);
        assertThat(program.launches().get(0).geometry().blockThreads()).isEqualTo(512);
        Tools.require("nvcc", "the CUDA text is not compiled");
        Path source = Files.writeString(folder.resolve("heavy.cu"), program.source());
        String entry = program.launches().get(0).entry();
        assertThat(registers("sm_90", program.flags(), source, folder.resolve("free.cubin")))
                .hasEntrySatisfying(entry, each -> assertThat(each).isGreaterThan(REGISTERS / 512));
        List<String> bounded = new ArrayList<>(program.flags());
        bounded.add("-DJAVA_BOUNDED");
        assertThat(registers("sm_90", bounded, source, folder.resolve("bounded.cubin")))
                .hasEntrySatisfying(entry, each -> assertThat(each).isLessThanOrEqualTo(REGISTERS / 512));
    }

    /** Compiles for several architectures at once, in a process each. */
    private void hiprtc(List<String> architectures, CppOptions options, boolean proven) throws IOException {
        Path compiler = hipCompiler(folder);
        CppProgram program = CppEmitter.emit(units(CppDialect.HIP, proven), CppDialect.HIP, options);
        Path source = Files.writeString(folder.resolve("program.hip"), program.source());
        architectures.parallelStream().forEach(architecture -> {
            Path code = folder.resolve(architecture + ".hsaco");
            List<String> command = new ArrayList<>(List.of(compiler.toString(), source.toString(), code.toString()));
            command.addAll(List.of("-std=c++17", "--offload-arch=" + architecture));
            command.addAll(program.flags());
            try {
                Tools.run(command, folder);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            assertThat(code).isNotEmptyFile();
        });
    }

    /** Returns a program that calls hipRTC; skips the test if there is none on this machine. */
    static Path hipCompiler(Path folder) throws IOException {
        Tools.require("g++", "hipRTC is called by a program that g++ makes");
        Path source = folder.resolve("hiprtc.cpp");
        try (InputStream in = Objects.requireNonNull(GpuCompileTest.class.getResourceAsStream("hiprtc.cpp"))) {
            Files.write(source, in.readAllBytes());
        }
        Path program = folder.resolve("hiprtc");
        Tools.run(List.of("g++", "-o", program.toString(), source.toString(), "-ldl"), folder);
        Process probe = new ProcessBuilder(program.toString()).start();
        try {
            if (probe.waitFor() != 0) {
                Tools.skip("no hipRTC: the HIP text is not compiled");
            }
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
        return program;
    }

    private static List<CppUnit> units(CppDialect dialect, boolean proven) {
        List<CppUnit> units = new ArrayList<>();
        for (NamedKernel kernel : Zoo.withParts()) {
            units.add(ZooUnits.of(kernel.name(), kernel.fresh(), proven));
        }
        units.addAll(OtherUnits.all(dialect == CppDialect.CUDA));
        units.addAll(MergedUnits.loops());
        units.addAll(MergedUnits.beside());
        units.addAll(MergedUnits.phases());
        units.addAll(MergedUnits.manyPhases());
        units.addAll(MergedUnits.loopsOfPhases());
        units.addAll(MergedUnits.waves());
        units.addAll(WideUnits.all());
        return units;
    }
}
