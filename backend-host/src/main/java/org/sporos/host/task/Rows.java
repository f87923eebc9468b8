package org.sporos.host.task;

import java.util.List;
import org.sporos.policy.IndexAxis;
import org.sporos.policy.MDRangePolicy;

/**
 * The indexes at the positions of a box, which count them row by row; a row runs along the last dimension. Of a box
 * with live bounds the positions are those of the part that the run takes. Immutable.
 *
 * @param live the dimensions if a bound is live, else none
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

    /** Returns the index along the first dimension. */
    int i(long position) {
        long row = position / extent(box.rank() - 1);
        return (int) (begin(0) + (box.rank() == 2 ? row : row / extent(1)));
    }

    /** Returns the index along the second dimension of a box of rank 3. */
    int j(long position) {
        return (int) (begin(1) + position / extent(2) % extent(1));
    }

    /** Returns the index along the last dimension. */
    int last(long position) {
        int last = box.rank() - 1;
        return (int) (begin(last) + position % extent(last));
    }

    /** Returns how many of n positions from a first one are in its row. */
    int length(long position, int n) {
        long width = extent(box.rank() - 1);
        return (int) Math.min(n, width - position % width);
    }
}
