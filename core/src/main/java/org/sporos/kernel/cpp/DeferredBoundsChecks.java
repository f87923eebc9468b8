package org.sporos.kernel.cpp;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/**
 * Bounds checks of loads deferred to the caller, which compares the unsigned maximum index with each extent (a negative
 * index becomes large).
 */
final class DeferredBoundsChecks {
    private DeferredBoundsChecks() {}

    /** An extent, and whether it or an index is a long. */
    record Bound(String extent, boolean isWide) {
        /** Returns the type of the largest index. */
        String type() {
            return isWide ? "unsigned long long" : "unsigned";
        }
    }

    /** Returns the C++ condition that all extents are positive. */
    static String exist(Collection<Bound> bounds) {
        return String.join(
                " && ", bounds.stream().map(bound -> bound.extent() + " > 0").toList());
    }

    /** Returns the C++ condition that all loads are in bounds. */
    static String areInside(Map<Bound, String> farthest) {
        List<String> tests = new ArrayList<>();
        farthest.forEach((bound, name) -> tests.add(name + " < (" + bound.type() + ") " + bound.extent()));
        return String.join(" && ", tests);
    }
}
