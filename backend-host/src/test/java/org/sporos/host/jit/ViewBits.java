package org.sporos.host.jit;

import java.util.ArrayList;
import java.util.List;
import org.sporos.kernel.zoo.ElementBits;
import org.sporos.view.View;

/** The elements of views as bits. NaNs have one pattern: which of theirs comes out of an operation is left open. */
final class ViewBits {
    private ViewBits() {}

    /** Returns the elements of all memory that the views are of, one view after the other. */
    static List<Long> of(View... views) {
        List<Long> bits = new ArrayList<>();
        for (View view : views) {
            for (int k = 0; k < view.allocation().size(); k++) {
                bits.add(ElementBits.canonical(
                        view.elementType(), view.allocation().bits(k)));
            }
        }
        return bits;
    }
}
