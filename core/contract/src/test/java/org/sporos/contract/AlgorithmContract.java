package org.sporos.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sporos.algorithm.CellLists;
import org.sporos.algorithm.Compaction;
import org.sporos.algorithm.CsrAssembly;
import org.sporos.algorithm.Histogram;
import org.sporos.algorithm.Permutation;
import org.sporos.algorithm.SparseProduct;
import org.sporos.algorithm.Workspace;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.kernel.cpp.Javac;
import org.sporos.policy.RangePolicy;
import org.sporos.view.DoubleView;
import org.sporos.view.IntView;
import org.sporos.view.Slice;

/** Compactions, cell lists and histograms, against plain Java. */
abstract class AlgorithmContract extends Contract {
    private static final int MOST = SortContract.MOST;

    /** A program of classes that the loader of the library does not find, as of {@code java File.java} and JShell. */
    private static final String PROGRAM = """
            import org.sporos.algorithm.*;
            import org.sporos.graph.*;
            import org.sporos.policy.*;
            import org.sporos.view.*;

            public class Walk {
                record Walker(int site, int home) {
                    int way() {
                        return site - home;
                    }
                }

                static Walker walker(int i) {
                    return new Walker(i * i, i);
                }

                public static Graph count(IntView bins) {
                    return Histogram.of("count", RangePolicy.of(10), i -> walker(i).way() % 4, bins);
                }

                public static Graph kept(IntView kept, IntView count, Workspace workspace) {
                    return Compaction.of(10, i -> walker(i).way() % 4 == 0).graph("kept", kept, count, workspace);
                }
            }
            """;

    @Test
    void functions_of_classes_that_the_library_does_not_find_are_kernel_code(@TempDir Path folder) throws Exception {
        Javac.require();
        Class<?> program = Javac.compile(folder, "Walk", PROGRAM, Workspace.class);
        IntView bins = own(IntView.of("bins", space(), 4));
        run((Graph) program.getMethod("count", IntView.class).invoke(null, bins));
        assertThat(bins.toArray()).containsExactly(6, 0, 4, 0);
        IntView kept = own(IntView.of("kept", space(), 10));
        IntView count = own(IntView.of("number", space()));
        try (Workspace workspace = Workspace.of(space())) {
            run((Graph) program.getMethod("kept", IntView.class, IntView.class, Workspace.class)
                    .invoke(null, kept, count, workspace));
        }
        assertThat(count.toArray()).containsExactly(6);
        assertThat(kept.toArray()).startsWith(0, 1, 4, 5, 8, 9);
    }

    @Test
    void a_compaction_keeps_the_order_and_tells_the_number_to_the_nodes_behind_it() {
        int[] values = new Random(27).ints(MOST, -50, 50).toArray();
        IntView x = intsOf("x", values);
        IntView size = ints("size");
        IntView kept = ints("kept", MOST);
        IntView others = ints("others", MOST);
        IntView count = ints("count");
        IntView squares = ints("squares", MOST);
        Graph partition = Compaction.of(MOST, i -> x.get(i) > 10)
                .first(size)
                .partition("partition", kept, others, count, workspace());
        ExecutableGraph exec = instantiate(root -> root.thenGraph("above 10", partition)
                .thenFill("none", squares, -1)
                .thenParallelFor("square", RangePolicy.of(count, MOST), k -> {
                    int v = x.get(kept.get(k));
                    squares.set(k, v * v);
                }));
        assertThat(exec.warnings()).isEmpty();
        for (int n : SortContract.SIZES) {
            size.assign(n);
            run(exec);
            int[] wanted = IntStream.range(0, n).filter(i -> values[i] > 10).toArray();
            int[] left = IntStream.range(0, n).filter(i -> values[i] <= 10).toArray();
            assertThat(count.toArray()).containsExactly(wanted.length);
            assertThat(Arrays.copyOf(kept.toArray(), wanted.length)).isEqualTo(wanted);
            assertThat(Arrays.copyOf(others.toArray(), left.length)).isEqualTo(left);
            assertThat(Arrays.stream(squares.toArray()).filter(v -> v >= 0).toArray())
                    .isEqualTo(Arrays.stream(wanted)
                            .map(k -> values[k] * values[k])
                            .toArray());
        }
        size.assign(-1);
        assertThat(failure(exec)).hasMessageStartingWith("R313: ");
    }

