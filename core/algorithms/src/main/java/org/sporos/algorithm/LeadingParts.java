package org.sporos.algorithm;

import org.sporos.view.IntView;

/** Algorithms that other algorithms nest, of as many leading elements as these take. */
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
