package org.sporos.algorithm;

import org.jspecify.annotations.Nullable;
import org.sporos.error.CodedArgumentException;
import org.sporos.graph.Graph;
import org.sporos.internal.error.Labels;
import org.sporos.view.IntView;
import org.sporos.view.View;

/**
 * The distinct keys of a list with adjacent equal keys, such as a sorted one: the first key of each run of equal keys,
 * in order, with their number, which stays on the device. Optionally also the start of each run, which defines segments
 * for {@link SegmentedReduce}.
 *
 * <p>Keys are ints, longs, floats or doubles. Floating-point keys are compared like boxed objects, so 0.0 and -0.0 are
 * different, and all NaNs are equal. Immutable, thread-safe.
 *
 * <pre>{@code
 * IntView order = IntView.of("order", space, n);
 * DoubleView distinct = DoubleView.of("distinct", space, n);
 * IntView count = IntView.of("count", space);
 * Graph sort = RadixSort.of(x).graph("sort", workspace);
 * Graph unique = Unique.of(x).graph("distinct", distinct, count, workspace);
 * Graph step = Graph.define("step", steps -> steps.thenGraph("sort", sort).thenGraph("distinct", unique));
 * }</pre>
 */
public final class Unique {
    private static final String WHY = "a list of so many keys";

    private final View keys;
    private final @Nullable IntView starts;
    private final @Nullable IntView size;

    private Unique(View keys, @Nullable IntView starts, @Nullable IntView size) {
        this.keys = keys;
        this.starts = starts;
        this.size = size;
    }

    /**
     * Returns the search for the distinct keys of a list.
     *
     * @throws IllegalArgumentException if the view has another rank than 1, or other elements than int, long, float or
     *     double
     */
    public static Unique of(View keys) {
        return new Unique(Operands.keys(keys, "the keys of a list"), null, null);
    }

    /**
     * Returns the same search that also writes the start of each run of equal keys, followed by the number of all keys:
     * elements {@code r} and {@code r + 1} are the start and the end of run {@code r}.
     *
     * @param starts the output of the starts: of rank 1, with one element more than keys
     * @throws IllegalArgumentException if the view has another rank or extent
     */
    public Unique withStarts(IntView starts) {
        IntView list = Operands.list(starts, "the starts of runs", keys.size() + 1, WHY + ", with an end,");
        return new Unique(keys, list, size);
    }

    /**
     * Returns the same search in the leading keys, whose number each run reads from a view. A number that is negative
     * or more than the keys fails the run (R313).
     *
     * @throws IllegalArgumentException if the view has another rank than 0
     */
    public Unique first(IntView n) {
        return new Unique(keys, starts, Operands.scalar(n, "the number of keys of a list"));
    }

    /**
     * Returns a graph that writes the distinct keys and their number. Elements of {@code distinct} beyond that number
     * are unchanged.
     *
     * @param distinct the output of the keys: of their type, of rank 1, with one element for each key
     * @param count the output of their number: of rank 0
     * @throws IllegalArgumentException if a view has another rank, type or extent, or two of them share memory
     * @throws IllegalStateException if the workspace is closed
     */
    public Graph graph(String label, View distinct, IntView count, Workspace workspace) {
        View to = Operands.list(distinct, "the distinct keys of a list", keys.size(), WHY);
        if (to.elementType() != keys.elementType()) {
            throw new CodedArgumentException(
                    "S293",
                    "the distinct keys of a list, view " + Labels.quoted(to.label()) + ", are of type "
                            + to.elementType() + ", and its keys of type " + keys.elementType()
                            + "; give a view of the keys' type");
        }
        Operands.scalar(count, "the count of distinct keys");
        Operands.apart("a search for distinct keys", keys, to, count, starts, size);
        int n = Math.toIntExact(keys.size());
        RadixKeys list = RadixKeys.of(keys, to);
        IntView runs = starts;
        KeptIndexes results = runs == null ? new KeptIndexes.First(list) : new KeptIndexes.FirstOfRun(list, runs);
        Compaction heads = Compaction.of(n, k -> k == 0 || !list.isEqual(k, Math.max(k - 1, 0)));
        Graph compact = (size == null ? heads : heads.first(size)).graph("heads", results, count, workspace);
        if (runs == null) {
            return Graph.define(label, root -> root.thenGraph("heads", compact));
        }
        ElementCount all = size == null ? new ElementCount.Fixed(n) : new ElementCount.Dynamic(size, n);
        return Graph.define(
                label,
                root -> root.thenGraph("heads", compact)
                        .then("end of the last", () -> runs.set(count.get(), all.get())));
    }

    @Override
    public String toString() {
        return "Unique of " + Labels.quoted(keys.label());
    }
}
