package org.sporos.plan;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Builds a plan in topological order: the edges to a unit are added before it. Used by one thread, once. */
final class PlanGraphBuilder {
    private final List<LaunchUnit> units;
    private int[] first;
    private int[] before = new int[16];
    private int edges;

    /** @param size the expected number of units */
    PlanGraphBuilder(int size) {
        units = new ArrayList<>(size);
        first = new int[size + 1];
    }

    /** Returns the number of units so far. */
    int size() {
        return units.size();
    }

    /** Adds an edge to the unit that is added next. */
    void edge(int from) {
        if (edges == before.length) {
            before = Arrays.copyOf(before, 2 * edges);
        }
        before[edges++] = from;
    }

    /** Adds edges to the unit that is added next. */
    void edges(int[] from) {
        for (int unit : from) {
            edge(unit);
        }
    }

    /** Adds a unit and returns its index. */
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

    /** Returns the offset of each unit's predecessors; the last element is the number of edges. */
    int[] first() {
        return Arrays.copyOf(first, units.size() + 1);
    }

    /** Returns the predecessors of all units. */
    int[] before() {
        return Arrays.copyOf(before, edges);
    }
}
