package org.sporos.host.task;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sporos.policy.IndexAxis;
import org.sporos.policy.MDRangePolicy;

/**
 * The indexes at the row-major positions of a box; a row runs along the last dimension. Positions of a box with dynamic
 * bounds are those of the run's box. Immutable.
 *
 * @param live the dimensions if a bound is dynamic, else none
 */
record Rows(MDRangePolicy box, List<IndexAxis> live) {

    static Rows of(MDRangePolicy box) {
        return new Rows(box, box.axes());
    }

    private long begin(int d) {
        return live.isEmpty() ? box.begin(d) : live.get(d).beginNow();
    }

    private long extent(int d) {
        return live.isEmpty()
                ? box.extent(d)
                : live.get(d).endNow() - live.get(d).beginNow();
    }

    /** Returns the index along a dimension; 0 along the row or a missing dimension. */
    int outer(long position, int dimension) {
        return dimension < box.rank() - 1 ? index(position, dimension) : 0;
    }

    /** Returns the index along the last dimension. */
    int last(long position) {
        return index(position, box.rank() - 1);
    }

    private int index(long position, int dimension) {
        long rest = position;
        for (int d = box.rank() - 1; d > dimension; d--) {
            rest /= extent(d);
        }
        return (int) (begin(dimension) + (dimension == 0 ? rest : rest % extent(dimension)));
    }

    /** Returns the number of the next n positions that are in the same row. */
    int length(long position, int n) {
        long width = extent(box.rank() - 1);
        return (int) Math.min(n, width - position % width);
    }

    /** Returns the begin and end of each dimension but the first, or null if a bound is dynamic. */
    int @Nullable [] sides() {
        if (!live.isEmpty()) {
            return null;
        }
        int[] sides = new int[2 * box.rank() - 2];
        for (int d = 1; d < box.rank(); d++) {
            sides[2 * d - 2] = box.begin(d);
            sides[2 * d - 1] = box.end(d);
        }
        return sides;
    }
}
