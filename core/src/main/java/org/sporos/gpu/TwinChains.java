package org.sporos.gpu;

import java.nio.IntBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Predicate;
import org.sporos.plan.LaunchPlan;
import org.sporos.plan.LaunchUnit;

/**
 * The chains that units with the same predecessors and the same successors are put into where there are many: a
 * driver's instantiation takes quadratic time in the width of a graph, and a device runs only so many small kernels at
 * once. Immutable.
 */
final class TwinChains {
    /** The most chains side by side. */
    static final int WIDTH = 16;

    private final int[] before;
    private final int[] after;

    private TwinChains(int size) {
        before = new int[size];
        after = new int[size];
        Arrays.fill(before, -1);
        Arrays.fill(after, -1);
    }

    /** @param mayWait whether a unit may be put behind another that it does not depend on */
    static TwinChains of(LaunchPlan plan, Predicate<LaunchUnit> mayWait) {
        TwinChains twins = new TwinChains(plan.size());
        Map<IntBuffer, int[]> groups = new HashMap<>();
        int roots = 0;
        int leaves = 0;
        for (int unit = 0; unit < plan.size(); unit++) {
            roots += plan.predecessorCount(unit) == 0 ? 1 : 0;
            leaves += plan.successorCount(unit) == 0 ? 1 : 0;
        }
        for (LaunchUnit unit : plan.units()) {
            if (siblings(plan, unit.index(), roots, leaves) > WIDTH && mayWait.test(unit)) {
                int[] last = groups.computeIfAbsent(neighbours(plan, unit.index()), k -> new int[WIDTH + 1]);
                twins.add(unit.index(), last);
            }
        }
        return twins;
    }

    /** Returns how many units may have the same neighbours, at most. */
    private static int siblings(LaunchPlan plan, int unit, int roots, int leaves) {
        int behind = plan.predecessorCount(unit) == 0 ? roots : plan.successorCount(plan.predecessor(unit, 0));
        int before = plan.successorCount(unit) == 0 ? leaves : plan.predecessorCount(plan.successor(unit, 0));
        return Math.min(behind, before);
    }

    private static IntBuffer neighbours(LaunchPlan plan, int unit) {
        int[] all = new int[plan.predecessorCount(unit) + 1 + plan.successorCount(unit)];
        int at = 0;
        for (int k = 0; k < plan.predecessorCount(unit); k++) {
            all[at++] = plan.predecessor(unit, k);
        }
        all[at++] = -1;
        for (int k = 0; k < plan.successorCount(unit); k++) {
            all[at++] = plan.successor(unit, k);
        }
        return IntBuffer.wrap(all);
    }

    /** @param last the last unit of each chain of its group, and then how many units the group has */
    private void add(int unit, int[] last) {
        int number = last[WIDTH]++;
        if (number >= WIDTH) {
            before[unit] = last[number % WIDTH];
            after[before[unit]] = unit;
        }
        last[number % WIDTH] = unit;
    }

    /** Returns the unit that a unit depends on instead of its predecessors, or -1. */
    int before(int unit) {
        return before[unit];
    }

    /** Returns whether another unit stands between a unit and its successors. */
    boolean isInside(int unit) {
        return after[unit] >= 0;
    }
}
