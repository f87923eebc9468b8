package org.sporos.samples.bench;

import java.io.IOException;
import java.util.Locale;
import java.util.Random;
import org.sporos.algorithm.Compaction;
import org.sporos.algorithm.RadixSort;
import org.sporos.algorithm.Workspace;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.policy.RangePolicy;
import org.sporos.random.Distributions;
import org.sporos.random.Philox;
import org.sporos.random.SplitMix;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;
import org.sporos.view.DoubleView;
import org.sporos.view.IntView;
import org.sporos.view.LongView;
import org.sporos.view.View;

/** Measures sorts, compactions and random numbers beside other libraries, such as CUB and cuRAND. */
public final class AlgorithmSpeed {
    private static final int[] SIZES = {10_000, 1_000_000, 100_000_000};
    private static final int REPETITIONS = 5;
    private static final int FEW = 4096;

    private final ExecutionSpace space;
    private final Comparison table;
    private final int n;

    private AlgorithmSpeed(ExecutionSpace space, Comparison table, int n) {
        this.space = space;
        this.table = table;
        this.n = n;
    }

    /**
     * Runs it on the default space.
     *
     * @param args counterparts, each as {@code name=command}; {@code --only=regex} for work with matching names, such
     * as {@code .*-1000000} for one size
     */
    public static void main(String... args) throws IOException {
        try (ExecutionSpace space = ExecutionSpaces.open();
                Comparison comparison = new Comparison("Sporos", args)) {
            System.out.println("AlgorithmSpeed on " + space.description());
            comparison.head();
            for (int n : SIZES) {
                AlgorithmSpeed speed = new AlgorithmSpeed(space, comparison, n);
                speed.sorts();
                speed.compaction();
                speed.randomNumbers();
            }
        }
    }

    private void sorts() {
        if (has("ints") || has("few")) {
            try (IntView from =
                            IntView.copyOf("from", space, new Random(n).ints(n).toArray());
                    IntView few = IntView.copyOf(
                            "few", space, new Random(n).ints(n, 0, FEW).toArray());
                    IntView keys = IntView.of("keys", space, n)) {
                sort("ints", from, keys, RadixSort.of(keys));
                sort("few", few, keys, RadixSort.of(keys).below(FEW));
            }
        }
        if (has("longs")) {
            try (LongView from = LongView.copyOf(
                            "from", space, new Random(n).longs(n).toArray());
                    LongView keys = LongView.of("keys", space, n)) {
                sort("longs", from, keys, RadixSort.of(keys));
            }
        }
        if (has("doubles")) {
            try (DoubleView from = DoubleView.copyOf(
                            "from", space, new Random(n).doubles(n, -1, 1).toArray());
                    DoubleView keys = DoubleView.of("keys", space, n)) {
                sort("doubles", from, keys, RadixSort.of(keys));
            }
        }
    }

    private void sort(String work, View from, View keys, RadixSort sort) {
        try (Workspace workspace = Workspace.of(space)) {
            Graph sorted = sort.graph("sort", workspace);
            row(
                    work,
                    Graph.define(
                            "step",
                            root -> root.thenDeepCopy("again", keys, from).thenGraph("sort", sorted)));
        }
    }

    private void compaction() {
        if (!has("half")) {
            return;
        }
        try (DoubleView x = DoubleView.copyOf(
                        "x", space, new Random(n).doubles(n, 0, 100).toArray());
                IntView kept = IntView.of("kept", space, n);
                IntView count = IntView.of("count", space);
                Workspace workspace = Workspace.of(space)) {
            row("half", Compaction.of(n, i -> x.get(i) < 50).graph("compact", kept, count, workspace));
        }
    }

    private void randomNumbers() {
        if (!has("uniform") && !has("normal") && !has("splitmix")) {
            return;
        }
        try (DoubleView x = DoubleView.of("x", space, n)) {
            row("uniform", Graph.define("uniform", root -> {
                root.thenParallelFor(
                        "x", RangePolicy.of(n), i -> x.set(i, Distributions.uniform(Philox.bits(1, i, 0))));
            }));
            row("normal", Graph.define("normal", root -> {
                root.thenParallelFor("x", RangePolicy.of(n), i -> x.set(i, Distributions.normal(Philox.bits(1, i, 0))));
            }));
            row("splitmix", Graph.define("splitmix", root -> {
                root.thenParallelFor(
                        "x", RangePolicy.of(n), i -> x.set(i, Distributions.uniform(SplitMix.bits(1, i, 0))));
            }));
        }
    }

    private boolean has(String work) {
        return table.has(name(work));
    }

    private String name(String work) {
        return work + "-" + n;
    }

    private void row(String work, Graph graph) {
        if (!has(work)) {
            return;
        }
        try (ExecutableGraph exec = graph.instantiate(space)) {
            String label = work + String.format(Locale.ROOT, ", %,d", n);
            table.row(label, name(work), REPETITIONS, () -> Clock.total(space, exec));
        }
    }
}
