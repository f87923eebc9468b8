package org.sporos.pipeline;

import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.UpdateResult;
import org.sporos.graph.UpdateResult.Difference;
import org.sporos.internal.error.Required;
import org.sporos.internal.run.RunFrame;
import org.sporos.kernel.compile.KernelIndex;
import org.sporos.space.ExecutionSpace;
import org.sporos.view.View;

/** An executable of a graph that rebinds and updates replace. Changes exclude each other. Thread-safe. */
abstract class MutableExecutable implements ExecutableGraph {
    final Instantiation steps;
    /** The user's graph. */
    private volatile Graph graph;

    /** The replacements of views. Guarded by this, like the following fields. */
    private Map<View, View> bound = Map.of();
    /** Null until a view of the graph is rebound. */
    private @Nullable Rebinding rebinding;

    private boolean closed;

    MutableExecutable(Instantiation steps, Graph graph) {
        this.steps = steps;
        this.graph = graph;
    }

    /**
     * Replaces the graph of later runs by one with the same nodes and edges. Guarded by this.
     *
     * @param check accepts the new graph with its kernels, and throws if it must not be run
     */
    abstract void change(Graph to, BiConsumer<Graph, KernelIndex> check);

    /** Waits for pending runs and releases all resources. Idempotent. Guarded by this. */
    abstract void closeRuns();

    /** Throws if this was closed. Guarded by this. */
    final void requireOpen(String use) {
        Instantiation.requireOpen(space(), graph, closed, use);
    }

    @Override
    public final Graph graph() {
        return graph;
    }

    @Override
    public final ExecutionSpace space() {
        return steps.backend();
    }

    @Override
    public final void rebind(Map<? extends View, ? extends View> others) {
        RunFrame.refuseInHostNode("rebind");
        Required.argument(others, "the views to stand in place of others");
        synchronized (this) {
            requireOpen("rebound");
            Map<View, View> all = new IdentityHashMap<>(bound);
            Rebinding known = rebinding == null ? new Rebinding(graph, space()) : rebinding;
            rebinding = known;
            others.forEach((old, other) -> known.put(old, other, all));
            if (all.equals(bound)) {
                return;
            }
            change(known.graph(all), (next, kernels) -> known.requireBound(next, kernels, all));
            bound = all;
        }
    }

    @Override
    public final UpdateResult update(Graph other) {
        RunFrame.refuseInHostNode("update");
        Required.argument(other, "the graph to update to");
        synchronized (this) {
            requireOpen("updated");
            List<Difference> differences = NodeDifferences.of(graph, other);
            if (differences.isEmpty()) {
                change(other, (next, kernels) -> {});
                graph = other;
                bound = Map.of();
                rebinding = null;
            }
            return new UpdateResult(differences);
        }
    }

    @Override
    public final void close() {
        RunFrame.refuseInHostNode("close");
        synchronized (this) {
            closeRuns();
            closed = true;
        }
    }
}
