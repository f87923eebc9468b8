package org.sporos.samples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;

class SedovBlastTest {
    private static final boolean HAS_COMPILER = Arrays.stream(
                    System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
            .anyMatch(folder -> Files.isExecutable(Path.of(folder, "g++")));

    @Test
    void the_shock_is_where_the_solution_of_sedov_has_it_and_the_cube_stays_symmetric() {
        try (ExecutionSpace space = ExecutionSpaces.open("host,threads=2")) {
            SedovBlast.Blast blast = SedovBlast.run(space, 10);
            assertThat(blast.steps()).isEqualTo(231);
            assertThat(blast.energy()[0]).isCloseTo(27205.31, within(0.01));
            assertThat(blast.shock()).isCloseTo(1, within(0.05));
            assertThat(blast.asymmetry()).isLessThan(1e-12);
        }
    }

    /** The equations in C++ are those that the counterparts with OpenMP and in CUDA C++ share. */
    @Tag("matrix")
    @Test
    @Tag("sources")
    void the_counterpart_in_cpp_has_the_same_answers(@TempDir Path folder) throws Exception {
        assumeTrue(HAS_COMPILER, "no g++");
        Path program = folder.resolve("applications");
        String source = Path.of("src", "bench", "openmp", "applications.cpp").toString();
        output(
                "g++",
                "-O1",
                "-Wall",
                "-Werror",
                "-Wno-unknown-pragmas",
                "-std=c++17",
                "-o",
                program.toString(),
                source);
        String[] answers = output(program.toString(), "blast", "10").trim().split(" ");
        try (ExecutionSpace space = ExecutionSpaces.open("host,threads=1")) {
            SedovBlast.Blast blast = SedovBlast.run(space, 10);
            assertThat(Integer.parseInt(answers[0])).isEqualTo(blast.steps());
            assertThat(Double.parseDouble(answers[1])).isCloseTo(blast.energy()[0], withinPercentage(1e-9));
        }
    }

    private static String output(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isEqualTo(0);
        return output;
    }
}
