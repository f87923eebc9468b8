package org.sporos.samples.bench;

import java.util.function.Supplier;
import org.sporos.graph.ExecutableGraph;
import org.sporos.space.ExecutionSpace;

/**
 * A code as a graph.
 *
 * @param graph the executable, closed with this
 * @param closing closes the views
 */
record Submitted(ExecutionSpace space, ExecutableGraph graph, Supplier<double[]> result, Runnable closing)
        implements Code {
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
