package org.sporos.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sporos.algorithm.CellLists;
import org.sporos.algorithm.Compaction;
import org.sporos.algorithm.CsrAssembly;
import org.sporos.algorithm.Histogram;
import org.sporos.algorithm.Permutation;
import org.sporos.algorithm.RadixSort;
import org.sporos.algorithm.SparseProduct;
import org.sporos.algorithm.Workspace;
import org.sporos.error.CodedStateException;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.kernel.cpp.Javac;
import org.sporos.policy.RangePolicy;
import org.sporos.view.DoubleView;
import org.sporos.view.FloatView;
import org.sporos.view.IntView;
import org.sporos.view.LongView;
import org.sporos.view.Slice;

/** Sorts, compactions, cell lists and histograms, against plain Java. */
abstract class AlgorithmContract extends Contract {
    private static final int MOST = 20_000;

    /** Around the ends of tiles of hosts and devices. */
    private static final int[] SIZES = {
        0, 1, 2, 31, 33, 255, 256, 257, 3_839, 3_840, 3_841, 5_000, 8_191, 8_193, 16_384, 16_385, MOST
    };

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
    void ints_are_sorted_stably_with_what_belongs_to_them_however_many_there_are() {
        Random random = new Random(24);
        IntView keys = ints("keys", MOST);
        IntView values = ints("values", MOST);
        IntView n = ints("n");
        ExecutableGraph exec =
                instantiate(RadixSort.byKey(keys, values).first(n).graph("sort", workspace()));
        assertThat(exec.warnings()).isEmpty();
        for (int size : SIZES) {
            // Few different keys, of both signs, so that many are equal.
            int range = 1 + random.nextInt(3_000);
            int[] before = random.ints(MOST, -range, range).toArray();
            before[random.nextInt(MOST)] = Integer.MIN_VALUE;
            before[random.nextInt(MOST)] = Integer.MAX_VALUE;
            int[] order = IntStream.range(0, MOST).toArray();
            keys.assign(before);
            values.assign(order);
            n.assign(size);
            exec.submit();
            space().fence();
            int[] wanted = sorted(before, size);
            assertThat(values.toArray()).isEqualTo(wanted);
            assertThat(keys.toArray())
                    .isEqualTo(Arrays.stream(wanted).map(k -> before[k]).toArray());
        }
        n.assign(MOST + 1);
        exec.submit();
        assertThat(failure()).hasMessageStartingWith("R313: ");
    }

    /** Returns the indexes in the order of the first keys, and the other indexes behind them. */
    private static int[] sorted(int[] keys, int size) {
        return IntStream.concat(
                        IntStream.range(0, size)
                                .boxed()
                                .sorted(Comparator.comparingInt(k -> keys[k]))
                                .mapToInt(k -> k),
                        IntStream.range(size, keys.length))
                .toArray();
    }

    @Test
    void longs_floats_and_doubles_are_sorted_as_by_the_jdk() {
        // More than two tiles of any kind, the last of which is not full.
        int n = 7_700;
        Random random = new Random(25);
        long[] longs = random.longs(n).toArray();
        double[] doubles = random.doubles(n, -1e3, 1e3).toArray();
        double[] special = {
            0.0, -0.0, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, Double.MIN_VALUE, -1e308, 0.0
        };
        float[] floats = new float[n];
        for (int k = 0; k < floats.length; k++) {
            doubles[k] = k % 5 == 0 ? special[random.nextInt(special.length)] : doubles[k];
            floats[k] = (float) doubles[k];
            longs[k] = k % 7 == 0 ? k % 3 - 1 : longs[k];
        }
        // NaNs of both signs are above infinity.
        doubles[500] = Double.longBitsToDouble(0xFFF8_0000_0000_0000L);
        LongView x = longsOf("x", longs);
        FloatView y = floatsOf("y", floats);
        DoubleView z = doublesOf("z", doubles);
        Workspace workspace = workspace();
        run(Graph.define("sorts", root -> {
            root.thenGraph("x", RadixSort.of(x).graph("longs", workspace));
            root.thenGraph("y", RadixSort.of(y).graph("floats", workspace));
            root.thenGraph("z", RadixSort.of(z).graph("doubles", workspace));
        }));
        Arrays.sort(longs);
        Arrays.sort(floats);
        Arrays.sort(doubles);
        assertThat(x.toArray()).isEqualTo(longs);
        assertThat(y.toArray()).isEqualTo(floats);
        assertThat(z.toArray()).isEqualTo(doubles);
    }

