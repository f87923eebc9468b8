package org.sporos.check;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.sporos.check.MemoryAccesses.Use;
import org.sporos.kernel.analysis.dependence.AccessMode;

/** The last two turns of a walk over uses of the same elements; see {@link MemoryRaces}. */
final class RaceSweep {
    private static final int MAX_RACES_OF_ONE = 8;

    private final PathSearch precedence;
    private List<List<Use>> before = new ArrayList<>();
    private List<List<Use>> now = new ArrayList<>();
    private int[] steps = {};
    private boolean exclusive;

    RaceSweep(PathSearch precedence) {
        this.precedence = precedence;
    }

    /** Adds what the next step does, and returns those of the turn before that do not come before it: up to a few. */
    List<List<Use>> add(List<Use> ofStep) {
        AccessMode mode = ofStep.get(0).touch().mode();
        boolean mixed = isMixed(ofStep);
        boolean joins = !now.isEmpty()
                && !mixed
                && !exclusive
                && now.get(0).get(0).touch().mode().agreesWith(mode);
        if (!joins) {
            begin();
            exclusive = mixed;
        }
        now.add(ofStep);
        return before.isEmpty() ? List.of() : racing(ofStep.get(0).step());
    }

    private void begin() {
        List<List<Use>> reused = before;
        before = now;
        now = reused;
        now.clear();
        if (before.size() > steps.length) {
            steps = new int[before.size() + before.size() / 2];
        }
        for (int k = 0; k < before.size(); k++) {
            steps[k] = before.get(k).get(0).step();
        }
        precedence.group(steps, before.size());
    }

    private List<List<Use>> racing(int step) {
        int unordered = precedence.unordered(step);
        if (unordered == 0) {
            return List.of();
        }
        int[] found = Arrays.copyOf(steps, Math.min(unordered, MAX_RACES_OF_ONE));
        Arrays.sort(found);
        return before.stream()
                .filter(other -> Arrays.binarySearch(found, other.get(0).step()) >= 0)
                .limit(found.length)
                .toList();
    }

    private static boolean isMixed(List<Use> ofStep) {
        for (int k = 1; k < ofStep.size(); k++) {
            if (ofStep.get(k).touch().mode() != ofStep.get(0).touch().mode()) {
                return true;
            }
        }
        return false;
    }
}
