package org.sporos.samples;

import java.util.ArrayList;
import java.util.List;
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
import org.sporos.param.IntParam;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;
import org.sporos.view.IntView;

/** The time and the garbage of a submit and a fence of small graphs; run it with {@code -prof gc}. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class SubmitBenchmark {
    /** The shape of the graph. */
    @Param({"diamond", "chain of 100", "1-100-1", "diamond with a param"})
    public String shape = "diamond";

    /** The space that runs it. */
    @Param({"host,threads=1", "host,threads=2"})
    public String space = "host";

    private final IntParam step = IntParam.of("step", 0);
    private ExecutionSpace opened;
    private IntView count;
    private ExecutableGraph graph;

    /** Opens the space and prepares the graph. */
    @Setup
    public void open() {
        opened = ExecutionSpaces.open(space);
        count = IntView.of("count", opened);
        IntView counted = count;
        IntParam live = step;
        graph = Graph.define(shape, root -> {
                    switch (shape) {
                        case "chain of 100" -> chain(root, 100);
                        case "1-100-1" -> fan(root, 100);
                        case "diamond" -> fan(root, 2);
                        default -> fan(root.then("param", () -> counted.set(live.get())), 2);
                    }
                })
                .instantiate(opened);
    }

    private static void chain(NodeRef root, int nodes) {
        NodeRef last = root;
        for (int i = 0; i < nodes; i++) {
            last = last.then("node", () -> {});
        }
    }

    private static void fan(NodeRef root, int width) {
        NodeRef first = root.then("first", () -> {});
        List<NodeRef> middle = new ArrayList<>();
        for (int i = 0; i < width; i++) {
            middle.add(first.then("middle", () -> {}));
        }
        Graph.whenAll(middle).then("last", () -> {});
    }

    /** One submit and its end. */
    @Benchmark
    public void submit() {
        step.set(step.get() + 1);
        graph.submit();
        opened.fence();
    }

    /** Closes all. */
    @TearDown
    public void close() {
        graph.close();
        count.close();
        opened.close();
    }
}
