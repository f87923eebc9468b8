package org.sporos.samples;

import java.io.IOException;
import java.util.Arrays;
import java.util.Locale;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.param.DoubleParam;
import org.sporos.policy.RangePolicy;
import org.sporos.samples.picture.Plot;
import org.sporos.space.ExecutionSpace;
import org.sporos.view.DoubleView;

/** The smallest kernel, {@code y = a x + y}, and its memory bandwidth by the vector's length. */
public final class Axpy {
    private static final int SHORTEST = 1 << 10;
    private static final double BYTES = 1L << 30;

    private Axpy() {}

    /** Runs it: {@code --size=} elements of the longest vectors, {@code --space=}. */
    public static void main(String... args) throws IOException {
        Arguments arguments = Arguments.of(args, "size=4194304");
        int longest = Math.max(SHORTEST, arguments.number("size"));
        try (ExecutionSpace space = arguments.openSpace()) {
            Report report = new Report("Axpy", space);
            report.check("y is what plain Java computes", Arrays.equals(axpy(space, 1000), plain(1000)));
            int lengths = 1 + Integer.numberOfTrailingZeros(Integer.highestOneBit(longest / SHORTEST)) / 2;
            double[] elements = new double[lengths];
            double[] speeds = new double[lengths];
            for (int k = 0; k < lengths; k++) {
                int n = longest >> (2 * (lengths - 1 - k));
                elements[k] = n;
                speeds[k] = speed(space, n, report);
            }
            report.picture(
                    "axpy",
                    new Plot("elements of a vector", "memory read and written / (GB/s)")
                            .title("y = a x + y on " + space.name())
                            .logX()
                            .dots()
                            .curve(elements, speeds)
                            .draw());
            report.end();
        }
    }

    /** Returns y after two runs with two values of a. */
    static double[] axpy(ExecutionSpace space, int n) {
        DoubleParam a = DoubleParam.of("a", 0.5);
        try (DoubleView x = DoubleView.copyOf("x", space, ramp(n));
                DoubleView y = DoubleView.of("y", space, n);
                ExecutableGraph axpy = graph(a, x, y).instantiate(space)) {
            axpy.submit();
            a.set(0.1);
            axpy.submit();
            space.fence();
            return y.toArray();
        }
    }

    static Graph graph(DoubleParam a, DoubleView x, DoubleView y) {
        RangePolicy all = RangePolicy.of((int) x.size());
        return Graph.define(
                "axpy", root -> root.thenParallelFor("y += a x", all, i -> y.set(i, a.get() * x.get(i) + y.get(i))));
    }

    private static double speed(ExecutionSpace space, int n, Report report) {
        DoubleParam a = DoubleParam.of("a", 1e-3);
        try (DoubleView x = DoubleView.copyOf("x", space, ramp(n));
                DoubleView y = DoubleView.of("y", space, n);
                ExecutableGraph axpy = graph(a, x, y).instantiate(space)) {
            double bytes = 3.0 * Double.BYTES * n;
            int runs = (int) Math.max(10, Math.min(20_000, BYTES / bytes));
            seconds(space, axpy, runs);
            double seconds = seconds(space, axpy, runs);
            report.speed(String.format(Locale.ROOT, "runs of %,d elements", n), runs, seconds, bytes);
            return bytes * runs / seconds / 1e9;
        }
    }

    private static double seconds(ExecutionSpace space, ExecutableGraph graph, int runs) {
        long begin = System.nanoTime();
        for (int run = 0; run < runs; run++) {
            graph.submit();
        }
        space.fence();
        return (System.nanoTime() - begin) / 1e9;
    }

    static double[] plain(int n) {
        double[] y = new double[n];
        double[] x = ramp(n);
        for (int i = 0; i < n; i++) {
            y[i] = 0.5 * x[i] + y[i];
            y[i] = 0.1 * x[i] + y[i];
        }
        return y;
    }

    static double[] ramp(int n) {
        double[] x = new double[n];
        Arrays.setAll(x, i -> 1.0 / (i + 1));
        return x;
    }
}
