package org.sporos.host.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sporos.reduce.Reducers.MinLoc;
import static org.sporos.reduce.Reducers.Sum;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.sporos.graph.NodeRef;
import org.sporos.graph.Scan;
import org.sporos.policy.MDRangePolicy;
import org.sporos.policy.RangePolicy;
import org.sporos.policy.TeamPolicy;
import org.sporos.space.MemorySpace;
import org.sporos.view.DoubleView;
import org.sporos.view.LongView;
import org.sporos.view.Slice;

/** Tasks allocate when they are made, not when they run. */
class AllocationTest {
    private static final MemorySpace HOST = MemorySpace.host();
    private static final int RUNS = 3000;

    private final DoubleView x = DoubleView.of("x", HOST, 100, 100);
    private final DoubleView y = DoubleView.of("y", HOST, 100, 100);
    private final DoubleView flat = DoubleView.of("flat", HOST, 10_000);
    private final DoubleView sum = DoubleView.of("sum", HOST);
    private final LongView at = LongView.of("at", HOST);

    @Test
    void a_task_that_was_run_before_allocates_nothing_more() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long self = Thread.currentThread().getId();
        nodes().forEach((name, node) -> {
            HostTask task = Tasks.task(2, node);
            repeat(task);
            long before = threads.getThreadAllocatedBytes(self);
            repeat(task);
            long bytes = threads.getThreadAllocatedBytes(self) - before;
            assertThat(bytes / RUNS).as(name + ": bytes a run").isZero();
        });
    }

    private static void repeat(HostTask task) {
        for (int run = 0; run < RUNS; run++) {
            Tasks.run(task);
        }
    }

    private Map<String, Consumer<NodeRef>> nodes() {
        RangePolicy range = RangePolicy.of(10_000);
        Map<String, Consumer<NodeRef>> nodes = new LinkedHashMap<>();
        nodes.put("for", root -> root.thenParallelFor("n", range, i -> flat.set(i, i)));
        nodes.put("box", root -> root.thenParallelFor("n", MDRangePolicy.of(100, 100), (i, j) -> x.set(i, j, i + j)));
        nodes.put("sum", root -> root.thenParallelReduce("n", range, Sum.into(sum, i -> flat.get(i))));
        nodes.put("location", root -> root.thenParallelReduce("n", range, MinLoc.into(sum, at, i -> flat.get(i))));
        nodes.put(
                "box sum",
                root -> root.thenParallelReduce("n", MDRangePolicy.of(100, 100), Sum.into(sum, (i, j) -> x.get(i, j))));
        nodes.put(
                "scan",
                root -> root.thenParallelScan(
                        "n", range, i -> flat.get(i), (i, s) -> flat.set(i, s), Scan.inclusiveDouble()));
        nodes.put("fill", root -> root.thenFill("n", x, 1));
        nodes.put("copy", root -> root.thenDeepCopy("n", y, x));
        nodes.put(
                "strided copy",
                root -> root.thenDeepCopy(
                        "n",
                        y.subview(Slice.range(0, 50), Slice.range(0, 50)),
                        x.subview(Slice.range(0, 50), Slice.range(0, 50))));
        nodes.put(
                "team",
                root -> root.thenParallelFor("n", TeamPolicy.of(50).withScratch(80), team -> {
                    DoubleView scratch = team.scratchDouble(10);
                    // A lambda that captures nothing: one that does is allocated by the kernel itself.
                    scratch.set(0, team.parallelReduceDouble(Sum, 100, j -> 0.5));
                    x.set(team.leagueRank(), 0, scratch.get(0));
                }));
        nodes.put(
                "team scan",
                root -> root.thenParallelFor(
                        "n",
                        TeamPolicy.of(50),
                        team -> team.exclusiveScanDouble(100, j -> 0.5, (j, sum) -> Math.abs(sum))));
        nodes.put(
                "league sum",
                root -> root.thenParallelReduce(
                        "n", TeamPolicy.of(50), Sum.intoTeam(sum, team -> x.get(team.leagueRank(), 0))));
        return nodes;
    }
}
