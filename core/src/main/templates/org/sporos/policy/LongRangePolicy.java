[#include '/@build/range.ftl']
[#assign index = types?filter(t -> t.Type == "Long")?first]
package org.sporos.policy;

import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.sporos.param.LongParam;
import org.sporos.view.LongView;
import org.sporos.view.View;

/**
 * The half-open interval {@code [begin, end)} of long indexes, one call of the body per index. Immutable.
 *
 * <pre>{@code
 * root.thenParallelFor("all", LongRangePolicy.of(5_000_000_000L), (long i) -> big.set(i, 1));
 * }</pre>
 *
 * <p>Its bounds may be dynamic, as those of a {@link RangePolicy}: params, or views of rank 0.
 */
public final class LongRangePolicy implements Policy {
    private static final String NAME = "LongRangePolicy";

    private final IndexAxis axis;
    private final int block;
    private final int grid;
    private final long chunk;

    private LongRangePolicy(IndexAxis axis, int block, int grid, long chunk) {
        this.axis = axis;
        this.block = block;
        this.grid = grid;
        this.chunk = chunk;
    }

    /**
     * Returns the indexes {@code [0, n)}.
     *
     * @throws IllegalArgumentException if n is negative
     */
    public static LongRangePolicy of(long n) {
        return of(0, n);
    }

    /**
     * Returns the indexes {@code [begin, end)}.
     *
     * @throws IllegalArgumentException if end is smaller than begin
     */
    public static LongRangePolicy of(long begin, long end) {
        Policies.checkRange(NAME, begin, end);
        return of(IndexAxis.of(begin, end));
    }
[@dynamicBounds "LongRangePolicy" index /]
[@parts "LongRangePolicy" index /]

    @Override
    public boolean equals(Object other) {
        return other instanceof LongRangePolicy that
                && axis.equals(that.axis)
                && block == that.block
                && grid == that.grid
                && chunk == that.chunk;
    }

    @Override
    public int hashCode() {
        return Objects.hash(axis, block, grid, chunk);
    }

    @Override
    public String toString() {
        return axis.toString();
    }
}
