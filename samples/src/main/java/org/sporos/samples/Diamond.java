package org.sporos.samples;

import java.io.IOException;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.NodeRef;
import org.sporos.policy.RangePolicy;
import org.sporos.render.Svg;
import org.sporos.space.ExecutionSpace;
import org.sporos.view.DoubleView;

/** Four kernels in the shape of a diamond: two that may run concurrently, between one before and one after. */
public final class Diamond {
    private Diamond() {}

    /** Runs it: {@code --size=} elements, {@code --space=}. */
    public static void main(String... args) throws IOException {
        Arguments arguments = Arguments.of(args, "size=100000");
        int n = arguments.number("size");
        try (ExecutionSpace space = arguments.openSpace();
                DoubleView x = DoubleView.of("x", space, n);
                DoubleView y = DoubleView.of("y", space, n);
                DoubleView z = DoubleView.of("z", space, n)) {
            Report report = new Report("Diamond", space);
            Graph diamond = graph(x, y, z);
            int runs = 1000;
            double seconds = seconds(diamond, space, runs);
            report.check("x is 5 i everywhere", isFiveTimesIndex(x.toArray()));
            report.speed("runs", runs, seconds, 7.0 * Double.BYTES * n);
            report.svg("diamond", Svg.of(diamond));
            report.end();
        }
    }

    static Graph graph(DoubleView x, DoubleView y, DoubleView z) {
        RangePolicy all = RangePolicy.of((int) x.size());
        return Graph.define("diamond", root -> {
            NodeRef a = root.thenParallelFor("a", all, i -> x.set(i, i));
            NodeRef b = a.thenParallelFor("b", all, i -> y.set(i, 2 * x.get(i)));
            NodeRef c = a.thenParallelFor("c", all, i -> z.set(i, 3 * x.get(i)));
            Graph.whenAll(b, c).thenParallelFor("d", all, i -> x.set(i, y.get(i) + z.get(i)));
        });
    }

    private static double seconds(Graph graph, ExecutionSpace space, int runs) {
        try (ExecutableGraph exec = graph.instantiate(space)) {
            seconds(exec, space, runs);
            return seconds(exec, space, runs);
        }
    }

    private static double seconds(ExecutableGraph exec, ExecutionSpace space, int runs) {
        long begin = System.nanoTime();
        for (int run = 0; run < runs; run++) {
            exec.submit();
        }
        space.fence();
        return (System.nanoTime() - begin) / 1e9;
    }

    static boolean isFiveTimesIndex(double... x) {
        for (int i = 0; i < x.length; i++) {
            if (x[i] != 5.0 * i) {
                return false;
            }
        }
        return true;
    }
}