    @Test
    void a_compaction_of_a_fixed_number_leaves_what_is_behind_the_kept_ones() {
        IntView kept = intsOf("kept", -7, -7, -7, -7, -7, -7, -7);
        IntView count = ints("count");
        IntView none = ints("none", 0);
        IntView zero = intsOf("zero", 5);
        IntView zeroCount = zero.subview(Slice.at(0));
        Workspace workspace = workspace();
        run(Graph.define("both", root -> {
            root.thenGraph("odd", Compaction.of(7, i -> i % 2 == 1).graph("odd", kept, count, workspace));
            root.thenGraph("empty", Compaction.of(0, i -> true).graph("empty", none, zeroCount, workspace));
        }));
        assertThat(kept.toArray()).containsExactly(1, 3, 5, -7, -7, -7, -7);
        assertThat(count.toArray()).containsExactly(3);
        assertThat(zero.toArray()).containsExactly(0);
    }

    @Test
    void cell_lists_have_the_elements_of_each_cell_in_ascending_order() {
        int n = 3_000;
        int cells = 100;
        IntView cell = ints("cell", n);
        IntView order = ints("order", n);
        IntView starts = ints("starts", cells + 1);
        IntView size = ints("size");
        DoubleView x = doublesOf("x", new Random(28).doubles(n).toArray());
        DoubleView ordered = doubles("x in order", n);
        DoubleView back = doubles("x again", n);
        Graph lists = CellLists.of(cells, i -> cell.get(i)).first(size).graph("bin", order, starts, workspace());
        ExecutableGraph exec = instantiate(root -> root.thenGraph("bin", lists)
                .then(Permutation.gather("gather", ordered, x, order))
                .then(Permutation.scatter("scatter", back, ordered, order)));
        assertThat(exec.warnings()).isEmpty();
        int[] of = new Random(29).ints(n, 3, cells - 4).toArray();
        cell.assign(of);
        for (int elements : new int[] {n, 0, 1, 777}) {
            size.assign(elements);
            order.assign(IntStream.range(0, n).toArray());
            run(exec);
            assertThat(order.toArray()).isEqualTo(SortContract.sorted(of, elements));
            int[] begins = starts.toArray();
            for (int c = 0; c <= cells; c++) {
                int limit = c;
                assertThat(begins[c]).isEqualTo((int)
                        Arrays.stream(of, 0, elements).filter(v -> v < limit).count());
            }
            assertThat(back.toArray()).isEqualTo(x.toArray());
        }
        of[5] = cells;
        cell.assign(of);
        size.assign(n);
        assertThat(failure(exec)).hasMessageContaining("R301").hasMessageContaining("'cells'");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 1_023, 1_024, 5_000})
    void cell_lists_have_clusters_of_elements_and_long_rows_of_empty_cells(int cells) {
        int n = 10_000;
        Random random = new Random(31);
        int[] of = random.ints(n, 0, cells).toArray();
        for (int i = 0; i < n; i++) {
            if (i % 10 != 0) {
                of[i] = cells / 2 + of[i] / 1_000;
            }
        }
        IntView cell = intsOf("cell", of);
        IntView order = ints("order", n);
        IntView starts = ints("starts", cells + 1);
        run(CellLists.of(cells, i -> cell.get(i)).graph("bin", order, starts, workspace()));
        assertThat(order.toArray()).isEqualTo(SortContract.sorted(of, n));
        int[] expected = new int[cells + 1];
        for (int c : of) {
            expected[c + 1]++;
        }
        Arrays.parallelPrefix(expected, Integer::sum);
        assertThat(starts.toArray()).isEqualTo(expected);
    }

    @Test
    void a_histogram_counts_what_falls_into_each_bin() {
        int[] values = new Random(30).ints(5_000, 0, 64).toArray();
        IntView x = intsOf("x", values);
        IntView bins = intsOf("bins", new int[64]);
        ExecutableGraph exec = instantiate(Histogram.of("count", RangePolicy.of(5_000), i -> x.get(i), bins));
        assertThat(exec.warnings()).isEmpty();
        exec.submit();
        run(exec);
        int[] wanted = new int[64];
        Arrays.stream(values).forEach(v -> wanted[v]++);
        assertThat(bins.toArray()).isEqualTo(wanted);
    }

    @Test
    void a_matrix_of_triplets_has_the_sums_in_their_order() {
        int n = 600;
        int rows = 40;
        int width = 30;
        Random random = new Random(31);
        int[] row = random.ints(n, 1, rows - 2).toArray();
        int[] column = random.ints(n, 0, width).toArray();
        double[] value = random.doubles(n, -1, 1).toArray();
        IntView r = intsOf("row", row);
        IntView c = intsOf("column", column);
        IntView triplets = ints("triplets");
        IntView starts = ints("starts", rows + 1);
        IntView columns = ints("columns", n);
        DoubleView values = doubles("values", n);
        IntView entries = ints("entries");
        DoubleView x = doublesOf("x", random.doubles(width).toArray());
        DoubleView y = doubles("y", rows);
        Graph assemble = CsrAssembly.of(rows, width, r, c, doublesOf("value", value))
                .first(triplets)
                .graph("assemble", starts, columns, values, entries, workspace());
        ExecutableGraph exec = instantiate(Graph.define(
                "product",
                root -> root.thenGraph("matrix", assemble)
                        .then(SparseProduct.of("y = A x", y, starts, columns, values, x))));
        assertThat(exec.warnings()).isEmpty();
        for (int size : new int[] {n, 0, 1, 333}) {
            triplets.assign(size);
            run(exec);
            TreeMap<Integer, Double> wanted = new TreeMap<>();
            for (int k = 0; k < size; k++) {
                wanted.merge(row[k] * width + column[k], value[k], Double::sum);
            }
            int[] begins = starts.toArray();
            double[] product = new double[rows];
            int at = 0;
            for (int i = 0; i < rows; i++) {
                assertThat(begins[i]).isEqualTo(at);
                for (var entry : wanted.subMap(i * width, (i + 1) * width).entrySet()) {
                    assertThat(columns.toArray()[at]).isEqualTo(entry.getKey() % width);
                    assertThat(values.toArray()[at]).isEqualTo(entry.getValue());
                    product[i] += entry.getValue() * x.toArray()[entry.getKey() % width];
                    at++;
                }
            }
            assertThat(begins[rows]).isEqualTo(wanted.size());
            assertThat(entries.toArray()).containsExactly(wanted.size());
            assertThat(y.toArray()).isEqualTo(product);
        }
        row[7] = -1;
        r.assign(row);
        assertThat(failure(exec)).hasMessageContaining("R301").hasMessageContaining("'workspace.rows'");
    }

    @Test
    void a_failure_inside_of_an_algorithm_names_the_line_that_called_it() {
        IntView bins = ints("bins", 4);
        IntView order = intsOf("order", 0, 9);
        Graph shares = Histogram.of("shares", RangePolicy.of(10), i -> i, bins);
        assertThatThrownBy(() -> instantiate(shares))
                .hasMessageMatching("G112: node 'count' \\(AlgorithmContract\\.java:\\d+\\) of graph 'shares' uses the"
                        + " indexes \\[0, 9] in dimension 0 of view 'bins', whose extent there is 4, at"
                        + " Histogram\\.java:\\d+\n.*");
        Graph moved =
                Graph.define("moved", root -> root.then(Permutation.gather("gather", ints("to", 2), bins, order)));
        instantiate(moved).submit();
        assertThatThrownBy(() -> space().fence()).hasMessageContaining("node 'gather' (AlgorithmContract.java:");
    }
}
