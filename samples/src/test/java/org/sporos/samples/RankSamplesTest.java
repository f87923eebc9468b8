package org.sporos.samples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sporos.comm.Communicator;
import org.sporos.comm.Communicators;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;

/** The samples for several processes, started by the launchers of the MPIs of this machine. */
@EnabledOnOs(OS.LINUX)
final class RankSamplesTest {
    @TempDir
    Path folder;

    private String bits(String mpi, int ranks, Class<?> sample, String... arguments) throws Exception {
        List<String> all = new ArrayList<>(List.of(arguments));
        all.add("--space=host,threads=2");
        List<String> lines = RankRun.lines(mpi, folder, ranks, sample, all);
        assertThat(lines).anyMatch(line -> line.contains(", " + ranks + " ranks,"));
        return lines.stream()
                .filter(line -> line.contains(" bits "))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void heat_on_two_ranks_has_the_bits_of_one_process() throws Exception {
        assertHeat("openmpi", 2);
    }

    /** Returns the result on rank 0 of ranks that are threads. */
    private static double[] threads(int ranks, BiFunction<ExecutionSpace, Communicator, RankHeat.Result> solution) {
        AtomicReference<double[]> found = new AtomicReference<>();
        Ranks.run(ranks, "host,threads=1", (space, world) -> {
            double[] plate = solution.apply(space, world).plate();
            if (plate != null) {
                found.set(plate);
            }
        });
        return found.get();
    }

    @Test
    void heat_and_the_lattice_on_threads_have_the_bits_of_one_rank() {
        for (int ranks : new int[] {2, 3}) {
            assertThat(threads(ranks, (space, world) -> RankHeat.solve(space, world, 61, 40)))
                    .isEqualTo(threads(1, (space, world) -> RankHeat.solve(space, world, 61, 40)));
            assertThat(threads(ranks, (space, world) -> RankLattice.solve(space, world, 33, 40)))
                    .isEqualTo(threads(1, (space, world) -> RankLattice.solve(space, world, 33, 40)));
        }
    }

    @Test
    void heat_in_one_graph_over_several_spaces_has_the_bits_of_one_rank() {
        double[] alone = threads(1, (space, world) -> RankHeat.solve(space, world, 61, 40));
        for (int count : new int[] {1, 2, 3, 4}) {
            List<ExecutionSpace> spaces = IntStream.range(0, count)
                    .mapToObj(k -> ExecutionSpaces.open("host,threads=1"))
                    .toList();
            assertThat(DeviceHeat.solve(spaces, 61, 40).plate()).isEqualTo(alone);
            spaces.forEach(ExecutionSpace::close);
        }
    }

    @Test
    void a_rank_that_fails_is_named() {
        assertThatThrownBy(() -> Ranks.run(2, "host,threads=1", (space, world) -> {
                    if (world.rank() == 1) {
                        throw new IllegalArgumentException("a test");
                    }
                }))
                .hasMessageContaining("ranks that failed: {1=java.lang.IllegalArgumentException: a test}");
    }

    @Tag("matrix")
    @ParameterizedTest
    @ValueSource(strings = {"mpich", "openmpi"})
    void heat_on_any_number_of_ranks_has_the_bits_of_one_process(String mpi) throws Exception {
        assertHeat(mpi, 1, 2, 3, 4);
    }

    private void assertHeat(String mpi, int... numbers) throws Exception {
        String expected;
        try (ExecutionSpace space = StrictHost.open();
                Communicator alone = Communicators.open("single")) {
            expected = Long.toHexString(
                    RankHeat.checksum(RankHeat.solve(space, alone, 61, 40).plate()));
        }
        for (int ranks : numbers) {
            assertThat(bits(mpi, ranks, RankHeat.class, "--size=61", "--steps=40"))
                    .as("%d ranks", ranks)
                    .endsWith(" " + expected);
        }
    }

    @Tag("matrix")
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    void the_bits_of_conjugate_gradients_depend_on_the_number_of_ranks_alone(int ranks) throws Exception {
        String first = bits("mpich", ranks, RankConjugateGradient.class, "--size=40");
        assertThat(bits("mpich", ranks, RankConjugateGradient.class, "--size=40"))
                .isEqualTo(first);
        assertThat(bits("openmpi", ranks, RankConjugateGradient.class, "--size=40"))
                .isEqualTo(first);
    }
}
