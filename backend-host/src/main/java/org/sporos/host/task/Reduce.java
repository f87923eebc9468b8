package org.sporos.host.task;

import org.sporos.internal.space.Allocation;
import org.sporos.view.View;

/**
 * One result of a reduction, computed in one of two modes, which give the same bits. Gathered: contributions are
 * evaluated in pieces of any size and folded in the end. Tiled: tiles are evaluated and folded one by one, and their
 * results are folded in the end. Pieces and tiles may be worked on by several threads.
 */
interface Reduce {

    /** Evaluates the contributions of n positions from a first one. */
    void gather(long first, int n);

    /** Evaluates and folds tiles {@code [begin, end)}. */
    void tiles(long begin, long end);

    /** Folds what is left and writes the result. */
    void finish();

    /** The one element of a view of rank 0 that takes a result. Written through its memory, also where that is strict. */
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
