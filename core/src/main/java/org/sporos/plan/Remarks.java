package org.sporos.plan;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.sporos.internal.error.Labels;
import org.sporos.view.View;

/**
 * Remarks for users: on missed fusion a line for each reason, with the first pairs of nodes; on phases a line for each
 * launch. Used by one thread.
 */
final class Remarks {
    private static final int SHOWN = 4;

    private final Map<String, Pairs> reasons = new LinkedHashMap<>();
    private final List<String> merged = new ArrayList<>();

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

    /** Records that launches were merged into phases of one. */
    void phased(int launches, int phases, double micros, double apart) {
        merged.add(String.format(
                Locale.ROOT,
                "%d launches -> 1 of %d phases, about "
                        + (apart < 10 ? "%.1f us instead of %.1f" : "%.0f us instead of %.0f"),
                launches,
                phases,
                micros,
                apart));
    }

    /** Notes that a loop became one launch. */
    void looped(LaunchUnit loop, boolean isWave, int phases, double micros, double apart) {
        merged.add(String.format(
                Locale.ROOT,
                "loop %s in one launch%s: %d %s and the condition, about %.1f us an iteration instead of %.1f",
                Labels.quoted(loop.node().label()),
                isWave ? " of one wave" : "",
                phases,
                phases == 1 ? "phase" : "phases",
                micros,
                apart));
    }

    /** Returns a line for each launch of phases. */
    List<String> merged() {
        return merged;
    }

    List<String> lines() {
        List<String> lines = new ArrayList<>();
        reasons.forEach((why, pairs) -> lines.add(pairs.line(why)));
        return lines;
    }
}
