package org.sporos.host.task;

import org.sporos.internal.space.Allocation;
import org.sporos.view.View;

/**
 * One result of a reduction, computed in one of two modes with equal bits. Gathered: contributions are evaluated in
 * pieces of any size and folded at the end. Tiled: tiles are evaluated and folded one by one, and their results are
 * folded at the end. Several threads may work on pieces and tiles.
 */
interface Reduce {

    /** Evaluates the contributions of n consecutive positions. */
    void gather(long first, int n);

    /** Evaluates and folds tiles {@code [begin, end)}. */
    void tiles(long begin, long end);

    /** Folds the remaining values and writes the result. */
    void finish();

    /** The result element, a view of rank 0. Written through its allocation, which bypasses strict checks. */
    record Result(Allocation memory, long offset) {
        static Result of(View view) {
            return new Result(view.allocation(), view.region().offset());
        }

        /** Sets the raw bits of the element. */
        void put(long bits) {
            memory.bits(offset, bits);
        }
    }
}
