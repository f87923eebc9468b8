package org.sporos.samples.bench;

import org.sporos.graph.ExecutableGraph;
import org.sporos.space.ExecutionSpace;

/** The times of an executable, in microseconds. */
final class Clock {
    private static final double MICRO = 1e-3;
    private static final int RUNS = 10;

    private Clock() {}

    /** Returns the time of the call that submits, on an idle space. */
    static double call(ExecutionSpace space, ExecutableGraph graph) {
        long begin = System.nanoTime();
        graph.submit();
        long end = System.nanoTime();
        space.fence();
        return (end - begin) * MICRO;
    }

    /** Returns the time from before the submit until after the fence. */
    static double total(ExecutionSpace space, ExecutableGraph graph) {
        long begin = System.nanoTime();
        graph.submit();
        space.fence();
        return (System.nanoTime() - begin) * MICRO;
    }

    /** Returns the time of one of ten runs between two fences. */
    static double run(ExecutionSpace space, ExecutableGraph graph) {
        long begin = System.nanoTime();
        for (int k = 0; k < RUNS; k++) {
            graph.submit();
        }
        space.fence();
        return (System.nanoTime() - begin) * MICRO / RUNS;
    }
}
