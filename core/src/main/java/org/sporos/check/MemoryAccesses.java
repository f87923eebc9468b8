package org.sporos.check;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
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

    private final Map<Footprint, SameElements> byElements = new LinkedHashMap<>();
    private @Nullable SameElements last;

    void add(int step, NodeAccess touch) {
        SameElements same = last;
        // A kernel often reads the elements that it writes.
        if (same == null || !same.elements.equals(touch.elements())) {
            same = byElements.computeIfAbsent(
                    touch.elements(), elements -> new SameElements(elements, new ArrayList<>(2)));
            last = same;
        }
        same.uses.add(new Use(step, touch));
    }

    Collection<SameElements> groups() {
        return byElements.values();
    }
}
