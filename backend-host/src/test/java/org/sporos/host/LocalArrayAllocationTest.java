package org.sporos.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sporos.reduce.Reducers.Custom;
import static org.sporos.reduce.Reducers.Max;
import static org.sporos.reduce.Reducers.MaxLoc;
import static org.sporos.reduce.Reducers.Min;
import static org.sporos.reduce.Reducers.Sum;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.function.BiConsumer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.NodeRef;
import org.sporos.graph.Scan;
import org.sporos.policy.LongRangePolicy;
import org.sporos.policy.MDRangePolicy;
import org.sporos.policy.RangePolicy;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;
import org.sporos.view.DoubleView;
import org.sporos.view.IntView;
import org.sporos.view.LongView;

/**
 * Kernels with local arrays allocate nothing for an index, in nodes of all kinds, also before the JVM has compiled
 * them.
 */
class LocalArrayAllocationTest {
    private static final int SMALL = 6000;
    private static final int LARGE = 48_000;
    /** Runs with many more indexes may allocate this much more: what a run itself costs is not the same each time. */
    private static final double MOST_BYTES_AN_INDEX = 0.1;

    /** Threads of the library that prepare code may allocate all through one attempt, on a machine under load. */
    private static final int ATTEMPTS = 5;

    /** What kernels work on. */
    private record Data(int n, DoubleView x, IntView q, DoubleView sum, LongView at) {}

    /** Replaced by local variables: all indexes are constants once loops are unrolled. */
    private static double constant(DoubleView x, int i) {
        double[] near = new double[8];
        int[] order = new int[4];
        for (int k = 0; k < 8; k++) {
            near[k] = x.get(i) + k;
            order[k / 2 & 3] = k;
        }
        double[] halves = new double[4];
        halve(near, halves);
        return halves[0] * halves[1] + halves[2] * order[3];
    }

    private static void halve(double[] from, double[] to) {
        for (int k = 0; k < 4; k++) {
            to[k] = 0.5 * (from[2 * k] + from[2 * k + 1]);
        }
    }

    /** In the scratch array: indexes are known only while it runs. */
    private static double sorted(DoubleView x, IntView q, int i) {
        double[] values = new double[6];
        byte[] marks = new byte[20];
        for (int k = 0; k < 6; k++) {
            int at = k;
            while (at > 0 && values[at - 1] > x.get(i) * k) {
                values[at] = values[at - 1];
                at--;
            }
            values[at] = x.get(i) * k;
            marks[Math.floorMod(q.get(i), 20)]++;
        }
        return values[q.get(i) & 3] + marks[Math.floorMod(q.get(i), 20)];
    }

    private enum Kind {
        FOR((root, d) -> {
            DoubleView x = d.x;
            IntView q = d.q;
            root.thenParallelFor("for", RangePolicy.of(d.n), i -> x.set(i, constant(x, i) + sorted(x, q, i)));
        }),
        LONG_FOR((root, d) -> {
            DoubleView x = d.x;
            IntView q = d.q;
            root.thenParallelFor("far", LongRangePolicy.of(d.n), i -> x.set((int) i, sorted(x, q, (int) i)));
        }),
        MERGED((root, d) -> {
            DoubleView x = d.x;
            IntView q = d.q;
            root.thenParallelFor("one", RangePolicy.of(d.n), i -> x.set(i, constant(x, i)))
                    .thenParallelFor("two", RangePolicy.of(d.n), i -> x.set(i, sorted(x, q, i)));
        }),
        BOX((root, d) -> {
            DoubleView x = d.x;
            IntView q = d.q;
            MDRangePolicy box = MDRangePolicy.of(d.n / 6, 2, 3);
            root.thenParallelFor("box", box, (i, j, k) -> {
                int at = 6 * i + 3 * j + k;
                x.set(at, sorted(x, q, at));
            });
        }),
        REDUCE((root, d) -> {
            DoubleView x = d.x;
            IntView q = d.q;
            root.thenParallelReduce(
                    "reduce", RangePolicy.of(d.n), Min.into(d.sum, i -> constant(x, i)), Max.into(d.at, i ->
                            (long) sorted(x, q, i)));
        }),
        LOCATION((root, d) -> {
            DoubleView x = d.x;
            IntView q = d.q;
            root.thenParallelReduce("place", RangePolicy.of(d.n), MaxLoc.into(d.sum, d.at, i -> sorted(x, q, i)));
        }),
        CUSTOM((root, d) -> {
            DoubleView x = d.x;
            root.thenParallelReduce(
                    "custom", RangePolicy.of(d.n), Custom.into(d.sum, 0, (a, b) -> a + b, i -> constant(x, i)));
        }),
        BOX_REDUCE((root, d) -> {
            DoubleView x = d.x;
            IntView q = d.q;
            root.thenParallelReduce(
                    "box", MDRangePolicy.of(d.n / 3, 3), Sum.into(d.sum, (i, j) -> sorted(x, q, 3 * i + j)));
        }),
        SCAN((root, d) -> {
            DoubleView x = d.x;
            IntView q = d.q;
            root.thenParallelScan(
                    "scan",
                    RangePolicy.of(d.n),
                    i -> sorted(x, q, i),
                    (i, s) -> x.set(i, s + constant(x, i) + sorted(x, q, i)),
                    Scan.inclusiveDouble());
        });

        private final BiConsumer<NodeRef, Data> define;

        Kind(BiConsumer<NodeRef, Data> define) {
            this.define = define;
        }
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void kernels_with_local_arrays_allocate_nothing_for_an_index(Kind kind) {
        for (int threads : new int[] {1, 2}) {
            double least = Double.MAX_VALUE;
            for (int attempt = 0; attempt < ATTEMPTS && least >= MOST_BYTES_AN_INDEX; attempt++) {
                double few = bytes(kind, SMALL, threads);
                double many = bytes(kind, LARGE, threads);
                least = Math.min(least, (many - few) / (LARGE - SMALL));
            }
            assertThat(least)
                    .as("%s on %d threads: bytes an index", kind, threads)
                    .isLessThan(MOST_BYTES_AN_INDEX);
        }
    }

    /** Returns what a run of a kernel allocates on all threads: the least of some. */
    private static double bytes(Kind kind, int n, int threads) {
        try (ExecutionSpace space = ExecutionSpaces.open("host,kernels=bytecode,threads=" + threads);
                DoubleView x = DoubleView.of("x", space, n);
                IntView q = IntView.of("q", space, n);
                DoubleView sum = DoubleView.of("sum", space);
                LongView at = LongView.of("at", space)) {
            Graph graph = Graph.define("arrays", root -> kind.define.accept(root, new Data(n, x, q, sum, at)));
            try (ExecutableGraph exec = graph.instantiate(space)) {
                assertThat(exec.explain()).contains("code: bytecode").doesNotContain("code: loop");
                double least = Double.MAX_VALUE;
                for (int run = 0; run < 6; run++) {
                    long before = allocated();
                    exec.submit();
                    space.fence();
                    least = Math.min(least, allocated() - before);
                }
                return least;
            }
        }
    }

    private static long allocated() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long sum = 0;
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            if (thread == Thread.currentThread() || thread.getName().startsWith("sporos")) {
                sum += Math.max(0, threads.getThreadAllocatedBytes(thread.getId()));
            }
        }
        return sum;
    }
}
