package org.sporos.check;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.sporos.internal.run.Footprint;
import org.sporos.kernel.analysis.dependence.AccessMode;

/** All uses of one memory by the steps of a graph, grouped by accessed elements. */
final class MemoryAccesses {

    /** The access of one step to a set of elements. */
    record Use(int step, NodeAccess touch) {}

    /** The uses of exactly one set of elements, in the order of the steps. */
    record SameElements(Footprint elements, List<Use> uses) {

        /** Returns the uses that happen in each run. */
        List<Use> certain() {
            return isCertain()
                    ? uses
                    : uses.stream().filter(use -> use.touch().certain()).toList();
        }

        boolean isCertain() {
            for (int k = 0; k < uses.size(); k++) {
                if (!uses.get(k).touch().certain()) {
                    return false;
                }
            }
            return true;
        }

        /** Returns whether a use of this group conflicts with one of another. */
        boolean disturb(SameElements other) {
            AccessMode mode = uses.get(0).touch().mode();
            return !mode.agreesWith(other.uses.get(0).touch().mode()) || !isOnly(mode) || !other.isOnly(mode);
        }

        private boolean isOnly(AccessMode mode) {
            return uses.stream().allMatch(use -> use.touch().mode() == mode);
        }
    }

    private final List<Use> uses = new ArrayList<>();

    /** Adds an access of a step. Steps are added in ascending order, which the sort by elements keeps. */
    void add(int step, NodeAccess touch) {
        uses.add(new Use(step, touch));
    }

    /** Returns the uses of each set of elements, ordered by the first element. */
    List<SameElements> groups() {
        uses.sort(Comparator.comparing(use -> use.touch().elements()));
        List<SameElements> groups = new ArrayList<>();
        int from = 0;
        for (int to = 1; to <= uses.size(); to++) {
            Footprint elements = uses.get(from).touch().elements();
            if (to == uses.size() || !elements.equals(uses.get(to).touch().elements())) {
                groups.add(new SameElements(elements, uses.subList(from, to)));
                from = to;
            }
        }
        return groups;
    }
}
