package org.sporos.samples.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sporos.samples.matrix.CsrMatrix;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;

final class SmallNodesTest {
    private static final List<String> SPACES =
            List.of("host,threads=2", "host,threads=2,strict", "host,threads=1", "host,kernels=bytecode");

    private static double[] thirdSolution(Code code) {
        for (int run = 0; run < 3; run++) {
            code.run();
        }
        return code.solution();
    }

    @ParameterizedTest
    @CsvSource({"Multigrid, 31", "FiniteVolume, 5", "TriangularSolve, 13", "TreeMoments, 3", "LoopOfNodes, 20"})
    void a_code_has_the_same_bits_in_all_ways(String name, int size) {
        SmallNodes.Kind kind = SmallNodes.KINDS.get(name);
        double[] serial = thirdSolution(kind.plain().apply(size, false));
        assertThat(thirdSolution(kind.plain().apply(size, true))).isEqualTo(serial);
        for (String place : SPACES) {
            try (ExecutionSpace space = ExecutionSpaces.open(place);
                    Code code = kind.sporos().apply(space, size)) {
                assertThat(thirdSolution(code)).as(place).isEqualTo(serial);
            }
        }
    }

    @Test
    void water_moves_and_none_is_lost() {
        FiniteVolume code = new FiniteVolume(4, false);
        double before = water(code);
        double corner = code.solution()[7];
        thirdSolution(code);
        assertThat(water(code)).isCloseTo(before, within(1e-12 * before));
        assertThat(code.solution()[7]).isNotEqualTo(corner);
    }

    /** Returns the sum of the depths of 64 blocks of 4 x 4 cells, whose three quantities have 36 elements each. */
    private static double water(Code code) {
        double sum = 0;
        double[] cells = code.solution();
        for (int at = 0; at < cells.length; at++) {
            int i = at % 36 / 6;
            int j = at % 6;
            sum += at % 108 < 36 && i % 5 != 0 && j % 5 != 0 ? cells[at] : 0;
        }
        return sum;
    }

    @Test
    void a_factor_is_solved() {
        TriangularSolve code = new TriangularSolve(13, true);
        double[] x = thirdSolution(code);
        assertThat(TriangularSolve.factor(13).times(x)).containsExactly(TriangularSolve.rightSide(169), within(1e-12));
    }

    /** The incomplete factorization: L L' has the entries of the matrix where the matrix has some. */
    @Test
    void the_factor_is_that_of_poissons_equation() {
        CsrMatrix factor = TriangularSolve.factor(3);
        assertThat(product(factor, 4, 4)).isCloseTo(4, within(1e-15));
        assertThat(product(factor, 4, 3)).isEqualTo(-1, within(1e-15));
        assertThat(product(factor, 4, 1)).isEqualTo(-1, within(1e-15));
        assertThat(product(factor, 3, 2)).as("no neighbours").isZero();
    }

    private static double product(CsrMatrix factor, int i, int j) {
        double sum = 0;
        for (int k = 0; k <= j; k++) {
            sum += factor.at(i, k) * factor.at(j, k);
        }
        return sum;
    }

    @Test
    void the_moments_of_the_root_are_those_of_all_leaves() {
        TreeMoments code = new TreeMoments(2, false);
        double[] leaves = TreeMoments.leaves(2);
        double[] sums = new double[6];
        for (int k = 0; k < 16; k++) {
            double dx = (k % 2 - 0.5) / 4 + (k / 4 % 2 - 0.5) / 2;
            double dy = (k / 2 % 2 - 0.5) / 4 + (k / 8 - 0.5) / 2;
            double[] of = {leaves[k], leaves[16 + k], leaves[32 + k], leaves[48 + k], leaves[64 + k], leaves[80 + k]};
            sums[0] += of[0];
            sums[1] += of[1] + of[0] * dx;
            sums[2] += of[2] + of[0] * dy;
            sums[3] += of[3] + 2 * dx * of[1] + of[0] * dx * dx;
            sums[4] += of[4] + dx * of[2] + dy * of[1] + of[0] * dx * dy;
            sums[5] += of[5] + 2 * dy * of[2] + of[0] * dy * dy;
        }
        assertThat(thirdSolution(code)).containsExactly(sums, within(1e-13));
    }

    @ParameterizedTest
    @ValueSource(strings = {"Multigird-63", "Multigrid", "-63", "Multigrid-0", "Multigrid-x"})
    void a_work_that_no_code_has_is_refused(String work) {
        assertThatThrownBy(() -> SmallNodes.main(work))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("'" + work + "' is not of the form code-size; codes are Multigrid, FiniteVolume,"
                        + " TriangularSolve, TreeMoments, LoopOfNodes");
    }

    @Test
    void other_bits_are_an_error() {
        assertThatThrownBy(
                        () -> SmallNodes.checkBits("TreeMoments-2", new TreeMap<>(Map.of("C++", 7, "plain Java", 5))))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("the solutions of TreeMoments-2 have other bits; their checksums: {C++=7, plain Java=5}");
    }

    @Tag("matrix")
    @Test
    void solutions_have_the_bits_of_the_counterpart(@TempDir Path folder) throws IOException, InterruptedException {
        Path source = Path.of("src/bench/openmp/small_nodes.cpp");
        assumeTrue(Files.exists(source), "no sources");
        Path program = folder.resolve("small_nodes");
        assumeTrue(built(source, program), "no g++ with OpenMP");
        try (Counterpart counterpart = new Counterpart("C++", program.toString())) {
            SmallNodes.KINDS.forEach((name, kind) -> kind.sizes()
                    .forEach(size -> assertThat(counterpart.measure(name + "-" + size + "-bits", 1))
                            .as(name + "-" + size)
                            .isEqualTo(SmallNodes.checksum(kind.plain().apply(size, false)))));
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
