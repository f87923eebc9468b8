package org.sporos.host.task;

import org.sporos.policy.MDRangePolicy;

/** Where the positions of a box, which count its indexes row by row, are; a row runs along the last dimension. */
final class Rows {

    private Rows() {}

    /** Returns the index along the first dimension. */
    static int i(MDRangePolicy box, long position) {
        long row = position / box.extent(box.rank() - 1);
        return (int) (box.begin(0) + (box.rank() == 2 ? row : row / box.extent(1)));
    }

    /** Returns the index along the second dimension of a box of rank 3. */
    static int j(MDRangePolicy box, long position) {
        return (int) (box.begin(1) + position / box.extent(2) % box.extent(1));
    }

    /** Returns the index along the last dimension. */
    static int last(MDRangePolicy box, long position) {
        int last = box.rank() - 1;
        return (int) (box.begin(last) + position % box.extent(last));
    }

    /** Returns how many of n positions from a first one are in its row. */
    static int length(MDRangePolicy box, long position, int n) {
        long width = box.extent(box.rank() - 1);
        return (int) Math.min(n, width - position % width);
    }
}
