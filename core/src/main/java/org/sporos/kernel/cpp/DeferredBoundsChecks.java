package org.sporos.kernel.cpp;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/** Checks of loads that a caller does, for each extent by the largest index: a negative one is larger than all others. */
final class DeferredBoundsChecks {
    private DeferredBoundsChecks() {}

    /** An extent, and whether it or an index is a long. */
    record Bound(String extent, boolean isWide) {
        /** Returns the type of a variable that remembers the farthest index. */
        String type() {
            return isWide ? "unsigned long long" : "unsigned";
        }
    }

    /** Returns the condition under which there are elements to load, as C++. */
    static String exist(Collection<Bound> bounds) {
        return String.join(
                " && ", bounds.stream().map(bound -> bound.extent() + " > 0").toList());
    }

    /** Returns the condition under which all loads were inside, as C++, by the variable of each extent. */
    static String areInside(Map<Bound, String> farthest) {
        List<String> tests = new ArrayList<>();
        farthest.forEach((bound, name) -> tests.add(name + " < (" + bound.type() + ") " + bound.extent()));
        return String.join(" && ", tests);
    }
}
