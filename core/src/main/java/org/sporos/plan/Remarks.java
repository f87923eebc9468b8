package org.sporos.plan;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.sporos.internal.error.Labels;
import org.sporos.view.View;

/** Remarks on missed fusion, for users: a line for each reason, with the first pairs of nodes. Used by one thread. */
final class Remarks {
    private static final int SHOWN = 4;

    private final Map<String, Pairs> reasons = new LinkedHashMap<>();

    /** The pairs of nodes and the views of one reason. */
    private record Pairs(List<String> nodes, Set<String> views) {
        String line(String why) {
            String about = views.isEmpty() ? "" : "they touch " + (views.size() == 1 ? "view " : "views ");
            return shown(nodes) + " stay apart: " + about + (views.isEmpty() ? "" : shown(views) + " ") + why;
        }

        private static String shown(Collection<String> all) {
            String first = all.stream().limit(SHOWN).collect(Collectors.joining(", "));
            return all.size() > SHOWN ? first + " and " + (all.size() - SHOWN) + " more" : first;
        }
    }

    /** Adds a remark: a unit was not fused with the last of others. */
    void apart(PlanGraph graph, int unit, List<Integer> others, String why) {
        LaunchUnit one = graph.units().get(others.get(others.size() - 1));
        LaunchUnit two = graph.units().get(unit);
        pairs(why)
                .nodes
                .add(Labels.quoted(one.node().label()) + " and "
                        + Labels.quoted(two.node().label()));
    }

    /** Adds a remark: a unit was not fused with the last of others because of a view. */
    void apart(PlanGraph graph, int unit, List<Integer> others, String how, View view) {
        apart(graph, unit, others, how);
        pairs(how).views.add(Labels.quoted(view.label()));
    }

    private Pairs pairs(String why) {
        return reasons.computeIfAbsent(why, key -> new Pairs(new ArrayList<>(), new LinkedHashSet<>()));
    }

    List<String> lines() {
        List<String> lines = new ArrayList<>();
        reasons.forEach((why, pairs) -> lines.add(pairs.line(why)));
        return lines;
    }
}
