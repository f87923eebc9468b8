package org.sporos.gpu;

import java.nio.IntBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Predicate;
import org.sporos.plan.LaunchPlan;
import org.sporos.plan.LaunchUnit;

/**
 * Chains of twins: units with the same predecessors and successors, chained where there are many. Instantiation in a
 * driver takes quadratic time in the width of a graph, and a device runs only a limited number of small kernels at
 * once. Immutable.
 */
final class TwinChains {
    /** The maximum of parallel chains. */
    static final int WIDTH = 16;

    private final int[] before;
    private final int[] after;

    private TwinChains(int size) {
        before = new int[size];
        after = new int[size];
        Arrays.fill(before, -1);
        Arrays.fill(after, -1);
    }

    /** @param isChainable whether a unit may run after an unrelated one */
    static TwinChains of(LaunchPlan plan, Predicate<LaunchUnit> isChainable) {
        TwinChains twins = new TwinChains(plan.size());
        Map<IntBuffer, int[]> groups = new HashMap<>();
        int roots = 0;
        int leaves = 0;
        for (int unit = 0; unit < plan.size(); unit++) {
            roots += plan.predecessorCount(unit) == 0 ? 1 : 0;
            leaves += plan.successorCount(unit) == 0 ? 1 : 0;
        }
        for (LaunchUnit unit : plan.units()) {
            if (siblings(plan, unit.index(), roots, leaves) > WIDTH && isChainable.test(unit)) {
                int[] last = groups.computeIfAbsent(neighbours(plan, unit.index()), k -> new int[WIDTH + 1]);
                twins.add(unit.index(), last);
            }
        }
        return twins;
    }

    /** Returns an upper bound of the units with the same neighbours. */
    private static int siblings(LaunchPlan plan, int unit, int roots, int leaves) {
        int parallel = plan.predecessorCount(unit) == 0 ? roots : plan.successorCount(plan.predecessor(unit, 0));
        int joined = plan.successorCount(unit) == 0 ? leaves : plan.predecessorCount(plan.successor(unit, 0));
        return Math.min(parallel, joined);
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

    /** @param last the last unit of each chain of its group, then the size of the group */
    private void add(int unit, int[] last) {
        int number = last[WIDTH]++;
        if (number >= WIDTH) {
            before[unit] = last[number % WIDTH];
            after[before[unit]] = unit;
        }
        last[number % WIDTH] = unit;
    }

    /** Returns the previous unit in the chain, which replaces the predecessors, or -1. */
    int before(int unit) {
        return before[unit];
    }

    /** Returns whether a unit is not the last of its chain. */
    boolean isInside(int unit) {
        return after[unit] >= 0;
    }
}
