package org.sporos.docs;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.sporos.algorithm.CellLists;
import org.sporos.algorithm.Compaction;
import org.sporos.algorithm.CsrAssembly;
import org.sporos.algorithm.CsrTranspose;
import org.sporos.algorithm.Histogram;
import org.sporos.algorithm.Permutation;
import org.sporos.algorithm.RadixSort;
import org.sporos.algorithm.SegmentedReduce;
import org.sporos.algorithm.SegmentedScan;
import org.sporos.algorithm.SparseProduct;
import org.sporos.algorithm.Unique;
import org.sporos.algorithm.Workspace;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.NodeRef;
import org.sporos.policy.DisjointWrites;
import org.sporos.policy.RangeBody;
import org.sporos.policy.RangePolicy;
import org.sporos.view.DoubleView;
import org.sporos.view.IntView;

/** The page on algorithms. */
final class AlgorithmsTest extends OnASpace {

    @Test
    void sorting() {
        // snippet: algorithms-sort
        int n = 6;
        DoubleView energy = DoubleView.copyOf("energy", space, 3, -0.0, Double.NaN, 0.0, -7, 3);
        DoubleView mass = DoubleView.copyOf("mass", space, 10, 11, 12, 13, 14, 15);
        DoubleView sorted = DoubleView.of("sorted", space, n);
        IntView order = IntView.of("order", space, n);
        try (Workspace workspace = Workspace.of(space)) {
            Graph sort = RadixSort.byKey(energy, order).graph("sort", workspace);
            Graph step = Graph.define("step", root -> {
                root.thenParallelFor("number", RangePolicy.of(n), i -> order.set(i, i))
                        .thenGraph("by energy", sort)
                        .then(Permutation.gather("mass in order", sorted, mass, order));
            });
            step.run(space);
        }
        System.out.println(Arrays.toString(energy.toArray()));
        System.out.println(Arrays.toString(sorted.toArray()));
        // end
    }

    @Test
    void compaction() {
        // snippet: algorithms-compact
        int n = 8;
        DoubleView mass = DoubleView.copyOf("mass", space, 5, 0, 2, 0, 0, 1, 4, 0);
        IntView alive = IntView.of("alive", space, n);
        IntView count = IntView.of("count", space);
        Workspace workspace = Workspace.of(space);
        Graph compact = Compaction.of(n, i -> mass.get(i) > 0).graph("compact", alive, count, workspace);
        RangeBody decay = (RangeBody & DisjointWrites) k -> {
            int i = alive.get(k);
            mass.set(i, mass.get(i) - 1);
        };
        Graph step = Graph.define("step", root -> {
            root.thenGraph("who lives", compact).thenParallelFor("decay", RangePolicy.of(count, n), decay);
        });
        try (ExecutableGraph exec = step.instantiate(space)) {
            workspace.close();
            for (int t = 0; t < 3; t++) {
                exec.submit();
                space.fence();
                System.out.println(count.read() + " " + Arrays.toString(mass.toArray()));
            }
        }
        // end
    }

    @Test
    void cells() {
        // snippet: algorithms-cells
        int n = 6;
        int cells = 4;
        DoubleView x = DoubleView.copyOf("x", space, 0.9, 0.1, 0.3, 0.2, 0.95, 0.3);
        IntView order = IntView.of("order", space, n);
        IntView starts = IntView.of("starts", space, cells + 1);
        try (Workspace workspace = Workspace.of(space)) {
            CellLists.of(cells, i -> (int) (cells * x.get(i)))
                    .graph("bin", order, starts, workspace)
                    .run(space);
        }
        System.out.println(Arrays.toString(order.toArray()) + " " + Arrays.toString(starts.toArray()));
        // end
    }

