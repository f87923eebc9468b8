package org.sporos.host.task;

import org.sporos.space.Allocation;
import org.sporos.view.View;

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
