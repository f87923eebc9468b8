package org.sporos.plan;

import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import org.sporos.graph.Node;

/** Compares the orders of plans. */
final class PlanOrder {
    private PlanOrder() {}

    /** Returns whether all nodes that have an order in a plan without nested graphs have it in a merged plan too. */
    static boolean isKept(LaunchPlan plain, LaunchPlan merged) {
        BitSet[] before = before(plain);
        BitSet[] mergedBefore = before(merged);
        Map<Node, Integer> unitOf = new HashMap<>();
        Map<Node, Integer> placeOf = new HashMap<>();
        Map<Node, LaunchUnit> loopOf = new HashMap<>();
        for (LaunchUnit unit : merged.units()) {
            place(unit, unit, unit.index(), unitOf, placeOf, loopOf);
        }
        for (int u = 0; u < plain.size(); u++) {
            int later = u;
            boolean kept = plain.units().get(u).empty()
                    || before[u].stream()
                            .filter(from -> !plain.units().get(from).empty())
                            .allMatch(from -> {
                                Node one = plain.units().get(from).node();
                                Node two = plain.units().get(later).node();
                                int first = unitOf.get(one);
                                int second = unitOf.get(two);
                                return first == second
                                        ? placeOf.get(one) < placeOf.get(two) && loopOf.get(one) == loopOf.get(two)
                                        : mergedBefore[second].get(first);
                            });
            if (!kept) {
                return false;
            }
        }
        return true;
    }

    /** Notes of all nodes of a unit where they are: the members of a launch of several are apart from each other. */
    private static void place(
            LaunchUnit unit,
            LaunchUnit loop,
            int index,
            Map<Node, Integer> unitOf,
            Map<Node, Integer> placeOf,
            Map<Node, LaunchUnit> loopOf) {
        if (unit.isMerged()) {
            boolean apart = unit.merge() == FusionKind.HORIZONTAL;
            unit.members().forEach(member -> place(member, apart ? member : loop, index, unitOf, placeOf, loopOf));
        } else if (!unit.empty()) {
            unitOf.put(unit.node(), index);
            placeOf.put(unit.node(), placeOf.size());
            loopOf.put(unit.node(), loop);
        }
    }

    private static BitSet[] before(LaunchPlan plan) {
        BitSet[] before = new BitSet[plan.size()];
        for (int u = 0; u < plan.size(); u++) {
            before[u] = new BitSet();
            for (int k = 0; k < plan.predecessorCount(u); k++) {
                before[u].set(plan.predecessor(u, k));
                before[u].or(before[plan.predecessor(u, k)]);
            }
        }
        return before;
    }
}
