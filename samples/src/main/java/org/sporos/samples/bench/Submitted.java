package org.sporos.samples.bench;

import java.util.function.Supplier;
import org.sporos.graph.ExecutableGraph;
import org.sporos.space.ExecutionSpace;

/** A code as a graph. */
final class Submitted implements Code {
    private final ExecutionSpace space;
    private final ExecutableGraph graph;
    private final Supplier<double[]> result;
    private final Runnable closing;

    /**
     * Creates a code.
     *
     * @param graph the executable, closed with this
     * @param closing closes the views
     */
    Submitted(ExecutionSpace space, ExecutableGraph graph, Supplier<double[]> result, Runnable closing) {
        this.space = space;
        this.graph = graph;
        this.result = result;
        this.closing = closing;
    }

    @Override
    public void run() {
        graph.submit();
        space.fence();
    }

    @Override
    public double[] solution() {
        return result.get();
    }

    @Override
    public void close() {
        graph.close();
        closing.run();
    }
}
