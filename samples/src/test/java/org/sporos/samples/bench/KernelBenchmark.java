package org.sporos.samples.bench;

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
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;

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
    @Param({"axpy", "triad", "dot", "five-point", "chain-of-10-axpy"})
    public String kernel = "axpy";

    /** The kind of its code. */
    @Param({"loop", "bytecode", "native", "auto"})
    public String tier = "auto";

    /** The number of elements; the five-point stencil takes a square of about as many. */
    @Param({"16384", "4000000"})
    public int size = 16384;

    private ExecutionSpace space;
    private Kernels views;
    private ExecutableGraph graph;

    /** Opens a space of two threads and prepares the graph. */
    @Setup
    public void open() {
        space = ExecutionSpaces.open("host,threads=2,kernels=" + tier);
        views = new Kernels(space);
        int length = kernel.equals("five-point") ? (int) Math.sqrt(size) : size;
        graph = ComparedKernels.all().stream()
                .filter(compared -> compared.name().equals(kernel))
                .findFirst()
                .orElseThrow()
                .graph()
                .make(views, length)
                .instantiate(space);
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
        views.close();
        space.close();
    }
}