    @Test
    void segments() {
        // snippet: algorithms-segments
        int n = 7;
        IntView owner = IntView.copyOf("owner", space, 2, 2, 2, 5, 8, 8, 8);
        DoubleView paid = DoubleView.copyOf("paid", space, 1, 2, 3, 10, 4, 5, 6);
        IntView owners = IntView.of("owners", space, n);
        IntView starts = IntView.of("starts", space, n + 1);
        IntView count = IntView.of("count", space);
        DoubleView sums = DoubleView.of("sums", space, n);
        DoubleView balance = DoubleView.of("balance", space, n);
        try (Workspace workspace = Workspace.of(space)) {
            Graph unique = Unique.of(owner).withStarts(starts).graph("unique", owners, count, workspace);
            RangePolicy runs = RangePolicy.of(count, n);
            Graph.define("accounts", root -> {
                        NodeRef found = root.thenGraph("owners", unique);
                        found.then(SegmentedReduce.sum("sum", sums, starts, k -> paid.get(k))
                                .withPolicy(runs));
                        found.then(SegmentedScan.inclusiveSum("balance", balance, starts, k -> paid.get(k))
                                .withPolicy(runs));
                    })
                    .run(space);
        }
        int m = count.read();
        System.out.println(Arrays.toString(Arrays.copyOf(owners.toArray(), m)));
        System.out.println(Arrays.toString(Arrays.copyOf(sums.toArray(), m)));
        System.out.println(Arrays.toString(balance.toArray()));
        // end
    }

    @Test
    void transpose() {
        // snippet: algorithms-transpose
        IntView starts = IntView.copyOf("starts", space, 0, 2, 3);
        IntView columns = IntView.copyOf("columns", space, 0, 2, 2);
        DoubleView values = DoubleView.copyOf("values", space, 1, 2, 3);
        IntView startsT = IntView.of("starts of columns", space, 4);
        IntView rows = IntView.of("rows", space, 3);
        DoubleView valuesT = DoubleView.of("values by column", space, 3);
        try (Workspace workspace = Workspace.of(space)) {
            CsrTranspose.of(3, starts, columns, values)
                    .graph("A^T", startsT, rows, valuesT, workspace)
                    .run(space);
        }
        System.out.println(Arrays.toString(startsT.toArray()) + " " + Arrays.toString(rows.toArray()));
        // end
    }

    @Test
    void histogram() {
        // snippet: algorithms-histogram
        int n = 6;
        DoubleView x = DoubleView.copyOf("x", space, 0.9, 0.1, 0.3, 0.2, 0.95, 0.3);
        IntView bins = IntView.of("bins", space, 4);
        Graph count = Histogram.of("count", RangePolicy.of(n), i -> (int) (4 * x.get(i)), bins);
        Graph step = Graph.define("step", root -> {
            root.thenGraph("count", count).thenParallelFor("halve", RangePolicy.of(n), i -> x.set(i, x.get(i) / 2));
        });
        try (ExecutableGraph exec = step.instantiate(space)) {
            for (int t = 0; t < 2; t++) {
                exec.submit();
                System.out.println(Arrays.toString(bins.toArray()));
            }
        }
        // end
    }

    @Test
    void matrix() {
        // snippet: algorithms-csr
        int triplets = 5;
        IntView row = IntView.copyOf("row", space, 1, 0, 1, 0, 1);
        IntView column = IntView.copyOf("column", space, 1, 0, 0, 0, 1);
        DoubleView value = DoubleView.copyOf("value", space, 2, 1, -1, 1, 3);
        IntView starts = IntView.of("starts", space, 3);
        IntView columns = IntView.of("columns", space, triplets);
        DoubleView values = DoubleView.of("values", space, triplets);
        IntView entries = IntView.of("entries", space);
        DoubleView x = DoubleView.copyOf("x", space, 10, 100);
        DoubleView y = DoubleView.of("y", space, 2);
        try (Workspace workspace = Workspace.of(space)) {
            Graph assemble = CsrAssembly.of(2, 2, row, column, value)
                    .graph("assemble", starts, columns, values, entries, workspace);
            Graph.define("product", root -> {
                        root.thenGraph("matrix", assemble)
                                .then(SparseProduct.of("y = A x", y, starts, columns, values, x));
                    })
                    .run(space);
        }
        System.out.println(entries.read() + " entries, y = " + Arrays.toString(y.toArray()));
        // end
    }
}
