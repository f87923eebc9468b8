package org.sporos.samples.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.NodeRef;
import org.sporos.policy.RangePolicy;
import org.sporos.policy.SingleBody;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;
import org.sporos.view.DoubleView;

/** The Java side, a process of its own as the C++ side is: it obeys the same commands, see {@code tasks.cpp}. */
final class SporosSide {
    private static final int STRIDE = 8;
    /** Lambdas of several classes, as the nodes of a program are: what calls one kind alone can be compiled better. */
    private static final List<SingleBody> EMPTY = List.of(() -> {}, () -> {}, () -> {}, () -> {}, () -> {});

    private final ExecutionSpace space = ExecutionSpaces.open("host");
    private final Map<String, Dag> dags = new HashMap<>();
    private final Map<String, ExecutableGraph> made = new HashMap<>();
    private final Map<String, DoubleView> values = new HashMap<>();
    private ExecutableGraph chosen;
    private ExecutableGraph loop;
    private List<DoubleView> loopViews = List.of();
    private int loopSize;

    private SporosSide() {}

    /** Reads commands until there are no more. */
    static void serve() throws IOException {
        SporosSide side = new SporosSide();
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            System.out.println(side.obey(line.trim().split(" ")));
            System.out.flush();
        }
    }

    private String obey(String[] words) {
        return switch (words[0]) {
            case "graph" -> {
                dags.put(words[1], Dag.read(words));
                yield "ok";
            }
            case "use" -> use(words[1], Integer.parseInt(words[3]));
            case "measure" -> measure(chosen, Double.parseDouble(words[1]), Double.parseDouble(words[2]));
            case "axpy" -> axpy(Integer.parseInt(words[2]), Double.parseDouble(words[3]));
            default -> "no";
        };
    }

    private String use(String name, int iterations) {
        chosen = made.computeIfAbsent(name + ' ' + iterations, key -> instantiate(dags.get(name), iterations));
        return "ok";
    }

    private String measure(ExecutableGraph graph, double millis, double least) {
        return Sample.measure(
                () -> {
                    graph.submit();
                    space.fence();
                },
                millis,
                least);
    }

    private ExecutableGraph instantiate(Dag dag, int iterations) {
        DoubleView view =
                values.computeIfAbsent(dag.name(), name -> DoubleView.of(name, space, (long) STRIDE * dag.size()));
        return Graph.define(dag.name(), root -> {
                    List<NodeRef> refs = new ArrayList<>();
                    for (int n = 0; n < dag.size(); n++) {
                        refs.add(add(after(root, refs, dag.predecessors().get(n)), view, n, iterations));
                    }
                })
                .instantiate(space);
    }

    private static NodeRef after(NodeRef root, List<NodeRef> refs, int[] before) {
        if (before.length == 0) {
            return root;
        }
        List<NodeRef> all = new ArrayList<>();
        for (int p : before) {
            all.add(refs.get(p));
        }
        return all.size() == 1 ? all.get(0) : Graph.whenAll(all);
    }

    private static NodeRef add(NodeRef at, DoubleView view, int node, int iterations) {
        if (iterations == 0) {
            return at.then("empty", EMPTY.get(node % EMPTY.size()));
        }
        int place = STRIDE * node;
        return at.then("work", () -> view.set(place, burn(view.get(place), iterations)));
    }

    private static double burn(double from, int iterations) {
        double x = from;
        for (int i = 0; i < iterations; i++) {
            x = x * 0.999 + 0.5;
        }
        return x;
    }

    /** The loop over so many elements is kept until one over others is asked for. */
    private String axpy(int size, double millis) {
        if (size != loopSize) {
            if (loop != null) {
                loop.close();
                loopViews.forEach(DoubleView::close);
            }
            DoubleView x = DoubleView.of("x", space, size);
            DoubleView y = DoubleView.of("y", space, size);
            loop = Graph.define(
                            "axpy",
                            root -> root.thenParallelFor(
                                    "axpy", RangePolicy.of(size), i -> y.set(i, 0.5 * x.get(i) + y.get(i))))
                    .instantiate(space);
            loopViews = List.of(x, y);
            loopSize = size;
        }
        return measure(loop, millis, 20_000);
    }
}
