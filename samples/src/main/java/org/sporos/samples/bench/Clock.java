package org.sporos.samples.bench;

import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleSupplier;
import org.sporos.graph.ExecutableGraph;
import org.sporos.space.ExecutionSpace;

/** Times of executables in microseconds, and medians of times. */
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
        return batch(space, RUNS, graph::submit);
    }

    /** Returns the time of one of several submits before a fence. */
    static double batch(ExecutionSpace space, int times, Runnable submit) {
        long begin = System.nanoTime();
        for (int k = 0; k < times; k++) {
            submit.run();
        }
        space.fence();
        return (System.nanoTime() - begin) * MICRO / times;
    }

    /** Returns a submit and a fence. */
    static Runnable submitted(ExecutionSpace space, ExecutableGraph graph) {
        return () -> {
            graph.submit();
            space.fence();
        };
    }

    /** Repeats work until the JVM has compiled it. */
    static void warmUp(long nanos, DoubleSupplier once) {
        long end = System.nanoTime() + nanos;
        double unused;
        do {
            unused = once.getAsDouble();
        } while (System.nanoTime() < end);
    }

    static double median(double... values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }

    static double median(List<Double> values) {
        return median(values.stream().mapToDouble(value -> value).toArray());
    }

    /** Returns the median of the ratios of each round: what slows one round slows both. */
    static double ratio(List<Double> one, List<Double> other) {
        double[] ratios = new double[one.size()];
        Arrays.setAll(ratios, round -> one.get(round) / other.get(round));
        return median(ratios);
    }
}
