package org.sporos.gpu;

import java.util.ArrayList;
import java.util.IdentityHashMap;
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
        Map<RunGuard, List<LaunchUnit>> units = new IdentityHashMap<>();
        List<RunGuard> order = new ArrayList<>();
        for (LaunchUnit unit : plan.units()) {
            if (!unit.isMerged() && unit.work() instanceof Work.Captured captured) {
                RunGuard guard = captured.capture().guard();
                if (guard != null) {
                    units.computeIfAbsent(guard, first -> {
                                order.add(first);
                                return new ArrayList<>();
                            })
                            .add(unit);
                }
            }
        }
        return new RunGuards(order.stream()
                .map(guard -> {
                    List<LaunchUnit> own = List.copyOf(units.getOrDefault(guard, List.of()));
                    String nodes = own.stream()
                            .map(unit -> unit.node().label())
                            .distinct()
                            .collect(Collectors.joining(", "));
                    return new Guarded(guard, own, nodes);
                })
                .toArray(Guarded[]::new));
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
