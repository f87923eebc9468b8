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
 * Tasks that move elements to other places by a list of indexes. All views have rank 1; the list decides how many
 * elements are moved, or the policy that a task is given by {@link Task#withPolicy}. An index outside of its view fails
 * the run (R301). Pure, thread-safe.
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
     * Returns the task that sets {@code to[places[k]] = from[k]} for each of the places, which the caller promises to
     * be distinct.
     *
     * @throws IllegalArgumentException if a view has another rank than 1, or two of them share memory
     */
    public static Task scatter(String label, DoubleView to, DoubleView from, IntView places) {
        Operands.moving(SCATTER, to, from, places);
        return Task.parallelFor(
                label, RangePolicy.over(places), (RangeBody & DisjointWrites) k -> to.set(places.get(k), from.get(k)));
    }

    /** The same for floats. */
    public static Task scatter(String label, FloatView to, FloatView from, IntView places) {
        Operands.moving(SCATTER, to, from, places);
        return Task.parallelFor(
                label, RangePolicy.over(places), (RangeBody & DisjointWrites) k -> to.set(places.get(k), from.get(k)));
    }

    /** The same for ints. */
    public static Task scatter(String label, IntView to, IntView from, IntView places) {
        Operands.moving(SCATTER, to, from, places);
        return Task.parallelFor(
                label, RangePolicy.over(places), (RangeBody & DisjointWrites) k -> to.set(places.get(k), from.get(k)));
    }

    /** The same for longs. */
    public static Task scatter(String label, LongView to, LongView from, IntView places) {
        Operands.moving(SCATTER, to, from, places);
        return Task.parallelFor(
                label, RangePolicy.over(places), (RangeBody & DisjointWrites) k -> to.set(places.get(k), from.get(k)));
    }
}
