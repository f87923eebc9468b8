package org.sporos.sweep;

import java.io.Serializable;
import org.sporos.space.ExecutionSpace;

/**
 * The function that a sweep calls for one set of parameters. Several threads call it at the same time, each with a
 * space of its own, so objects that calls share must be thread-safe.
 *
 * <p>It allocates its views on the given space and returns values that outlive it: numbers, records, arrays, no views.
 * It is serializable, so that distributed systems can send it, provided that its captured values are serializable.
 *
 * <pre>{@code
 * SweepFunction<Integer, Double> norm = (n, space) -> {
 *     try (DoubleView x = DoubleView.of("x", space, n); DoubleView sum = DoubleView.of("sum", space)) {
 *         space.fill("two", x, 2);
 *         space.parallelReduce("sum", RangePolicy.of(n), Sum.into(sum, i -> x.get(i) * x.get(i)));
 *         return sum.toArray()[0];
 *     }
 * };
 * }</pre>
 *
 * @param <P> a set of parameters
 * @param <R> a result
 */
@FunctionalInterface
public interface SweepFunction<P, R> extends Serializable {

    /**
     * Computes one case. The caller owns the space: the function does not close it or use it after it returns.
     *
     * @throws Exception if this case has no result; other cases are not affected
     */
    R apply(P parameters, ExecutionSpace space) throws Exception;
}
