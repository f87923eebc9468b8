package org.sporos.kernel.cpp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sporos.graph.InstantiateOption.Arithmetic;
import org.sporos.graph.InstantiateOption.BoundsChecks;
import org.sporos.kernel.zoo.NamedKernel;
import org.sporos.kernel.zoo.Zoo;

/**
 * Machine instructions of emitted kernels and of handwritten CUDA C++, both for sm_90: the table of
 * docs/benchmarks/kernel-instruction-counts.md. The property {@code sporos.golden} names a folder to write it to.
 */
class InstructionCountTest {
    private static final List<String> NAMES = List.of("saxpy", "fivePoint", "gemv", "sgemm", "spmv", "nBody");

    @TempDir
    Path folder;

    @BeforeEach
    void nvcc() {
        Tools.require("nvcc", "instructions are not counted");
    }

    private Map<String, Cubin.Size> compile(String source, List<String> flags) throws IOException {
        Path file = Files.writeString(folder.resolve("count.cu"), source);
        Path cubin = folder.resolve("count.cubin");
        List<String> command = new ArrayList<>(List.of("nvcc", "-w", "-std=c++17", "-cubin", "-arch=sm_90"));
        command.addAll(flags);
        command.addAll(List.of("-o", cubin.toString(), file.toString()));
        Tools.run(command, folder);
        return Cubin.sizes(cubin);
    }

    private Map<String, Cubin.Size> handwritten(CppOptions options) throws IOException {
        try (InputStream in = Objects.requireNonNull(getClass().getResourceAsStream("handwritten.cu"))) {
            String source = new String(in.readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
            return compile(source, CppDialect.CUDA.flags(options.arithmetic()));
        }
    }

    private Map<String, Cubin.Size> emitted(CppOptions options, boolean proven) throws IOException {
        List<CppUnit> units = new ArrayList<>();
        for (NamedKernel kernel : Zoo.all()) {
            if (NAMES.contains(kernel.name())) {
                units.add(ZooUnits.of(kernel.name(), kernel.fresh(), proven));
            }
        }
        CppProgram program = CppEmitter.emit(units, CppDialect.CUDA, options);
        Map<String, Cubin.Size> sizes = compile(program.source(), program.flags());
        Map<String, Cubin.Size> byLabel = new TreeMap<>();
        for (CppLaunch launch : program.launches()) {
            byLabel.put(launch.label(), Objects.requireNonNull(sizes.get(launch.entry())));
        }
        return byLabel;
    }

    @Test
    void emitted_kernels_have_about_as_many_instructions_as_handwritten_ones() throws IOException {
        CppOptions contracted = CppOptions.of(Arithmetic.CONTRACTED, BoundsChecks.ON);
        CppOptions unchecked = CppOptions.of(Arithmetic.STRICT, BoundsChecks.OFF);
        Map<String, Cubin.Size> hand = handwritten(CppOptions.DEFAULT);
        Map<String, Cubin.Size> strict = emitted(CppOptions.DEFAULT, true);
        Map<String, Cubin.Size> open = emitted(unchecked, true);
        List<Map<String, Cubin.Size>> columns = List.of(
                hand,
                strict,
                open,
                emitted(CppOptions.DEFAULT, false),
                handwritten(contracted),
                emitted(contracted, true));
        StringBuilder table = new StringBuilder();
        for (String name : NAMES) {
            table.append("| ").append(name);
            for (Map<String, Cubin.Size> column : columns) {
                Cubin.Size size = Objects.requireNonNull(column.get(name));
                table.append(" | ").append(size.all()).append(size.loop() == 0 ? "" : " / " + size.loop());
            }
            table.append(" |\n");
        }
        System.out.print(table);
        String golden = System.getProperty("sporos.golden");
        if (golden != null) {
            Files.writeString(Path.of(golden, "kernel-instruction-counts.txt"), table);
        }
        for (String name : NAMES) {
            int own = Objects.requireNonNull(open.get(name)).all();
            int other = Objects.requireNonNull(hand.get(name)).all();
            assertThat(own).as(name + " without checks").isLessThanOrEqualTo(other + other / 4 + 6);
        }
    }
}
