package org.sporos.plan;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Collects the units of a plan in a topological order, and the edges to each before the unit. Used by one thread, once.
 */
final class PlanGraphBuilder {
    private final List<LaunchUnit> units;
    private int[] first;
    private int[] before = new int[16];
    private int edges;

    /** @param size about how many units it will have */
    PlanGraphBuilder(int size) {
        units = new ArrayList<>(size);
        first = new int[size + 1];
    }

    /** Returns the number of units so far. */
    int size() {
        return units.size();
    }

    /** Notes that the unit which is added next waits for another. */
    void edge(int from) {
        if (edges == before.length) {
            before = Arrays.copyOf(before, 2 * edges);
        }
        before[edges++] = from;
    }

    /** Notes that the unit which is added next waits for others. */
    void edges(int[] from) {
        for (int unit : from) {
            edge(unit);
        }
    }

    /** Adds a unit, and returns its index. */
    int add(LaunchUnit unit) {
        int index = units.size();
        units.add(unit);
        if (index + 1 == first.length) {
            first = Arrays.copyOf(first, 2 * first.length + 16);
        }
        first[index + 1] = edges;
        return index;
    }

    /** Returns the units. */
    List<LaunchUnit> units() {
        return units;
    }

    /** Returns where the edges to each unit begin; at the end their number. */
    int[] first() {
        return Arrays.copyOf(first, units.size() + 1);
    }

    /** Returns the units that are waited for. */
    int[] before() {
        return Arrays.copyOf(before, edges);
    }
}
