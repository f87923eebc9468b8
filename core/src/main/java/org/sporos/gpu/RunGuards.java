package org.sporos.gpu;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.sporos.graph.GraphRunException;
import org.sporos.graph.RunGuard;
import org.sporos.graph.Work;
import org.sporos.internal.base.ThrownText;
import org.sporos.internal.error.RunRefusal;
import org.sporos.plan.LaunchPlan;
import org.sporos.plan.LaunchUnit;

/**
 * The guards of the captures of one executable. Submits hold the lock of the executable; {@link #moveFailures} holds
 * the lock of its list of failures.
 */
final class RunGuards {
    /** An array: submits iterate over it and allocate nothing. */
    private final Guarded[] all;
    /** Whether a run was launched since the last call of {@link #moveFailures}. */
    private volatile boolean hasRuns;

    private RunGuards(Guarded[] all) {
        this.all = all;
    }

    /** One guard, and the nodes whose calls it monitors. */
    private record Guarded(RunGuard guard, List<LaunchUnit> units, String nodes) {}

    static RunGuards of(LaunchPlan plan) {
        Map<RunGuard, List<LaunchUnit>> units = new LinkedHashMap<>();
        for (LaunchUnit unit : plan.units()) {
            if (!unit.isMerged() && unit.work() instanceof Work.Captured captured) {
                RunGuard guard = captured.capture().guard();
                if (guard != null) {
                    units.computeIfAbsent(guard, first -> new ArrayList<>()).add(unit);
                }
            }
        }
        List<Guarded> all = new ArrayList<>();
        units.forEach((guard, own) -> {
            String nodes =
                    own.stream().map(unit -> unit.node().label()).distinct().collect(Collectors.joining(", "));
            all.add(new Guarded(guard, List.copyOf(own), nodes));
        });
        return new RunGuards(all.toArray(Guarded[]::new));
    }

    void instantiated() {
        for (Guarded one : all) {
            one.guard.instantiated(one.nodes);
        }
    }

    void closed() {
        for (Guarded one : all) {
            one.guard.closed(one.nodes);
        }
    }

    void submitting() {
        for (Guarded one : all) {
            one.guard.submitting(one.nodes);
        }
    }

    void submitted(GpuStream stream, long count) {
        if (all.length == 0) {
            return;
        }
        hasRuns = true;
        for (Guarded one : all) {
            one.guard.submitted(one.nodes, stream.endOf(count));
        }
    }

    /** Moves the failures of the runs that have ended since the last call. */
    void moveFailures(List<GraphRunException> into) {
        if (!hasRuns) {
            return;
        }
        hasRuns = false;
        for (Guarded one : all) {
            RuntimeException failure = one.guard.failure();
            if (failure != null) {
                into.add(failure(one, failure));
            }
        }
    }

    private static GraphRunException failure(Guarded one, RuntimeException cause) {
        LaunchUnit unit = one.units.get(0);
        String others = one.units.size() == 1 ? "" : " (or a later one of " + one.nodes + ")";
        String graph = unit.graph().label();
        return cause instanceof RunRefusal refusal
                ? GraphRunException.of(
                        refusal.code(), graph, unit.node(), "fails" + others + ": " + refusal.what(), cause)
                : GraphRunException.of(
                        "C406", graph, unit.node(), "fails" + others + ": " + ThrownText.of(cause), cause);
    }
}
