package org.sporos.host;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.IntFunction;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.NodeRef;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;

/**
 * Prints what a submit and fence cost on host, for shapes of empty nodes. A program and not a test: it asserts nothing.
 */
public final class SubmitTimes {
    private SubmitTimes() {}

    /** Runs all shapes; the argument names the space. */
    public static void main(String[] args) {
        String name = args.length == 0 ? "host" : args[0];
        try (ExecutionSpace space = ExecutionSpaces.open(name)) {
            System.out.println(space.description());
            time(space, "diamond", 4, diamonds(1));
            time(space, "chain 100", 100, chain(100));
            time(space, "1-100-1", 102, wide(100));
            time(space, "layered 10x100", 1000, layered(10, 100));
            time(space, "chain 1000", 1000, chain(1000));
            time(space, "24 diamonds", 73, diamonds(24));
            time(space, "join 100000", 100_002, wide(100_000));
            time(space, "chain 1000000", 1_000_000, chain(1_000_000));
        }
    }

    private static void time(ExecutionSpace space, String what, int nodes, Graph graph) {
        long start = System.nanoTime();
        try (ExecutableGraph exec = graph.instantiate(space)) {
            long made = System.nanoTime() - start;
            int runs = Math.max(20, Math.min(100_000, 20_000_000 / nodes));
            long best = Long.MAX_VALUE;
            StringBuilder all = new StringBuilder();
            for (int r = 0; r < 7; r++) {
                start = System.nanoTime();
                for (int i = 0; i < runs; i++) {
                    exec.submit();
                    space.fence();
                }
                long each = (System.nanoTime() - start) / runs;
                best = Math.min(best, each);
                all.append(' ').append(each);
            }
            System.out.printf(
                    "%-16s %10d ns, %6.1f ns a node, instantiated in %.1f ms;%s%n",
                    what, best, (double) best / nodes, made / 1e6, all);
        }
    }

    static Graph chain(int n) {
        return Graph.define("chain", root -> {
            NodeRef last = root;
            for (int i = 0; i < n; i++) {
                last = last.then("n", () -> {});
            }
        });
    }

    static Graph wide(int n) {
        return Graph.define("wide", root -> {
            NodeRef first = root.then("first", () -> {});
            List<NodeRef> all = new ArrayList<>();
            for (int i = 0; i < n; i++) {
                all.add(first.then("n", () -> {}));
            }
            Graph.whenAll(all).then("last", () -> {});
        });
    }

    static Graph diamonds(int n) {
        return Graph.define("diamonds", root -> {
            NodeRef top = root.then("top", () -> {});
            for (int i = 0; i < n; i++) {
                NodeRef left = top.then("left", () -> {});
                NodeRef right = top.then("right", () -> {});
                top = Graph.whenAll(left, right).then("bottom", () -> {});
            }
        });
    }

    static Graph layered(int levels, int width) {
        Random random = new Random(1);
        return Graph.define("layered", root -> {
            List<NodeRef> above = new ArrayList<>();
            IntFunction<NodeRef> first = i -> root.then("n", () -> {});
            for (int i = 0; i < width; i++) {
                above.add(first.apply(i));
            }
            for (int l = 1; l < levels; l++) {
                List<NodeRef> level = new ArrayList<>();
                for (int i = 0; i < width; i++) {
                    level.add(Graph.whenAll(above.get(i), above.get(random.nextInt(width)))
                            .then("n", () -> {}));
                }
                above = level;
            }
        });
    }
}
