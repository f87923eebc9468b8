package org.sporos.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.sporos.reduce.Reducers.Max;
import static org.sporos.reduce.Reducers.Min;
import static org.sporos.reduce.Reducers.MinLoc;
import static org.sporos.reduce.Reducers.Sum;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.GraphRunException;
import org.sporos.host.natives.NativeCompileQueue;
import org.sporos.policy.IndexSet;
import org.sporos.policy.LongRangePolicy;
import org.sporos.policy.MDRangePolicy;
import org.sporos.policy.RangePolicy;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;
import org.sporos.view.DoubleView;
import org.sporos.view.FloatView;
import org.sporos.view.IntView;
import org.sporos.view.LongView;

/**
 * Loops and reductions over elements at indexes that are loaded: native code asks for the indexes of many work items
 * first. The property {@code sporos.fuzz.seed} repeats a run.
 */
class LoadedIndexesRunTest {
    private static final int[] SIZES = {1, 31, 33, 2047, 2048, 2049, 7000};

    private final long seed = Long.getLong("sporos.fuzz.seed", new Random().nextLong());

    @BeforeEach
    void compiler() {
        assumeTrue(NativeCompileQueue.isPossible(), "no C++ compiler here");
    }

    /** Reductions over a list of places, with results of all kinds. */
    private static final class Sums implements AutoCloseable {
        private final ExecutionSpace space;
        private final Graph graph;
        private final DoubleView x;
        private final FloatView y;
        private final IntView at;
        private final LongView far;
        private final DoubleView sum;
        private final DoubleView most;
        private final FloatView least;
        private final LongView where;
        private final DoubleView box;
        private final LongView total;
        private final DoubleView own;
        private final FloatView scaled;

        Sums(String spec, int n, int m) {
            space = ExecutionSpaces.open(spec);
            x = DoubleView.of("x", space, m);
            y = FloatView.of("y", space, m + 3);
            at = IntView.of("at", space, n);
            far = LongView.of("far", space, n);
            sum = DoubleView.of("sum", space);
            most = DoubleView.of("most", space);
            least = FloatView.of("least", space);
            where = LongView.of("where", space);
            box = DoubleView.of("box", space);
            total = LongView.of("total", space);
            own = DoubleView.of("own", space, n);
            scaled = FloatView.of("scaled", space, n);
            graph = Graph.define("sums", root -> {
                root.thenParallelReduce(
                        "two",
                        RangePolicy.of(n),
                        Sum.into(sum, i -> x.get(at.get(i)) * y.get(at.get(i))),
                        Max.into(most, i -> {
                            double d = x.get(at.get(i)) - 0.5;
                            return d > 0.1 ? Math.sqrt(d) / (x.get((int) far.get(i)) + 2) : -d;
                        }));
                root.thenParallelFor("own", RangePolicy.of(n), i -> {
                            double there = x.get(at.get(i));
                            own.set(i, own.get(i) + (there > 0.3 ? 1 / there : -2 * there));
                        })
                        .thenParallelFor(
                                "scaled",
                                RangePolicy.of(n),
                                i -> scaled.set(i, (float) own.get(i) * y.get(far.get(i))));
                root.thenParallelReduce("least", RangePolicy.of(n), Min.into(least, i -> y.get(far.get(i))));
                root.thenParallelReduce(
                        "where",
                        LongRangePolicy.of(5, 5 + n),
                        MinLoc.intoLongRange(box, where, i -> x.get(at.get((int) i - 5)) + (i & 7)));
                root.thenParallelReduce(
                        "rows",
                        MDRangePolicy.of(1, n),
                        Sum.into(total, (i, j) -> (long) (100 * x.get(at.get(j))) << (j & 3)));
            });
        }

        void fill(long seed) {
            own.assign(new double[(int) own.size()]);
            Random random = new Random(seed);
            for (int k = 0; k < (int) x.size(); k++) {
                x.set(k, random.nextInt(50) == 0 ? Double.NaN : random.nextDouble());
            }
            for (int k = 0; k < (int) y.size(); k++) {
                y.set(k, random.nextFloat() - 0.5f);
            }
            for (int k = 0; k < (int) at.size(); k++) {
                at.set(k, random.nextInt((int) x.size()));
                far.set(k, random.nextInt((int) x.size()));
            }
        }

