package org.sporos.trace;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.sporos.graph.Node;
import org.sporos.internal.error.Labels;
import org.sporos.plan.LaunchPlan;
import org.sporos.plan.LaunchUnit;
import org.sporos.space.ExecutionSpace;

/**
 * The numbered launches of the plans of a graph's parts, mostly of one: all units with work, also in bodies. A
 * conditional node is no launch itself; its condition shows as a gap. Immutable.
 */
public final class LaunchTable {
    private final List<LaunchUnit> units = new ArrayList<>();
    private final List<int[]> before = new ArrayList<>();
    private final Map<LaunchUnit, Integer> numbers = new HashMap<>();
    private final List<ProfiledPlan> parts = new ArrayList<>();

    /** Numbers the launches of the plans of parts. */
    LaunchTable(List<ProfiledPlan> all) {
        for (ProfiledPlan part : all) {
            addAll(part.context().plan());
            while (parts.size() < units.size()) {
                parts.add(part);
            }
        }
    }

    private void addAll(LaunchPlan plan) {
        for (LaunchUnit unit : plan.units()) {
            if (isLaunch(unit)) {
                numbers.put(unit, units.size());
                units.add(unit);
                before.add(before(plan, unit));
            }
            unit.bodies().forEach(this::addAll);
        }
    }

    /** A body that is used twice is numbered twice; the last numbers count. */
    private int[] before(LaunchPlan plan, LaunchUnit unit) {
        List<Integer> found = new ArrayList<>();
        for (int k = 0; k < plan.predecessorCount(unit.index()); k++) {
            addBefore(plan, plan.units().get(plan.predecessor(unit.index(), k)), found);
        }
        return found.stream().distinct().mapToInt(number -> number).toArray();
    }

    /** Adds a predecessor; a join is replaced by its own predecessors. */
    private void addBefore(LaunchPlan plan, LaunchUnit unit, List<Integer> found) {
        Integer number = numbers.get(unit);
        if (number != null) {
            found.add(number);
        } else if (unit.empty()) {
            for (int k = 0; k < plan.predecessorCount(unit.index()); k++) {
                addBefore(plan, plan.units().get(plan.predecessor(unit.index(), k)), found);
            }
        }
    }

    private static boolean isLaunch(LaunchUnit unit) {
        return !unit.empty() && (unit.isMerged() || unit.work().conditional() == null);
    }

    /** Returns the number of a unit, or -1 if it is no launch. */
    public int number(LaunchUnit unit) {
        return numbers.getOrDefault(unit, -1);
    }

    /** Returns the number of launches. */
    public int size() {
        return units.size();
    }

    LaunchUnit unit(int launch) {
        return units.get(launch);
    }

    /** Returns the predecessors of a launch. */
    int[] before(int launch) {
        return before.get(launch);
    }

    /** Returns the space of the launch that begins with a node. */
    ExecutionSpace space(Node first) {
        int launch = 0;
        while (nodes(launch).get(0) != first) {
            launch++;
        }
        return parts.get(launch).stream().space();
    }

    /** Returns the part of a launch. */
    ProfiledPlan part(int launch) {
        return parts.get(launch);
    }

    /** Returns the nodes of a launch, as those of the user's graph. */
    List<Node> nodes(int launch) {
        return units.get(launch).nodes().stream()
                .map(parts.get(launch)::original)
                .toList();
    }

    /** Returns the labels of a launch's nodes, with runs of equal labels counted. */
    static String name(List<Node> nodes) {
        StringBuilder text = new StringBuilder();
        for (int from = 0; from < nodes.size(); ) {
            String label = nodes.get(from).label();
            int to = from;
            while (to < nodes.size() && nodes.get(to).label().equals(label)) {
                to++;
            }
            text.append(text.length() == 0 ? "" : " + ");
            text.append(to - from > 1 ? (to - from) + " x " : "").append(Labels.shown(label));
            from = to;
        }
        return text.toString();
    }
}
