package org.sporos.plan;

import java.util.ArrayList;
import java.util.List;
import org.sporos.internal.error.Labels;
import org.sporos.view.View;

/** Remarks on merges and missed merges, for people: the first few of each. Used by one thread. */
final class Remarks {
    private static final int MOST = 100;

    private final List<String> lines = new ArrayList<>();
    private int more;

    /** Notes that a unit was kept apart from the last of others. */
    void apart(PlanGraph graph, int unit, List<Integer> others, String why) {
        if (hasRoom()) {
            lines.add(pair(graph, unit, others) + ": " + why);
        }
    }

    /** Notes that a unit was kept apart from the last of others because of a view. */
    void apart(PlanGraph graph, int unit, List<Integer> others, String how, View view) {
        if (hasRoom()) {
            lines.add(pair(graph, unit, others) + ": they touch view " + Labels.quoted(view.label()) + " " + how);
        }
    }

    private static String pair(PlanGraph graph, int unit, List<Integer> others) {
        LaunchUnit one = graph.units().get(others.get(others.size() - 1));
        LaunchUnit two = graph.units().get(unit);
        return Labels.quoted(one.node().label()) + " and "
                + Labels.quoted(two.node().label()) + " stay apart";
    }

    private boolean hasRoom() {
        more += lines.size() < MOST ? 0 : 1;
        return lines.size() < MOST;
    }

    List<String> lines() {
        List<String> all = new ArrayList<>(lines);
        if (more > 0) {
            all.add("and " + more + " more");
        }
        return all;
    }
}