    @Test
    void keys_that_are_all_equal_keep_what_belongs_to_them_in_order() {
        int n = 4_000;
        long[] same = new long[n];
        Arrays.fill(same, -5L);
        LongView keys = longsOf("keys", same);
        IntView values = intsOf("values", IntStream.range(0, n).toArray());
        run(RadixSort.byKey(keys, values).graph("sort", workspace()));
        assertThat(keys.toArray()).isEqualTo(same);
        assertThat(values.toArray()).isEqualTo(IntStream.range(0, n).toArray());
    }

    @Test
    void keys_below_a_limit_are_sorted_in_few_passes() {
        int[] before = new Random(26).ints(3_001, 0, 700).toArray();
        IntView keys = intsOf("keys", before);
        RadixSort all = RadixSort.of(keys);
        Graph sort = all.below(700).graph("sort", workspace());
        assertThat(sort.nodes().size())
                .isLessThan(all.graph("sort", workspace()).nodes().size());
        run(sort);
        Arrays.sort(before);
        assertThat(keys.toArray()).isEqualTo(before);
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
        ExecutableGraph exec = instantiate(Graph.define(
                "step",
                root -> root.thenGraph("above 10", partition)
                        .thenFill("none", squares, -1)
                        .thenParallelFor("square", RangePolicy.of(count, MOST), k -> {
                            int v = x.get(kept.get(k));
                            squares.set(k, v * v);
                        })));
        assertThat(exec.warnings()).isEmpty();
        for (int n : SIZES) {
            size.assign(n);
            exec.submit();
            space().fence();
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
        exec.submit();
        assertThat(failure()).hasMessageStartingWith("R313: ");
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
        ExecutableGraph exec = instantiate(Graph.define(
                "step",
                root -> root.thenGraph("bin", lists)
                        .then(Permutation.gather("gather", ordered, x, order))
                        .then(Permutation.scatter("scatter", back, ordered, order))));
        assertThat(exec.warnings()).isEmpty();
        int[] of = new Random(29).ints(n, 3, cells - 4).toArray();
        cell.assign(of);
        for (int elements : new int[] {n, 0, 1, 777}) {
            size.assign(elements);
            order.assign(IntStream.range(0, n).toArray());
            exec.submit();
            space().fence();
            assertThat(order.toArray()).isEqualTo(sorted(of, elements));
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
        exec.submit();
        assertThat(failure()).hasMessageContaining("R301").hasMessageContaining("'cells'");
    }

    @Test
    void a_histogram_counts_what_falls_into_each_bin() {
        int[] values = new Random(30).ints(5_000, 0, 64).toArray();
        IntView x = intsOf("x", values);
        IntView bins = intsOf("bins", new int[64]);
        ExecutableGraph exec = instantiate(Histogram.of("count", RangePolicy.of(5_000), i -> x.get(i), bins));
        assertThat(exec.warnings()).isEmpty();
        exec.submit();
        exec.submit();
        space().fence();
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
            exec.submit();
            space().fence();
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
        exec.submit();
        assertThat(failure()).hasMessageContaining("R301").hasMessageContaining("'rows'");
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

    @Test
    void a_sort_may_stand_in_a_loop_and_its_workspace_be_closed_before_it_runs() {
        IntView keys = intsOf("keys", 5, 3, 9, 1);
        IntView pass = ints("pass");
        Workspace workspace = Workspace.of(space());
        Graph sort = RadixSort.of(keys).below(100).graph("sort", workspace);
        assertThat(workspace.bytes()).isPositive();
        Graph body = Graph.define(
                "body",
                root -> root.thenGraph("sort", sort).then("next", () -> {
                    keys.set(0, keys.get(0) + 10);
                    pass.set(pass.get() + 1);
                }));
        ExecutableGraph exec =
                instantiate(Graph.define("loop", root -> root.thenWhile("three times", () -> pass.get() < 3, body)));
        workspace.close();
        assertThatThrownBy(() -> RadixSort.of(keys).graph("sort", workspace))
                .isInstanceOf(CodedStateException.class)
                .hasMessage("S297: the workspace of an algorithm is closed; make the graph before, or with another"
                        + " workspace");
        exec.submit();
        space().fence();
        assertThat(keys.toArray()).containsExactly(15, 9, 11, 13);
    }
}
