package org.sporos.host.task;

import org.sporos.policy.MDRangePolicy;

/**
 * A walk over consecutive positions of a box, row-major, as runs along its last dimension. Short-lived and confined to
 * one method, so that the compiler keeps it in registers.
 */
final class Walk {
    private final MDRangePolicy box;
    private final int last;
    private final long width;
    private long row;
    private long column;
    private int left;
    private int length;
    private int done;

    Walk(MDRangePolicy box, long first, int n) {
        this.box = box;
        this.last = box.rank() - 1;
        this.width = Math.max(1, box.extent(last));
        this.row = first / width;
        this.column = first % width;
        this.left = n;
    }

    /** Goes to the next run, and returns whether there is one. */
    boolean next() {
        done += length;
        left -= length;
        column += length;
        if (column >= width) {
            column = 0;
            row++;
        }
        length = (int) Math.min(left, width - column);
        return left > 0;
    }

    /** Returns the index along the first dimension. */
    int i() {
        return (int) (box.begin(0) + (last == 1 ? row : row / box.extent(1)));
    }

    /** Returns the index along the second dimension of a box of rank 3. */
    int j() {
        return (int) (box.begin(1) + row % box.extent(1));
    }

    /** Returns the index along the last dimension at which the run begins. */
    int last() {
        return (int) (box.begin(last) + column);
    }

    /** Returns the number of indexes of the run. */
    int length() {
        return length;
    }

    /** Returns how many positions came before the run. */
    int done() {
        return done;
    }
}
