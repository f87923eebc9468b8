package org.sporos.contract;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.sporos.algorithm.CellLists;
import org.sporos.algorithm.Compaction;
import org.sporos.algorithm.Complex;
import org.sporos.algorithm.CsrAssembly;
import org.sporos.algorithm.CsrTranspose;
import org.sporos.algorithm.Histogram;
import org.sporos.algorithm.Permutation;
import org.sporos.algorithm.RadixSort;
import org.sporos.algorithm.RecordReduction;
import org.sporos.algorithm.RecordScan;
import org.sporos.algorithm.SegmentedReduce;
import org.sporos.algorithm.SegmentedScan;
import org.sporos.algorithm.SparseProduct;
import org.sporos.algorithm.Unique;
import org.sporos.algorithm.Workspace;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.Task;
import org.sporos.policy.RangePolicy;
import org.sporos.view.DoubleView;
import org.sporos.view.FloatView;
import org.sporos.view.IntView;
import org.sporos.view.LongView;
import org.sporos.view.RecordView;
import org.sporos.view.View;
import org.sporos.view.Views;

/** Algorithms of no elements: they do nothing but write the results of nothing. */
abstract class EmptyAlgorithmContract extends Contract {

    private IntView none(String label) {
        return ints(label, 0);
    }

    /** Runs a graph by itself and nested in another one. */
    private void runTwice(Graph graph) {
        run(graph);
        run(Graph.define("outer", root -> root.thenGraph("inner", graph)));
    }

    private void runTask(Task task) {
        runTwice(Graph.define("g", root -> root.then(task)));
    }

    @Test
    void sorts_of_no_keys_do_nothing() {
        Workspace workspace = workspace();
        IntView n = ints("n");
        View[] keys = {
            none("ints"),
            own(LongView.of("longs", space(), 0)),
            own(FloatView.of("floats", space(), 0)),
            doubles("d", 0)
        };
        for (View each : keys) {
            runTwice(RadixSort.of(each).graph("sort", workspace));
            runTwice(RadixSort.byKey(each, none("values")).graph("sort", workspace));
            runTwice(RadixSort.byKey(each, none("values")).first(n).graph("sort", workspace));
        }
    }

    @Test
    void more_than_no_keys_fail_the_run() {
        IntView n = ints("n");
        n.assign(1);
        ExecutableGraph exec = instantiate(RadixSort.of(none("keys")).first(n).graph("sort", workspace()));
        assertThat(failure(exec)).hasMessageStartingWith("R313: ");
    }

    @Test
    void distinct_keys_and_compactions_of_nothing_are_none() {
        Workspace workspace = workspace();
        IntView count = ints("count");
        IntView x = none("x");
        IntView starts = intsOf("starts", 7);
        IntView n = ints("n");
        for (Unique unique : new Unique[] {Unique.of(x), Unique.of(x).first(n)}) {
            count.assign(5);
            runTwice(unique.graph("unique", none("distinct"), count, workspace));
            assertThat(count.toArray()).containsExactly(0);
            count.assign(5);
            starts.assign(7);
            runTwice(unique.withStarts(starts).graph("unique", none("distinct"), count, workspace));
            assertThat(count.toArray()).containsExactly(0);
            assertThat(starts.toArray()).containsExactly(0);
        }
        Compaction none = Compaction.of(0, i -> x.get(i) > 0);
        for (Compaction compaction : new Compaction[] {none, none.first(n)}) {
            count.assign(5);
            runTwice(compaction.graph("compact", none("kept"), count, workspace));
            assertThat(count.toArray()).containsExactly(0);
            count.assign(5);
            runTwice(compaction.partition("part", none("kept"), none("others"), count, workspace));
            assertThat(count.toArray()).containsExactly(0);
        }
    }

    @Test
    void cells_without_elements_are_empty() {
        Workspace workspace = workspace();
        IntView cell = none("cell");
        IntView starts = ints("starts", 4);
        CellLists lists = CellLists.of(3, i -> cell.get(i));
        for (CellLists each : new CellLists[] {lists, lists.first(ints("n"))}) {
            starts.assign(1, 2, 3, 4);
            runTwice(each.graph("cells", none("order"), starts, workspace));
            assertThat(starts.toArray()).containsExactly(0, 0, 0, 0);
        }
        IntView bins = intsOf("bins", 4, 5);
        runTwice(Histogram.of("count", RangePolicy.of(0), i -> cell.get(i), bins));
        assertThat(bins.toArray()).containsExactly(0, 0);
        runTwice(Histogram.of("count", RangePolicy.of(0), i -> cell.get(i), none("bins")));
    }

