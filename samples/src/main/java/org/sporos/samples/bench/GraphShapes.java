package org.sporos.samples.bench;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.sporos.graph.Graph;
import org.sporos.graph.NodeRef;
import org.sporos.policy.RangePolicy;
import org.sporos.view.DoubleView;

/** Graphs of small kernels: node k adds 1 to its own 32 elements of one view of 32,000. */
final class GraphShapes {
    static final int WIDTH = 32;
    static final int MOST_NODES = 1000;

    private GraphShapes() {}

    /** The definition of a graph over a view. */
    interface Shape {
        Graph over(DoubleView v);
    }

    /** Returns the shapes by name, the smallest first. */
    static Map<String, Shape> all() {
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
