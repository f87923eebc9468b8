package org.sporos.plan;

import java.util.function.Consumer;
import java.util.stream.DoubleStream;
import org.jspecify.annotations.Nullable;
import org.sporos.graph.Graph;
import org.sporos.graph.NestedGraph;
import org.sporos.graph.Node;
import org.sporos.graph.Work;
import org.sporos.kernel.compile.NodeTable;
import org.sporos.policy.Policy;

/**
 * The numbers of work items by which fusion decides. In an update they are those of the instantiated graph where its
 * own are similar, so that a range may grow or shrink without other launches, which need other code. Immutable.
 */
public final class FusionSizes {
    /** The sizes of the planned graph itself. */
    public static final FusionSizes OWN = new FusionSizes(null);

    /**
     * The greatest ratio of similar sizes: a launch of phases then takes at most this multiple of its modelled time.
     */
    private static final double SIMILAR = 4;
    /** A block executes all smaller numbers of work items in the same time. */
    private static final double ROUND = 1024;

    private final @Nullable NodeTable<Double> decided;

    private FusionSizes(@Nullable NodeTable<Double> decided) {
        this.decided = decided;
    }

    /** Returns the sizes of a graph, those of nested graphs among them, in the order of its nodes. */
    public static double[] list(Graph graph) {
        DoubleStream.Builder sizes = DoubleStream.builder();
        visit(graph, node -> sizes.add(size(node)));
        return sizes.build().toArray();
    }

    /**
     * Returns the sizes for an update.
     *
     * @param instantiated the {@linkplain #list sizes} of the instantiated graph, which has the same nodes
     */
    public static FusionSizes update(Graph to, double[] instantiated) {
        NodeTable<Double> decided = new NodeTable<>(to);
        int[] next = {0};
        visit(to, node -> decided.put(node, similar(size(node), instantiated[next[0]++])));
        return new FusionSizes(decided);
    }

    private static void visit(Graph graph, Consumer<Node> visitor) {
        for (Node node : graph.nodes()) {
            visitor.accept(node);
            for (NestedGraph inner : node.work().nested()) {
                visit(inner.graph(), visitor);
            }
        }
    }

    private static double similar(double own, double instantiated) {
        double ratio = Math.max(own, ROUND) / Math.max(instantiated, ROUND);
        return ratio <= SIMILAR && ratio >= 1 / SIMILAR ? instantiated : own;
    }

    /** Returns the number of work items of a node by which fusion decides. */
    double of(Node node) {
        Double known = decided == null ? null : decided.get(node);
        return known == null ? size(node) : known;
    }

    private static double size(Node node) {
        if (node.work() instanceof Work.Fill fill) {
            return fill.view().size();
        } else if (node.work() instanceof Work.DeepCopy copy) {
            return copy.to().size();
        }
        Policy policy = node.kernels().isEmpty() ? null : node.kernels().get(0).policy();
        return policy == null ? 1 : policy.size();
    }
}
