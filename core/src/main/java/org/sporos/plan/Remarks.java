package org.sporos.plan;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.sporos.internal.error.Labels;
import org.sporos.view.View;

/**
 * Remarks for users: on missed fusion a line for each reason, with the first pairs of nodes; on phases a line for each
 * launch. Text is made when a user asks for it. Written by one thread, read-only in a plan.
 */
final class Remarks {
    private static final int SHOWN = 4;

    private final Map<String, Pairs> reasons = new LinkedHashMap<>();
    private final List<Supplier<String>> merged = new ArrayList<>();

    /** The pairs of nodes and the labels of views of one reason; few of the pairs are shown. */
    private static final class Pairs {
        private final List<LaunchUnit> first = new ArrayList<>(2 * SHOWN);
        private int count;
        private final Set<String> views = new LinkedHashSet<>(4);

        void add(LaunchUnit one, LaunchUnit two) {
            if (count++ < SHOWN) {
                first.add(one);
                first.add(two);
            }
        }

        String line(String why) {
            List<String> pairs = new ArrayList<>();
            for (int k = 0; k < first.size(); k += 2) {
                pairs.add(label(first.get(k)) + " and " + label(first.get(k + 1)));
            }
            String about = views.isEmpty() ? "" : "they touch " + (views.size() == 1 ? "view " : "views ");
            List<String> of = views.stream().map(Labels::quoted).toList();
            return shown(pairs, count) + " stay apart: " + about + (of.isEmpty() ? "" : shown(of, of.size()) + " ")
                    + why;
        }

        private static String label(LaunchUnit unit) {
            return Labels.quoted(unit.node().label());
        }

        private static String shown(List<String> all, int count) {
            String first = all.stream().limit(SHOWN).collect(Collectors.joining(", "));
            return count > SHOWN ? first + " and " + (count - SHOWN) + " more" : first;
        }
    }

    /** Adds a remark: a unit was not fused with the last of others. */
    void apart(PlanGraph graph, int unit, List<Integer> others, String why) {
        LaunchUnit last = graph.units().get(others.get(others.size() - 1));
        pairs(why).add(last, graph.units().get(unit));
    }

    /** Adds a remark: a unit was not fused with the last of others because of a view. */
    void apart(PlanGraph graph, int unit, List<Integer> others, String how, View view) {
        apart(graph, unit, others, how);
        pairs(how).views.add(view.label());
    }

    private Pairs pairs(String why) {
        return reasons.computeIfAbsent(why, key -> new Pairs());
    }

    /** Records that launches were merged into phases of one. */
    void phased(int launches, int phases, double micros, double apart) {
        merged.add(() -> String.format(
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
        merged.add(() -> String.format(
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
        return merged.stream().map(Supplier::get).toList();
    }

    /** Returns a line for each reason of missed fusion. */
    List<String> lines() {
        List<String> lines = new ArrayList<>();
        reasons.forEach((why, pairs) -> lines.add(pairs.line(why)));
        return lines;
    }
}
