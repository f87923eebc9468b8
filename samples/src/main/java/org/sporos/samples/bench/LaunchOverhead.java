package org.sporos.samples.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.InstantiateOption.Merging;
import org.sporos.graph.NodeRef;
import org.sporos.policy.RangePolicy;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;
import org.sporos.view.DoubleView;

/**
 * Measures graphs of small kernels: the submit call, submit and fence, define and instantiate with cached kernels, each
 * with merging off and on.
 */
public final class LaunchOverhead {
    /** The elements of each node, which adds 1 to its own part of one view. */
    private static final int WIDTH = 32;

    private static final int MOST_NODES = 1000;
    private static final int SUBMITS = 200;
    private static final int BUILDS = 10;

    private LaunchOverhead() {}

    /**
     * Runs it on the default space.
     *
     * @param args counterparts, each as {@code name=command}; {@code --only=regex} for work with matching names, such
     * as {@code --only=call/chain-100}
     */
    public static void main(String... args) throws IOException {
        try (ExecutionSpace space = ExecutionSpaces.open();
                DoubleView v = DoubleView.of("v", space, MOST_NODES * WIDTH)) {
            System.out.println("LaunchOverhead on " + space.description());
            for (Merging merging : new Merging[] {Merging.OFF, Merging.ON}) {
                try (Comparison table = new Comparison("Sporos, merging " + merging, args)) {
                    table.head();
                    shapes().forEach((name, shape) -> rows(table, space, name, shape.over(v), merging));
                    shapes().forEach((name, shape) -> build(table, space, Map.entry(name, shape), v, merging));
                }
            }
        }
    }

    private static void rows(Comparison table, ExecutionSpace space, String name, Graph graph, Merging merging) {
        try (ExecutableGraph exec = graph.instantiate(space, merging)) {
            table.row("submit, " + name, "call/" + name, SUBMITS, () -> Clock.call(space, exec));
            table.row("submit + fence, " + name, "total/" + name, SUBMITS, () -> Clock.total(space, exec));
        }
    }

    private static void build(
            Comparison table, ExecutionSpace space, Map.Entry<String, Shape> shape, DoubleView v, Merging merging) {
        String name = shape.getKey();
        table.row("define + instantiate, " + name, "build/" + name, BUILDS, () -> {
            long begin = System.nanoTime();
            try (ExecutableGraph exec = shape.getValue().over(v).instantiate(space, merging)) {
                return (System.nanoTime() - begin) * 1e-3;
            }
        });
    }

    /** The definition of a graph over a view. */
    private interface Shape {
        Graph over(DoubleView v);
    }

    /** Returns the shapes by name, the smallest first. */
    private static Map<String, Shape> shapes() {
        Map<String, Shape> shapes = new LinkedHashMap<>();
        for (Dag dag : List.of(Dag.diamond(), Dag.chain(100), Dag.wide(100), layered(10, 100), Dag.chain(MOST_NODES))) {
            shapes.put(
                    dag.name(),
                    v -> Graph.define(dag.name(), root -> dag.define(root, (after, k) -> tick(after, v, k))));
        }
        return shapes;
    }

    private static NodeRef tick(NodeRef after, DoubleView v, int node) {
        RangePolicy own = RangePolicy.of(node * WIDTH, (node + 1) * WIDTH);
        return after.thenParallelFor("tick " + node, own, i -> v.set(i, v.get(i) + 1));
    }

    /**
     * Each node has two predecessors on the previous level, drawn by the generator of MMIX (Knuth, The Art of Computer
     * Programming 2, 3.3.4), as in the counterpart.
     */
    private static Dag layered(int levels, int width) {
        long state = 1;
        List<int[]> nodes = new ArrayList<>();
        for (int n = 0; n < levels * width; n++) {
            int level = n / width;
            if (level == 0) {
                nodes.add(new int[0]);
            } else {
                long first = next(state);
                state = next(first);
                int before = (level - 1) * width;
                nodes.add(new int[] {before + (int) ((first >>> 33) % width), before + (int) ((state >>> 33) % width)});
            }
        }
        return new Dag("layered-" + levels + "x" + width, nodes);
    }

    private static long next(long state) {
        return state * 6364136223846793005L + 1442695040888963407L;
    }
}
