package org.sporos.trace;

import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;
import org.jspecify.annotations.Nullable;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.Profile.Ceilings;
import org.sporos.graph.Profile.ProfiledLaunch;
import org.sporos.policy.RangePolicy;
import org.sporos.space.ExecutionSpace;
import org.sporos.view.DoubleView;

/**
 * Measures the rates of a triad and of a loop of fused multiply-adds, once for each space. Thread-safe.
 *
 * <p>Source: J. McCalpin, Memory Bandwidth and Machine Balance in Current High Performance Computers, 1995 (STREAM).
 */
final class SpaceCeilings {
    private static final Map<ExecutionSpace, Ceilings> KNOWN = Collections.synchronizedMap(new WeakHashMap<>());

    /** The elements of an array of the triad: three arrays are 192 MiB. */
    private static final int TRIAD = 1 << 23;

    private static final int PASSES = 256;
    private static final int FEWEST_ITEMS = 1 << 10;
    private static final int MOST_ITEMS = 1 << 20;
    /** A launch that takes so long is measured well by any clock. */
    private static final long LONG_NANOS = 20_000_000;

    private static final int RUNS = 4;
    /** The time in which code becomes as fast as it will: on host C++ of a loop arrives within a second. */
    private static final long SETTLE_NANOS = 2_000_000_000;

    private static final long SHORT_NANOS = 100_000_000;

    private SpaceCeilings() {}

    /** Returns the rates of a space if they were measured. */
    static @Nullable Ceilings known(ExecutionSpace space) {
        return KNOWN.get(space);
    }

    /** Returns the rates of a space. */
    static Ceilings of(ExecutionSpace space) {
        Ceilings known = known(space);
        if (known == null) {
            known = new Ceilings(triad(space), fma(space));
            KNOWN.put(space, known);
        }
        return known;
    }

    private static double triad(ExecutionSpace space) {
        try (DoubleView a = DoubleView.of("a", space, TRIAD);
                DoubleView b = DoubleView.of("b", space, TRIAD);
                DoubleView c = DoubleView.of("c", space, TRIAD)) {
            Graph triad = Graph.define(
                    "triad",
                    root -> root.thenParallelFor(
                            "triad", RangePolicy.of(TRIAD), i -> a.set(i, b.get(i) + 3.0 * c.get(i))));
            return fastest(triad, space, SETTLE_NANOS).gigabytesPerSecond();
        }
    }

    /** Takes more items until a launch is long: a CPU without the instruction is slower by orders of magnitude. */
    private static double fma(ExecutionSpace space) {
        double best = 0;
        try (DoubleView x = DoubleView.of("x", space, MOST_ITEMS)) {
            int items = FEWEST_ITEMS;
            for (long settle : new long[] {SHORT_NANOS, SETTLE_NANOS}) {
                ProfiledLaunch launch = fastest(chains(x, items), space, settle);
                while (launch.times().median() < LONG_NANOS && items < MOST_ITEMS) {
                    items = Math.min(MOST_ITEMS, 4 * items);
                    launch = fastest(chains(x, items), space, settle);
                }
                best = Math.max(best, launch.gigaflopsPerSecond());
            }
            return best;
        }
    }

    private static Graph chains(DoubleView x, int items) {
        return Graph.define(
                "fma",
                root -> root.thenParallelFor("fma", RangePolicy.of(items), i -> {
                    double p = x.get(i);
                    double q = p + 1;
                    double r = p + 2;
                    double s = p + 3;
                    for (int k = 0; k < PASSES; k++) {
                        p = Math.fma(p, 0.5, 1.0);
                        q = Math.fma(q, 0.5, 1.0);
                        r = Math.fma(r, 0.5, 1.0);
                        s = Math.fma(s, 0.5, 1.0);
                    }
                    x.set(i, p + q + r + s);
                }));
    }

    /** Returns the shortest median of profiles that are made for some time. */
    private static ProfiledLaunch fastest(Graph graph, ExecutionSpace space, long settle) {
        long begin = System.nanoTime();
        try (ExecutableGraph executable = graph.instantiate(space)) {
            ProfiledLaunch fastest = launch(executable);
            while (System.nanoTime() - begin < settle) {
                ProfiledLaunch next = launch(executable);
                fastest = next.times().median() < fastest.times().median() ? next : fastest;
            }
            return fastest;
        }
    }

    private static ProfiledLaunch launch(ExecutableGraph executable) {
        return executable.profile(RUNS).launches().get(0);
    }
}
