package org.sporos.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.sporos.reduce.Reducers.Sum;

import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sporos.contract.Patience;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.InstantiateOption;
import org.sporos.graph.NodeRef;
import org.sporos.graph.Scan;
import org.sporos.host.natives.NativeCompileQueue;
import org.sporos.policy.MDRangePolicy;
import org.sporos.policy.RangePolicy;
import org.sporos.policy.TeamPolicy;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;
import org.sporos.view.DoubleView;
import org.sporos.view.IntView;

/**
 * In the default mode kernels get C++ once they have worked for a while, however few indexes they have, and explain()
 * says so.
 */
class AutoTierTest {
    private static final String WAITS = "no C++ yet: ";

    private static ExecutionSpace space(int threads) {
        assumeTrue(NativeCompileQueue.isPossible(), "no C++ compiler here");
        return ExecutionSpaces.open("host,threads=" + threads + ",kernels=auto");
    }

    private static double roots(double x, int n) {
        double sum = 0;
        for (int k = 0; k < n; k++) {
            sum += Math.sqrt(x + k);
        }
        return sum;
    }

    private static List<String> codes(ExecutableGraph exec) {
        return exec.explain()
                .lines()
                .filter(line -> line.contains("code: ") && line.contains("parallel"))
                .toList();
    }

    /** Submits until all kernels have been timed in C++. */
    private static void submitUntilTried(ExecutionSpace space, ExecutableGraph exec) {
        until(() -> {
            for (int run = 0; run < 20; run++) {
                exec.submit();
            }
            space.fence();
            return codes(exec).stream().allMatch(line -> line.matches(".*bytecode [0-9.]+ ns, native [0-9.]+ ns.*"));
        });
    }

