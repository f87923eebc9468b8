package org.sporos.plan;

import java.util.ArrayList;
import java.util.List;

/** Splits the phases of a plan into launches again. Used by one thread, once. */
public final class Unphasing {
    private final PlanGraphBuilder built;
    private final LaunchPlan plan;
    /** The new units at the end of each unit. */
    private final int[][] ends;

    private Unphasing(LaunchPlan plan) {
        this.plan = plan;
        this.built = new PlanGraphBuilder(plan.size());
        this.ends = new int[plan.size()][];
    }

    /** Returns a plan in which each phase is a launch, few members of a phase a launch each. */
    public static LaunchPlan of(LaunchPlan plan) {
        Unphasing unphasing = new Unphasing(plan);
        for (LaunchUnit unit : plan.units()) {
            unphasing.add(unit);
        }
        return PlanGraph.of(unphasing.built).plan(plan.graph());
    }

    private void add(LaunchUnit unit) {
        List<Integer> before = new ArrayList<>();
        for (int k = 0; k < plan.predecessorCount(unit.index()); k++) {
            for (int end : ends[plan.predecessor(unit.index(), k)]) {
                before.add(end);
            }
        }
        int[] last = before.stream().mapToInt(end -> end).toArray();
        for (LaunchUnit phase : phases(unit)) {
            boolean isFew = phase.launched().size() < HorizontalMerging.LEAST_MEMBERS;
            List<LaunchUnit> launches = isFew ? phase.launched() : List.of(phase);
            int[] now = new int[launches.size()];
            for (int k = 0; k < now.length; k++) {
                built.edges(last);
                now[k] = built.add(withoutPhases(launches.get(k)).at(built.size()));
            }
            last = now;
        }
        ends[unit.index()] = last;
    }

    private static List<LaunchUnit> phases(LaunchUnit unit) {
        return switch (unit.merge()) {
            case PHASED -> unit.members();
            case LOOP, WAVE_LOOP -> List.of(unit.repeated());
            default -> List.of(unit);
        };
    }

    private static LaunchUnit withoutPhases(LaunchUnit unit) {
        if (unit.bodies().isEmpty()) {
            return unit;
        }
        List<LaunchPlan> bodies = unit.bodies().stream().map(Unphasing::of).toList();
        return new LaunchUnit(unit.index(), unit.node(), unit.graph(), unit.empty(), bodies);
    }
}
