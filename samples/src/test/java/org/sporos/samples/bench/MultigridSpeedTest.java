package org.sporos.samples.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sporos.samples.MultigridSolver;
import org.sporos.samples.MultigridSolver.Cycle;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;

final class MultigridSpeedTest {
    @ParameterizedTest
    @ValueSource(strings = {"host,threads=2,strict", "host,threads=1", "host,kernels=bytecode"})
    void the_solution_has_the_bits_of_plain_java(String name) {
        PlainMultigrid serial = new PlainMultigrid(31, false);
        PlainMultigrid parallel = new PlainMultigrid(31, true);
        serial.solve(8);
        parallel.solve(8);
        try (ExecutionSpace space = ExecutionSpaces.open(name);
                MultigridSolver solver = new MultigridSolver(space, 2, 31, Cycle.V, 0, 8)) {
            assertThat(solver.solve().u()).isEqualTo(serial.solution()).isEqualTo(parallel.solution());
        }
    }

    @Tag("matrix")
    @Test
    void the_solution_has_the_bits_of_the_counterpart(@TempDir Path folder) throws IOException, InterruptedException {
        Path source = Path.of("src/bench/openmp/multigrid.cpp");
        assumeTrue(Files.exists(source), "no sources");
        Path program = folder.resolve("multigrid");
        assumeTrue(built(source, program), "no g++ with OpenMP");
        PlainMultigrid plain = new PlainMultigrid(63, false);
        plain.solve(8);
        try (Counterpart counterpart = new Counterpart("C++", program.toString())) {
            assertThat(counterpart.measure("Multigrid-63-bits", 1))
                    .isEqualTo(MultigridSpeed.checksum(plain.solution()));
        }
    }

    private static boolean built(Path source, Path program) throws InterruptedException {
        String options = "-O3 -march=native -ffp-contract=off -fopenmp -std=c++17";
        List<String> command = new ArrayList<>(List.of(("g++ " + options).split(" ")));
        command.addAll(List.of("-o", program.toString(), source.toString()));
        try {
            return new ProcessBuilder(command).inheritIO().start().waitFor() == 0;
        } catch (IOException e) {
            return false;
        }
    }
}
