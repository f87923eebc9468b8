package org.sporos.samples;

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
import org.sporos.graph.UpdateResult;
import org.sporos.policy.RangePolicy;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;
import org.sporos.view.DoubleView;

/** The time to change an executable, beside that to define and instantiate its graph, and that of a submit. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class RebindBenchmark {
    private static final int N = 1000;

    /** The number of steps of the graph, which follow each other. */
    @Param({"4", "100"})
    public int nodes = 4;

    private ExecutionSpace space;
    private DoubleView from;
    private DoubleView to;
    private DoubleView other;
    private ExecutableGraph graph;
    private int calls;

    /** Opens the space and prepares the graph. */
    @Setup
    public void open() {
        space = ExecutionSpaces.open("host,threads=1");
        from = DoubleView.of("from", space, N);
        to = DoubleView.of("to", space, N);
        other = DoubleView.of("other", space, N);
        graph = graph(to, 1).instantiate(space);
    }

    private Graph graph(DoubleView result, double step) {
        DoubleView source = from;
        return Graph.define("steps", root -> {
            NodeRef last = root;
            for (int k = 0; k < nodes; k++) {
                last = last.thenParallelFor(
                        "step" + k,
                        RangePolicy.of(1, N - 1),
                        i -> result.set(i, result.get(i) + step * (source.get(i - 1) + source.get(i + 1))));
            }
        });
    }

    /** A graph defined anew becomes another executable. */
    @Benchmark
    public void instantiate() {
        calls++;
        graph(calls % 2 == 0 ? other : to, calls).instantiate(space).close();
    }

    /** Another view stands in the place of a captured one. */
    @Benchmark
    public void rebind() {
        calls++;
        graph.rebind(to, calls % 2 == 0 ? other : to);
    }

    /** A graph defined anew takes the place of the one before. */
    @Benchmark
    public UpdateResult update() {
        calls++;
        UpdateResult result = graph.update(graph(calls % 2 == 0 ? other : to, calls));
        if (!result.isDone()) {
            throw new IllegalStateException(result.toString());
        }
        return result;
    }

    /** A run with what is bound. */
    @Benchmark
    public void submit() {
        graph.submit();
        space.fence();
    }

    /** Closes all. */
    @TearDown
    public void close() {
        graph.close();
        from.close();
        to.close();
        other.close();
        space.close();
    }
}
