package org.sporos.samples;

import static org.sporos.reduce.Reducers.Sum;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.NodeRef;
import org.sporos.policy.MDRangePolicy;
import org.sporos.policy.RangePolicy;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;
import org.sporos.view.DoubleView;
import org.sporos.view.Views;

/**
 * The time and the garbage of a submit and a fence of one kernel on host, in each kind of code; run it with
 * {@code -prof gc}.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class KernelBenchmark {
    /** The kernel. */
    @Param({"axpy", "triad", "dot", "five-point", "chain of 10 axpy"})
    public String kernel = "axpy";

    /** The kind of its code. */
    @Param({"loop", "bytecode", "native", "auto"})
    public String tier = "auto";

    /** The number of elements; the five-point stencil takes a square of about as many. */
    @Param({"16384", "4000000"})
    public int size = 16384;

    private ExecutionSpace space;
    private DoubleView x;
    private DoubleView y;
    private DoubleView z;
    private DoubleView sum;
    private ExecutableGraph graph;

    /** Opens a space of two threads and prepares the graph. */
    @Setup
    public void open() {
        space = ExecutionSpaces.open("host,threads=2,kernels=" + tier);
        int side = (int) Math.sqrt(size);
        boolean square = kernel.equals("five-point");
        x = square ? DoubleView.of("x", space, side, side) : DoubleView.of("x", space, size);
        y = square ? DoubleView.of("y", space, side, side) : DoubleView.of("y", space, size);
        z = DoubleView.of("z", space, square ? 0 : size);
        sum = DoubleView.of("sum", space);
        Views.fill(x, 1);
        Views.fill(y, 2);
        graph = Graph.define(kernel, root -> {
                    switch (kernel) {
                        case "axpy" -> axpy(root, x, y, size, 1e-9);
                        case "triad" -> triad(root, x, y, z, size);
                        case "dot" -> dot(root, x, y, sum, size);
                        case "five-point" -> fivePoint(root, x, y, side);
                        default -> chain(root, x, y, size);
                    }
                })
                .instantiate(space);
    }

    private static NodeRef axpy(NodeRef at, DoubleView x, DoubleView y, int n, double a) {
        return at.thenParallelFor("axpy", RangePolicy.of(n), i -> y.set(i, y.get(i) + a * x.get(i)));
    }

    private static void triad(NodeRef at, DoubleView x, DoubleView y, DoubleView z, int n) {
        at.thenParallelFor("triad", RangePolicy.of(n), i -> z.set(i, x.get(i) + 3 * y.get(i)));
    }

    private static void dot(NodeRef at, DoubleView x, DoubleView y, DoubleView sum, int n) {
        at.thenParallelReduce("dot", RangePolicy.of(n), Sum.into(sum, i -> x.get(i) * y.get(i)));
    }

    private static void fivePoint(NodeRef at, DoubleView x, DoubleView y, int m) {
        MDRangePolicy inside = MDRangePolicy.of(m, m).interior(1);
        at.thenParallelFor("five-point", inside, (i, j) -> {
            double around = x.get(i - 1, j) + x.get(i + 1, j) + x.get(i, j - 1) + x.get(i, j + 1);
            y.set(i, j, x.get(i, j) + 0.1 * (around - 4 * x.get(i, j)));
        });
    }

    private static void chain(NodeRef root, DoubleView x, DoubleView y, int n) {
        NodeRef last = root;
        for (int k = 1; k <= 10; k++) {
            last = axpy(last, x, y, n, 1e-9 * k);
        }
    }

    /** One submit and its end. */
    @Benchmark
    public void submit() {
        graph.submit();
        space.fence();
    }

    /** Closes all. */
    @TearDown
    public void close() {
        graph.close();
        x.close();
        y.close();
        z.close();
        sum.close();
        space.close();
    }
}
