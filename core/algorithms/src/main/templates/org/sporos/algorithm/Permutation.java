package org.sporos.algorithm;

import org.sporos.graph.Task;
import org.sporos.policy.DisjointWrites;
import org.sporos.policy.RangeBody;
import org.sporos.policy.RangePolicy;
[#list reductions as t]
import org.sporos.view.${t.Type}View;
[/#list]

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
[#list reductions as t]

    /**
     * Returns the task that sets {@code to[k] = from[order[k]]} for each element of the order.
     *
     * @throws IllegalArgumentException if a view has another rank than 1, or two of them share memory
     */
    public static Task gather(String label, ${t.Type}View to, ${t.Type}View from, IntView order) {
        Operands.moving(GATHER, to, from, order);
        return Task.parallelFor(label, RangePolicy.over(order), k -> to.set(k, from.get(order.get(k))));
    }

    /**
     * Returns the task that sets {@code to[indexes[k]] = from[k]} for each index; the caller promises that the indexes
     * are distinct.
     *
     * @throws IllegalArgumentException if a view has another rank than 1, or two of them share memory
     */
    public static Task scatter(String label, ${t.Type}View to, ${t.Type}View from, IntView indexes) {
        Operands.moving(SCATTER, to, from, indexes);
        return Task.parallelFor(label, RangePolicy.over(indexes), (RangeBody & DisjointWrites)
                k -> to.set(indexes.get(k), from.get(k)));
    }
[/#list]
}