    private static void until(BooleanSupplier condition) {
        long end = System.nanoTime() + Patience.SECONDS * 1_000_000_000L;
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as("patience").isLessThan(end);
        }
    }

    /** Each index takes some microseconds, so that 2^29 of them would take an hour. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void a_kernel_of_few_indexes_that_take_long_is_tried_in_cpp(int threads) {
        int n = 2000;
        try (ExecutionSpace space = space(threads)) {
            DoubleView x = DoubleView.of("x", space, n);
            Graph graph = Graph.define(
                    "roots", root -> root.thenParallelFor("roots", RangePolicy.of(n), i -> x.set(i, roots(i, 2000))));
            try (ExecutableGraph exec = graph.instantiate(space)) {
                assertThat(codes(exec).get(0))
                        .contains("code: bytecode; ")
                        .endsWith("; no C++ yet: 0.0 s of 0.5 s of work done");
                submitUntilTried(space, exec);
                assertThat(codes(exec).get(0)).doesNotContain("no C++");
                assertThat(x.get(7)).isEqualTo(roots(7, 2000));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void boxes_reductions_and_merged_loops_are_tried_in_cpp_together(int threads) {
        int n = 300;
        try (ExecutionSpace space = space(threads)) {
            DoubleView x = DoubleView.of("x", space, n, n);
            DoubleView y = DoubleView.of("y", space, (long) n * n);
            DoubleView sum = DoubleView.of("sum", space);
            Graph graph = Graph.define("all", root -> {
                NodeRef box = root.thenParallelFor(
                        "box",
                        MDRangePolicy.of(new int[] {1, 1}, new int[] {n - 1, n - 1}),
                        (i, j) -> x.set(i, j, i + j + Math.sqrt(x.get(i, j - 1))));
                box.thenParallelFor("one", RangePolicy.of(n * n), i -> y.set(i, i))
                        .thenParallelFor("two", RangePolicy.of(n * n), i -> y.set(i, y.get(i) / 3))
                        .thenParallelReduce("sum", RangePolicy.of(n * n), Sum.into(sum, i -> y.get(i)));
            });
            try (ExecutableGraph exec =
                    graph.instantiate(space, InstantiateOption.relax("G102"), InstantiateOption.relax("G110"))) {
                exec.submit();
                space.fence();
                double first = sum.get();
                submitUntilTried(space, exec);
                assertThat(sum.get()).isEqualTo(first);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void long_contributions_and_scans_are_tried_in_cpp(int threads) {
        int n = 10_000;
        try (ExecutionSpace space = space(threads)) {
            DoubleView x = DoubleView.of("x", space, n);
            DoubleView sum = DoubleView.of("sum", space);
            Graph graph = Graph.define(
                    "rows",
                    root -> root.thenParallelScan(
                                    "scan",
                                    RangePolicy.of(n),
                                    i -> roots(i, 20),
                                    (i, before) -> x.set(i, roots(before, 30)),
                                    Scan.exclusiveDouble())
                            .thenParallelReduce(
                                    "box",
                                    MDRangePolicy.of(100, 100),
                                    Sum.into(sum, (i, j) -> roots(x.get(100 * i + j), 20))));
            try (ExecutableGraph exec = graph.instantiate(space)) {
                exec.submit();
                space.fence();
                double first = sum.get();
                submitUntilTried(space, exec);
                String both = "bytecode [0-9.]+ ns, native [0-9.]+ ns an index";
                until(() -> {
                    exec.submit();
                    space.fence();
                    return codes(exec).get(0).matches(".*; " + both);
                });
                assertThat(sum.get()).isEqualTo(first);
            }
        }
    }

    /** The run ends once explain() has seen that C++ was tried in it. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void one_long_run_gets_cpp_while_it_goes_on(int threads) {
        int n = 100;
        try (ExecutionSpace space = space(threads)) {
            DoubleView x = DoubleView.of("x", space, n);
            IntView stop = IntView.of("stop", space);
            IntView passes = IntView.of("passes", space);
            Graph body = Graph.define("body", root -> {
                root.thenParallelFor("roots", RangePolicy.of(n), i -> x.set(i, roots(i, 300)));
                root.then("count", () -> passes.set(passes.get() + 1));
            });
            Graph graph = Graph.define("long", root -> root.thenWhile("loop", () -> stop.get() == 0, body));
            try (ExecutableGraph exec = graph.instantiate(space)) {
                exec.submit();
                try {
                    until(() -> codes(exec).get(0).contains("native "));
                } finally {
                    stop.allocation().bits(0, 1);
                }
                space.fence();
                assertThat(passes.get()).isPositive();
                assertThat(x.get(7)).isEqualTo(roots(7, 300));
            }
        }
    }

    @Test
    void a_library_that_was_kept_is_taken_before_half_a_second_of_work() {
        int n = 1000;
        try (ExecutionSpace space = space(1)) {
            DoubleView x = DoubleView.of("x", space, n);
            Graph graph = Graph.define(
                    "kept", root -> root.thenParallelFor("kept", RangePolicy.of(n), i -> x.set(i, roots(i, 77))));
            try (ExecutionSpace asks = ExecutionSpaces.open("host,threads=1,kernels=native");
                    ExecutableGraph exec = graph.instantiate(asks)) {
                assumeTrue(codes(exec).get(0).contains("code: native"), "the compiler does not work");
            }
            try (ExecutableGraph exec = graph.instantiate(space)) {
                Function<String, String> work = line -> line.replaceAll(".*no C\\+\\+ yet: ([0-9.]+) s of.*", "$1");
                double most = 0;
                for (String line = codes(exec).get(0);
                        line.contains(WAITS);
                        line = codes(exec).get(0)) {
                    assertThat(line).contains(" of 0.5 s of work done");
                    most = Double.parseDouble(work.apply(line));
                    exec.submit();
                    space.fence();
                    // The cache is looked into in the background.
                    LockSupport.parkNanos(1_000_000);
                }
                assertThat(most).isLessThan(0.5);
            }
        }
    }

    @Test
    void explain_says_why_teams_and_reductions_to_what_they_read_have_no_cpp() {
        try (ExecutionSpace space = ExecutionSpaces.open("host,threads=2,kernels=auto");
                DoubleView x = DoubleView.of("x", space, 64);
                DoubleView sum = DoubleView.of("sum", space);
                DoubleView total = DoubleView.of("total", space)) {
            Graph graph = Graph.define("why", root -> {
                root.thenParallelFor("team", TeamPolicy.of(8, 8), member -> {
                    int i = member.leagueRank() * 8 + member.teamRank();
                    x.set(i, i);
                });
                root.thenParallelReduce(
                        "box", MDRangePolicy.of(new int[] {0, 0}, new int[] {8, 8}), Sum.into(sum, (i, j) -> i + j));
                root.thenParallelReduce("again", RangePolicy.of(20_000), Sum.into(total, i -> i * total.get()));
            });
            try (ExecutableGraph exec = graph.instantiate(space)) {
                List<String> codes = codes(exec);
                assertThat(codes.get(0)).contains("code: loop; no C++: the lambda of a team is called as it is");
                assertThat(codes.get(1)).contains("code: bytecode; ", "no C++ yet: 0.0 s of 0.5 s of work done");
                assertThat(codes.get(2))
                        .endsWith("code: bytecode; no C++: Java code folds the tiles of a reduction to what it reads");
            }
        }
    }

    @Test
    void explain_says_why_one_thread_does_the_runs() {
        for (int threads = 1; threads <= 2; threads++) {
            try (ExecutionSpace space = ExecutionSpaces.open("host,threads=" + threads);
                    DoubleView x = DoubleView.of("x", space, 100_000)) {
                Graph graph = Graph.define(
                        "one",
                        root -> root.thenParallelFor(
                                "one", RangePolicy.of(100_000).withChunk(100_000), i -> x.set(i, roots(i, 20))));
                try (ExecutableGraph exec = graph.instantiate(space)) {
                    assertThat(exec.explain()).contains("1 units; not run yet\n");
                    exec.submit();
                    space.fence();
                    assertThat(exec.explain())
                            .contains(
                                    threads == 1
                                            ? "1 units; done by one thread, as the space has no more\n"
                                            : "1 units; done by one thread, as no two chunks of it can run at the same time\n");
                }
            }
        }
    }
}
