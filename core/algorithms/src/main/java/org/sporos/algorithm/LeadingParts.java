package org.sporos.algorithm;

import org.sporos.view.IntView;

/** Nested algorithms on the leading elements of the enclosing algorithm. */
final class LeadingParts {
    private LeadingParts() {}

    static RadixSort of(RadixSort sort, Sizes sizes) {
        IntView checked = sizes.checked();
        return checked == null ? sort : sort.first(checked);
    }

    static Compaction of(Compaction compaction, Sizes sizes) {
        IntView checked = sizes.checked();
        return checked == null ? compaction : compaction.first(checked);
    }
}
