package org.sporos.host.compare;

import java.util.ArrayList;
import java.util.List;
import org.sporos.graph.ExecutableGraph;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;

/** A kernel of this JVM in one tier of code, in a space of its own. */
final class MeasuredKernel implements AutoCloseable {
    private final ExecutionSpace space;
    private final ExecutableGraph graph;

    MeasuredKernel(ComparedKernels.Case kernel, String tier, int threads) {
        space = ExecutionSpaces.open("host,threads=" + threads + ",kernels=" + tier);
        graph = kernel.graph().make(space, kernel.size()).instantiate(space);
    }

    /** Returns the median or shortest time of a submit and a fence in ns. */
    double time(int millis, boolean best) {
        List<Double> times = new ArrayList<>();
        long end = System.nanoTime() + millis * 1_000_000L;
        while (System.nanoTime() < end) {
            long before = System.nanoTime();
            graph.submit();
            space.fence();
            times.add((double) (System.nanoTime() - before));
        }
        return best ? times.stream().mapToDouble(t -> t).min().orElseThrow() : median(times);
    }

    static double median(List<Double> values) {
        List<Double> sorted = values.stream().sorted().toList();
        return sorted.get(sorted.size() / 2);
    }

    @Override
    public void close() {
        graph.close();
        space.close();
    }
}
