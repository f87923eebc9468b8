package org.sporos.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sporos.reduce.Reducers.Sum;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.Scan;
import org.sporos.graph.Task;
import org.sporos.param.BooleanParam;
import org.sporos.param.DoubleParam;
import org.sporos.param.IntParam;
import org.sporos.policy.MDRangePolicy;
import org.sporos.policy.RangePolicy;
import org.sporos.view.DoubleView;
import org.sporos.view.IntView;
import org.sporos.view.LongView;

/** The page on live params. */
final class ParamsTest extends OnASpace {

    @Test
    void between_submits() {
        // snippet: params-set
        DoubleView time = DoubleView.of("time", space);
        DoubleParam dt = DoubleParam.of("dt", 0.5);
        Graph tick = Graph.define("tick", root -> root.then("add", () -> time.set(time.get() + dt.get())));

        try (ExecutableGraph exec = tick.instantiate(space)) {
            exec.submit();
            dt.set(0.25);
            exec.submit();
            dt.set(100);
            space.fence();
        }
        System.out.println(time.read());
        // end
    }

    @Test
    void sizes() {
        DoubleView x = DoubleView.of("x", space, 1000);
        // snippet: params-size
        IntParam particles = IntParam.of("particles", 3).within(0, 1000);
        Graph move = Graph.define(
                "move", root -> root.thenParallelFor("move", RangePolicy.of(particles), i -> x.set(i, x.get(i) + 1)));
        try (ExecutableGraph exec = move.instantiate(space)) {
            exec.submit();
            particles.set(2);
            exec.submit();
            space.fence();
        }
        System.out.println(x.toArray()[0] + " " + x.toArray()[1] + " " + x.toArray()[2] + " " + x.toArray()[3]);
        // end
    }

    @Test
    void boxes() {
        DoubleView u = DoubleView.of("u", space, 100, 4);
        LongView cells = LongView.of("cells", space);
        // snippet: params-box
        IntParam front = IntParam.of("front", 1).within(0, 100);
        MDRangePolicy reached = MDRangePolicy.of(100, 4).withEnd(0, front);
        Graph step = Graph.define(
                "step",
                root -> root.thenParallelFor("burn", reached, (i, j) -> u.set(i, j, u.get(i, j) + 1))
                        .thenParallelReduce("cells", reached, Sum.into(cells, (i, j) -> 1L)));
        try (ExecutableGraph exec = step.instantiate(space)) {
            for (int t = 1; t <= 3; t++) {
                front.set(10 * t);
                exec.submit();
                space.fence();
                System.out.println(cells.read() + " cells");
            }
        }
        // end
        assertThat(Arrays.stream(u.toArray()).sum()).isEqualTo(4 * (10 + 20 + 30));
    }

    @Test
    void compaction() {
        int n = 6;
        DoubleView mass = DoubleView.copyOf("mass", space, 1, 3, 0, 2, 1, 3);
        // snippet: params-compaction
        IntView alive = IntView.of("alive", space, n);
        IntView count = IntView.of("count", space);
        DoubleView total = DoubleView.of("total", space);
        RangePolicy survivors = RangePolicy.of(count, n);
        Graph step = Graph.define(
                "step",
                root -> root.thenParallelScan(
                                "compact",
                                RangePolicy.of(n),
                                i -> mass.get(i) > 0 ? 1 : 0,
                                (i, at) -> {
                                    boolean lives = mass.get(i) > 0;
                                    if (lives) {
                                        alive.set(at, i);
                                    }
                                    if (i == n - 1) {
                                        count.set(at + (lives ? 1 : 0));
                                    }
                                },
                                Scan.exclusiveInt())
                        .thenParallelReduce("total", survivors, Sum.into(total, k -> mass.get(alive.get(k))))
                        .thenParallelFor("decay", survivors, k -> {
                            int i = alive.get(k);
                            mass.set(i, mass.get(i) - 1);
                        }));
        try (ExecutableGraph exec = step.instantiate(space)) {
            for (int t = 0; t < 3; t++) {
                exec.submit();
                space.fence();
                System.out.println(count.read() + " alive, " + total.read() + " in all");
            }
        }
        // end
    }

    @Test
    void switches() {
        int n = 10;
        DoubleView v = DoubleView.of("v", space, n);
        DoubleView sum = DoubleView.of("sum", space);
        // snippet: params-switch
        BooleanParam reports = BooleanParam.of("reports", true);
        Task energy = Task.parallelReduce("energy", RangePolicy.of(n), Sum.into(sum, i -> v.get(i) * v.get(i)))
                .enabledIf(reports);
        Graph step = Graph.define(
                "step",
                root -> root.thenParallelFor("push", RangePolicy.of(n), i -> v.set(i, v.get(i) + 1))
                        .then(energy));
        try (ExecutableGraph exec = step.instantiate(space)) {
            exec.submit();
            reports.set(false);
            exec.submit();
            space.fence();
        }
        System.out.println("energy " + sum.read() + ", v " + v.toArray()[0]);
        // end
    }

    @Test
    void within() {
        // snippet: params-within
        DoubleParam omega = DoubleParam.of("omega", 1.5).within(0, 2);
        try {
            omega.set(2.5);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        // end
    }
}