        /** Returns the bits of all results, or the message of the failure. */
        List<Object> run() {
            try (ExecutableGraph exec = graph.instantiate(space)) {
                exec.submit();
                GraphRunException failure = catchThrowableOfType(GraphRunException.class, space::fence);
                if (failure != null) {
                    return List.of(failure.getMessage());
                }
                List<Object> all = new ArrayList<>(List.of(
                        Double.doubleToLongBits(sum.get()),
                        Double.doubleToLongBits(most.get()),
                        Float.floatToIntBits(least.get()),
                        Double.doubleToLongBits(box.get()),
                        where.get(),
                        total.get()));
                for (double value : own.toArray()) {
                    all.add(Double.doubleToLongBits(value));
                }
                for (float value : scaled.toArray()) {
                    all.add(Float.floatToIntBits(value));
                }
                return all;
            }
        }

        @Override
        public void close() {
            space.close();
        }
    }

    @Test
    void results_have_the_bits_of_checked_code() {
        Random random = new Random(seed);
        for (int n : SIZES) {
            int m = 1 + random.nextInt(300);
            long data = random.nextLong();
            List<Object> expected = run("host,threads=1,kernels=loop", n, m, data);
            assertThat(expected).hasSizeGreaterThan(1);
            for (String spec : new String[] {"host,threads=1,kernels=native", "host,threads=2,kernels=native"}) {
                assertThat(run(spec, n, m, data))
                        .as("%s, n = %s, m = %s, seed %s", spec, n, m, seed)
                        .isEqualTo(expected);
            }
        }
    }

    private static List<Object> run(String spec, int n, int m, long data) {
        try (Sums sums = new Sums(spec, n, m)) {
            sums.fill(data);
            return sums.run();
        }
    }

    @Test
    void an_index_outside_is_reported_as_checked_code_reports_it_and_the_next_run_is_right() {
        Random random = new Random(seed);
        int n = 7000;
        int m = 100;
        long data = random.nextLong();
        List<Object> right = run("host,threads=1,kernels=loop", n, m, data);
        for (int outside : new int[] {m, -1, Integer.MIN_VALUE, Integer.MAX_VALUE}) {
            int item = random.nextInt(n);
            List<List<Object>> found = new ArrayList<>();
            for (String code : new String[] {"loop", "native"}) {
                try (Sums sums = new Sums("host,threads=1,kernels=" + code, n, m)) {
                    sums.fill(data);
                    sums.at.set(item, outside);
                    found.add(sums.run());
                    sums.fill(data);
                    assertThat(sums.run()).as("seed %s", seed).isEqualTo(right);
                }
            }
            assertThat(found.get(0).toString()).contains("(" + outside + ")", "work item " + item + ":");
            assertThat(found.get(1)).as("seed %s", seed).isEqualTo(found.get(0));
        }
    }

    @Test
    void a_view_without_elements_has_none_to_load() {
        for (String code : new String[] {"loop", "native"}) {
            try (ExecutionSpace space = ExecutionSpaces.open("host,threads=1,kernels=" + code);
                    DoubleView none = DoubleView.of("none", space, 0);
                    IntView at = IntView.of("at", space, 100);
                    DoubleView sum = DoubleView.of("sum", space);
                    ExecutableGraph exec = Graph.define(
                                    "none",
                                    root -> root.thenParallelReduce(
                                            "sum", RangePolicy.of(100), Sum.into(sum, i -> none.get(at.get(i)))))
                            .instantiate(space)) {
                exec.submit();
                assertThat(catchThrowableOfType(GraphRunException.class, space::fence))
                        .hasMessageContaining("index (0) is outside of view 'none' of extents [0]");
            }
        }
    }

    @Test
    void listed_indexes_are_asked_for_too() {
        int n = 3000;
        IndexSet third = IndexSet.of(
                java.util.stream.IntStream.range(0, n).filter(i -> i % 3 == 0).toArray());
        try (ExecutionSpace space = ExecutionSpaces.open("host,threads=1,kernels=native");
                DoubleView x = DoubleView.of("x", space, 7);
                IntView at = IntView.of("at", space, n);
                DoubleView sum = DoubleView.of("sum", space);
                ExecutableGraph exec = Graph.define(
                                "listed",
                                root -> root.thenParallelReduce(
                                        "sum", third, Sum.into(sum, i -> x.get(at.get(i)) + (i & 1))))
                        .instantiate(space)) {
            x.assign(1, 2, 3, 4, 5, 6, 7);
            double expected = 0;
            for (int i = 0; i < n; i++) {
                at.set(i, i % 7);
                expected += i % 3 == 0 ? 1 + i % 7 + (i & 1) : 0;
            }
            exec.submit();
            space.fence();
            assertThat(sum.get()).isEqualTo(expected);
        }
    }
}