    @Test
    void matrices_without_triplets_rows_or_columns_are_empty() {
        Workspace workspace = workspace();
        DoubleView values = doubles("values", 0);
        for (int rows = 0; rows < 3; rows++) {
            for (int columns = 0; columns < 3; columns++) {
                IntView entries = ints("entries");
                IntView starts = ints("starts", rows + 1);
                CsrAssembly assembly = CsrAssembly.of(rows, columns, none("row"), none("column"), values);
                for (CsrAssembly each : new CsrAssembly[] {assembly, assembly.first(ints("n"))}) {
                    entries.assign(9);
                    Views.fill(starts, 9);
                    runTwice(each.graph("assemble", starts, none("columns"), doubles("v", 0), entries, workspace));
                    assertThat(entries.toArray()).containsExactly(0);
                    assertThat(starts.toArray()).containsOnly(0);
                }
                IntView turned = ints("starts of columns", columns + 1);
                Views.fill(turned, 9);
                runTwice(CsrTranspose.of(columns, starts, none("columns"), values)
                        .graph("transpose", turned, none("rows"), doubles("t", 0), workspace));
                assertThat(turned.toArray()).containsOnly(0);
                DoubleView y = doubles("y", rows);
                Views.fill(y, 9);
                runTask(SparseProduct.of("product", y, starts, none("columns"), values, doubles("x", columns)));
                assertThat(y.toArray()).hasSize(rows).doesNotContain(9);
            }
        }
    }

    /** No number of triplets of a matrix without rows is right but none. */
    @Test
    void a_triplet_of_a_matrix_without_rows_or_columns_fails_the_run() {
        for (int rows : new int[] {0, 3}) {
            IntView n = ints("n");
            n.assign(1);
            IntView starts = ints("starts", rows + 1);
            Graph assemble = CsrAssembly.of(rows, 3 - rows, ints("row", 2), ints("column", 2), doubles("value", 2))
                    .first(n)
                    .graph("assemble", starts, ints("columns", 2), doubles("v", 2), ints("entries"), workspace());
            ExecutableGraph exec = instantiate(assemble);
            assertThat(failure(exec))
                    .hasMessageContaining("R301")
                    .hasMessageContaining(rows == 0 ? "'workspace.rows'" : "'workspace.columns'");
            n.assign(0);
            run(exec);
            assertThat(starts.toArray()).containsOnly(0);
        }
    }

    @Test
    void segments_of_nothing_have_the_identity_and_no_segments_nothing() {
        IntView x = none("x");
        IntView sums = intsOf("sums", 5, 5);
        IntView starts = ints("starts", 3);
        runTask(SegmentedReduce.sum("sum", sums, starts, k -> x.get(k)));
        assertThat(sums.toArray()).containsExactly(0, 0);
        runTask(SegmentedReduce.longMax("max", sums, starts, k -> x.get(k)));
        assertThat(sums.toArray()).containsExactly(Integer.MIN_VALUE, Integer.MIN_VALUE);
        IntView one = ints("start", 1);
        runTask(SegmentedReduce.sum("sum", none("sums"), one, k -> x.get(k)));
        runTask(SegmentedReduce.longSum("sum", none("sums"), one, k -> x.get(k)));
        runTask(SegmentedScan.inclusiveSum("scan", none("sums"), one, k -> x.get(k)));
        runTask(SegmentedScan.inclusiveSum("scan", none("sums"), starts, k -> x.get(k)));
        runTask(Permutation.gather("gather", none("to"), none("from"), none("order")));
        runTask(Permutation.scatter("scatter", none("to"), none("from"), none("order")));
    }

    @Test
    void reductions_and_scans_of_no_records_give_the_identity() {
        Workspace workspace = workspace();
        RecordView<Complex> z = own(RecordView.of("z", space(), Complex.class, 0));
        RecordView<Complex> result = own(RecordView.of("result", space(), Complex.class));
        runTwice(RecordReduction.of(new Complex(1, 0), Complex::multiply)
                .graph("product", 0, i -> z.get(i), result, workspace));
        assertThat(result.toArray()).containsExactly(new Complex(1, 0));
        RecordScan<Complex> products = RecordScan.inclusive(new Complex(1, 0), Complex::multiply);
        runTwice(products.graph("products", 0, i -> z.get(i), (i, product) -> z.set(i, product), workspace));
    }
}
