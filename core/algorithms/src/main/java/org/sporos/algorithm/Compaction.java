package org.sporos.algorithm;

import org.jspecify.annotations.Nullable;
import org.sporos.graph.Graph;
import org.sporos.internal.error.Required;
import org.sporos.view.IntView;

/**
 * The indexes for which a predicate holds, in ascending order, with their number, which stays on the device: the nodes
 * that follow run over {@code RangePolicy.of(count, n)}.
 *
 * <p>The predicate is kernel code and is called once or twice for each index; it must not read the results. Immutable,
 * thread-safe.
 *
 * <p>Source: G. Blelloch, "Prefix sums and their applications", 1990.
 *
 * <pre>{@code
 * IntView alive = IntView.of("alive", space, n);
 * IntView count = IntView.of("count", space);
 * Graph compact = Compaction.of(n, i -> x.get(i) > 0).graph("compact", alive, count, workspace);
 * Graph step = Graph.define("step", steps -> steps
 *         .thenGraph("positive", compact)
 *         .thenParallelFor("scale", RangePolicy.of(count, n), k -> y.set(k, 2 * x.get(alive.get(k)))));
 * }</pre>
 */
public final class Compaction {
    private static final String NAME = "a compaction";

    private final int n;
    private final IndexPredicate predicate;
    private final @Nullable IntView size;

    private Compaction(int n, IndexPredicate predicate, @Nullable IntView size) {
        this.n = n;
        this.predicate = predicate;
        this.size = size;
    }

    /**
     * Returns the compaction of the indexes from 0 to {@code n - 1}.
     *
     * @throws IllegalArgumentException if n is negative
     */
    public static Compaction of(int n, IndexPredicate predicate) {
        Operands.atLeast(0, n, "the number of indexes of a compaction");
        return new Compaction(n, Required.argument(predicate, "the predicate of a compaction"), null);
    }

    /**
     * Returns the same compaction of so many leading indexes as a view holds when it begins. A number that is negative
     * or more than that of all indexes fails the run (R313).
     *
     * @throws IllegalArgumentException if the view has another rank than 0
     */
    public Compaction first(IntView indexes) {
        return new Compaction(n, predicate, Operands.scalar(indexes, "the number of indexes of a compaction"));
    }

    /**
     * Returns a graph that writes the indexes and their number. Elements of {@code kept} behind that number stay as
     * they are.
     *
     * @param kept takes the indexes: of rank 1, with one element for each index that there can be
     * @param count takes their number: of rank 0
     * @throws IllegalArgumentException if a view has another rank or extent, or two of them share memory
     * @throws IllegalStateException if the workspace is closed
     */
    public Graph graph(String label, IntView kept, IntView count, Workspace workspace) {
        return graph(label, kept, null, count, workspace);
    }

    /**
     * Returns a graph that writes the indexes, their number and the other indexes, also in ascending order.
     *
     * @param others takes the indexes for which the predicate does not hold: of rank 1, with one element for each index
     *     that there can be
     */
    public Graph partition(String label, IntView kept, IntView others, IntView count, Workspace workspace) {
        IntView list = Operands.list(others, "the other indexes of a partition", n, "a partition of so many indexes");
        return graph(label, kept, list, count, workspace);
    }

    private Graph graph(String label, IntView kept, @Nullable IntView others, IntView count, Workspace workspace) {
        Operands.list(kept, "the result of a compaction", n, "a compaction of so many indexes");
        Operands.scalar(count, "the count of a compaction");
        Operands.apart(NAME, kept, others, count, size);
        KeptIndexes results = others == null ? new KeptIndexes.Alone(kept) : new KeptIndexes.Parted(kept, others);
        return graph(label, results, count, workspace);
    }

    /** Returns a graph that gives the indexes to something else than a list. */
    Graph graph(String label, KeptIndexes results, IntView count, Workspace workspace) {
        Sizes sizes = Sizes.of(n, size, workspace);
        CompactionNodes nodes = workspace.isOfHost()
                ? TiledCompaction.of(n, sizes.count(), workspace)
                : TeamCompaction.of(n, sizes.count(), workspace);
        IndexPredicate test = predicate;
        return Graph.define(label, root -> nodes.addAfter(sizes.begin(root), test, results, count));
    }
}
