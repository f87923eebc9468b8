package org.sporos.verify;

import java.util.ArrayList;
import java.util.List;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.GraphRunException;
import org.sporos.graph.InstantiateOption;
import org.sporos.graph.Node;
import org.sporos.graph.Profile;
import org.sporos.graph.Profile.NodeShare;
import org.sporos.graph.Profile.Times;
import org.sporos.graph.Work;
import org.sporos.internal.run.DebugMode;
import org.sporos.kernel.capture.RewriteException;
import org.sporos.kernel.compile.CompiledKernel;
import org.sporos.kernel.compile.KernelIndex;
import org.sporos.space.ExecutionSpace;

/**
 * The shadow measurement of a launch of several nodes: runs each node alone, on copies of the launch's views, after as
 * many warm-up runs. Used by one thread.
 */
public final class NodeShadow implements AutoCloseable {
    private static final Times NONE = new Times(0, 0, 0);
    /** The warm-up time of a node, in which a host compiles code and tunes its execution. */
    private static final long WARM_UP_NANOS = 300_000_000;

    /** The limit of warm-up for all nodes of a launch. */
    private static final long MOST_WARM_UP_NANOS = 2_000_000_000;

    private final ExecutionSpace space;
    private final ViewCopies copies;
    private final WorkCopier copier;
    private final InstantiateOption[] options;
    private final int runs;
    private final long warmUpNanos;

    private NodeShadow(ExecutionSpace space, List<InstantiateOption> options, int runs, int nodes) {
        this.space = space;
        this.copies = new ViewCopies(space.memorySpace());
        this.copier = new WorkCopier(copies);
        this.options = options.stream()
                .filter(option -> !(option instanceof InstantiateOption.OnProgress))
                .toArray(InstantiateOption[]::new);
        this.runs = runs;
        this.warmUpNanos = Math.min(WARM_UP_NANOS, MOST_WARM_UP_NANOS / nodes);
    }

    /**
     * Returns the share of each node of a launch, in their order.
     *
     * @param options the options of the executable
     * @param runs the number of timed runs per node
     */
    public static List<NodeShare> of(
            List<Node> nodes, ExecutionSpace space, List<InstantiateOption> options, int runs) {
        List<NodeShare> alone = new ArrayList<>();
        try (NodeShadow shadow = new NodeShadow(space, options, runs, nodes.size())) {
            for (Node node : nodes) {
                alone.add(shadow.alone(node));
            }
        }
        return withShares(alone);
    }

    private static List<NodeShare> withShares(List<NodeShare> alone) {
        boolean isComplete = alone.stream().allMatch(node -> node.skipped().isEmpty());
        long sum = alone.stream().mapToLong(node -> node.alone().median()).sum();
        if (!isComplete || sum == 0) {
            return alone;
        }
        return alone.stream()
                .map(node -> new NodeShare(
                        node.node(), node.alone(), (double) node.alone().median() / sum, ""))
                .toList();
    }

    private NodeShare alone(Node node) {
        try {
            return new NodeShare(node, times(node), 0, "");
        } catch (RewriteException e) {
            return new NodeShare(node, NONE, 0, e.reason());
        } catch (GraphRunException e) {
            return new NodeShare(node, NONE, 0, "fails when it runs alone: " + e.code());
        }
    }

    private Times times(Node node) {
        Work work = copier.rewritten(node);
        Graph graph = Graph.of(node, work);
        requireRepeatable(graph);
        try (ExecutableGraph exec = graph.instantiate(space, options)) {
            warmUp(exec);
            // Every second run is recorded.
            List<Profile.ProfiledLaunch> launches = exec.profile(2 * runs).launches();
            return launches.isEmpty() ? NONE : launches.get(0).times();
        }
    }

    private void warmUp(ExecutableGraph exec) {
        long begin = System.nanoTime();
        do {
            for (int warm = 1; warm < runs; warm++) {
                exec.submit();
            }
            exec.submitTracked().await();
        } while (System.nanoTime() - begin < warmUpNanos);
    }

    private void requireRepeatable(Graph graph) {
        if (!NodeResults.of(graph).used().stream().allMatch(copies::isCopy)) {
            throw new RewriteException("finds a view in a static field, where no copy can stand for it");
        }
        KernelIndex kernels = KernelIndex.of(graph);
        for (CompiledKernel kernel : kernels.of(graph.nodes().get(0))) {
            if (DebugMode.prints() && kernel.facts().kernel().prints()) {
                throw new RewriteException("prints");
            }
        }
    }

    @Override
    public void close() {
        copies.close();
    }
}
