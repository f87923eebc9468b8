package org.sporos.algorithm;

import org.sporos.graph.Task;
import org.sporos.policy.DisjointWrites;
import org.sporos.policy.RangeBody;
import org.sporos.policy.RangePolicy;
import org.sporos.view.DoubleView;
import org.sporos.view.FloatView;
import org.sporos.view.IntView;
import org.sporos.view.LongView;

/**
 * Tasks that move elements by a list of indexes. All views have rank 1; the length of the list, or a policy set by
 * {@link Task#withPolicy}, is the number of moved elements. An index outside of its view fails the run (R301). Pure,
 * thread-safe.
 *
 * <pre>{@code
 * Graph sort = RadixSort.byKey(keys, order).graph("sort", workspace);
 * root.thenGraph("by key", sort).then(Permutation.gather("y in order", x, y, order));
 * }</pre>
 */
public final class Permutation {
    private static final String GATHER = "a gather";
    private static final String SCATTER = "a scatter";

    private Permutation() {}

    /**
     * Returns the task that sets {@code to[k] = from[order[k]]} for each element of the order.
     *
     * @throws IllegalArgumentException if a view has another rank than 1, or two of them share memory
     */
    public static Task gather(String label, DoubleView to, DoubleView from, IntView order) {
        Operands.moving(GATHER, to, from, order);
        return Task.parallelFor(label, RangePolicy.over(order), k -> to.set(k, from.get(order.get(k))));
    }

    /** The same for floats. */
    public static Task gather(String label, FloatView to, FloatView from, IntView order) {
        Operands.moving(GATHER, to, from, order);
        return Task.parallelFor(label, RangePolicy.over(order), k -> to.set(k, from.get(order.get(k))));
    }

    /** The same for ints. */
    public static Task gather(String label, IntView to, IntView from, IntView order) {
        Operands.moving(GATHER, to, from, order);
        return Task.parallelFor(label, RangePolicy.over(order), k -> to.set(k, from.get(order.get(k))));
    }

    /** The same for longs. */
    public static Task gather(String label, LongView to, LongView from, IntView order) {
        Operands.moving(GATHER, to, from, order);
        return Task.parallelFor(label, RangePolicy.over(order), k -> to.set(k, from.get(order.get(k))));
    }

    /**
     * Returns the task that sets {@code to[indexes[k]] = from[k]} for each index; the caller promises that the indexes
     * are distinct.
     *
     * @throws IllegalArgumentException if a view has another rank than 1, or two of them share memory
     */
    public static Task scatter(String label, DoubleView to, DoubleView from, IntView indexes) {
        Operands.moving(SCATTER, to, from, indexes);
        return Task.parallelFor(label, RangePolicy.over(indexes), (RangeBody & DisjointWrites)
                k -> to.set(indexes.get(k), from.get(k)));
    }

    /** The same for floats. */
    public static Task scatter(String label, FloatView to, FloatView from, IntView indexes) {
        Operands.moving(SCATTER, to, from, indexes);
        return Task.parallelFor(label, RangePolicy.over(indexes), (RangeBody & DisjointWrites)
                k -> to.set(indexes.get(k), from.get(k)));
    }

    /** The same for ints. */
    public static Task scatter(String label, IntView to, IntView from, IntView indexes) {
        Operands.moving(SCATTER, to, from, indexes);
        return Task.parallelFor(label, RangePolicy.over(indexes), (RangeBody & DisjointWrites)
                k -> to.set(indexes.get(k), from.get(k)));
    }

    /** The same for longs. */
    public static Task scatter(String label, LongView to, LongView from, IntView indexes) {
        Operands.moving(SCATTER, to, from, indexes);
        return Task.parallelFor(label, RangePolicy.over(indexes), (RangeBody & DisjointWrites)
                k -> to.set(indexes.get(k), from.get(k)));
    }
}
