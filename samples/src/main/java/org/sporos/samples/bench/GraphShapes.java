package org.sporos.samples.bench;

import java.util.LinkedHashMap;
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
        shapes.put("diamond", v -> fan(v, 2));
        shapes.put("chain-100", v -> chain(v, 100));
        shapes.put("1-100-1", v -> fan(v, 100));
        shapes.put("layered-10x100", v -> layered(v, 10, 100));
        shapes.put("chain-1000", v -> chain(v, 1000));
        return shapes;
    }

    private static NodeRef tick(NodeRef after, DoubleView v, int node) {
        RangePolicy own = RangePolicy.of(node * WIDTH, (node + 1) * WIDTH);
        return after.thenParallelFor("tick " + node, own, i -> v.set(i, v.get(i) + 1));
    }

    private static Graph chain(DoubleView v, int nodes) {
        return Graph.define("chain", root -> {
            NodeRef last = root;
            for (int k = 0; k < nodes; k++) {
                last = tick(last, v, k);
            }
        });
    }

    private static Graph fan(DoubleView v, int width) {
        return Graph.define("fan", root -> {
            NodeRef first = tick(root, v, 0);
            NodeRef[] middle = new NodeRef[width];
            for (int k = 0; k < width; k++) {
                middle[k] = tick(first, v, k + 1);
            }
            tick(Graph.whenAll(middle), v, width + 1);
        });
    }

    /**
     * Each node has two predecessors on the previous level, drawn by the generator of MMIX (Knuth, The Art of Computer
     * Programming 2, 3.3.4), as in the counterpart.
     */
    private static Graph layered(DoubleView v, int levels, int width) {
        return Graph.define("layered", root -> {
            long state = 1;
            NodeRef[] before = new NodeRef[width];
            for (int level = 0; level < levels; level++) {
                NodeRef[] now = new NodeRef[width];
                for (int k = 0; k < width; k++) {
                    int node = level * width + k;
                    if (level == 0) {
                        now[k] = tick(root, v, node);
                    } else {
                        state = next(state);
                        int a = (int) ((state >>> 33) % width);
                        state = next(state);
                        int b = (int) ((state >>> 33) % width);
                        now[k] = tick(Graph.whenAll(before[a], before[b]), v, node);
                    }
                }
                before = now;
            }
        });
    }

    private static long next(long state) {
        return state * 6364136223846793005L + 1442695040888963407L;
    }
}
