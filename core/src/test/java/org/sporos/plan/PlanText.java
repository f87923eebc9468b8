package org.sporos.plan;

import java.util.stream.Collectors;

/** Plans as short text: for each unit its nodes and the units that it waits for, with a tilde where index by index. */
final class PlanText {

    private PlanText() {}

    static String of(LaunchPlan plan) {
        StringBuilder text = new StringBuilder();
        for (LaunchUnit unit : plan.units()) {
            text.append(unit.index()).append(' ').append(label(unit)).append(" <-");
            for (int k = 0; k < plan.predecessorCount(unit.index()); k++) {
                text.append(plan.isPointwise(unit.index(), k) ? " ~" : " ").append(plan.predecessor(unit.index(), k));
            }
            text.append('\n');
        }
        return text.toString();
    }

    static String label(LaunchUnit unit) {
        if (!unit.isMerged()) {
            return unit.node().label();
        }
        String between = unit.merge() == FusionKind.VERTICAL ? ";" : unit.merge() == FusionKind.HORIZONTAL ? "|" : ">";
        return unit.members().stream().map(PlanText::label).collect(Collectors.joining(between, "{", "}"));
    }
}
