package org.sporos.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sporos.reduce.Reducers.Max;
import static org.sporos.reduce.Reducers.Sum;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.sporos.graph.BodyTask;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.RecordedOrder;
import org.sporos.graph.Task;
import org.sporos.param.DoubleParam;
import org.sporos.policy.RangeBody;
import org.sporos.policy.RangePolicy;
import org.sporos.render.Mermaid;
import org.sporos.space.ExecutionSpace;
import org.sporos.view.DoubleView;

/** The page on eager calls and recording. */
@ExtendWith(PrintedOutput.class)
final class EagerCallsTest extends OnASpace {

    @Test
    void calls() {
        int n = 100;
        DoubleView u = DoubleView.of("u", space, n);
        DoubleView v = DoubleView.of("v", space, n);
        DoubleView sum = DoubleView.of("sum", space);
        // snippet: eager-calls
        space.parallelFor("init", n, i -> u.set(i, i));
        for (int t = 0; t < 10; t++) {
            space.parallelFor("smooth", RangePolicy.of(1, n - 1), i -> v.set(i, (u.get(i - 1) + u.get(i + 1)) / 2));
            space.deepCopy("swap", u, v);
        }
        space.parallelReduce("sum", RangePolicy.over(u), Sum.into(sum, i -> u.get(i)));
        double total = sum.read();
        // end
        assertThat(total).isPositive();
    }

    @Test
    void numbers() {
        int n = 100;
        DoubleView u = DoubleView.of("u", space, n);
        // snippet: eager-param
        DoubleParam dt = DoubleParam.of("dt", 0.1);
        for (int t = 0; t < 10; t++) {
            dt.set(0.1 / (1 + t));
            space.parallelFor("step", n, i -> u.set(i, u.get(i) + dt.get()));
        }
        // end
        double expected = 0;
        for (int t = 0; t < 10; t++) {
            expected += 0.1 / (1 + t);
        }
        assertThat(u.toArray()).containsOnly(expected);
    }

    /** A code that exists. */
    private static void step(ExecutionSpace space, DoubleView u, DoubleView v, DoubleView norm) {
        space.parallelFor("grow u", RangePolicy.over(u), i -> u.set(i, u.get(i) + 1));
        space.parallelFor("grow v", RangePolicy.over(v), i -> v.set(i, v.get(i) * 2 + 1));
        space.parallelReduce("norm", RangePolicy.over(u), Sum.into(norm, i -> u.get(i) * v.get(i)));
    }

    @Test
    void picture() {
        int n = 100;
        DoubleView u = DoubleView.of("u", space, n);
        DoubleView v = DoubleView.of("v", space, n);
        DoubleView norm = DoubleView.of("norm", space);
        // snippet: eager-record
        Graph step = Graph.record("step", RecordedOrder.DATA_DEPENDENCES, () -> step(space, u, v, norm));

        System.out.println(Mermaid.of(step));
        try (ExecutableGraph exec = step.instantiate(space)) {
            for (int t = 0; t < 10; t++) {
                exec.submit();
            }
            space.fence();
        }
        // end
        KeptPicture.compare("EagerCallsTest.picture", step);
        assertThat(norm.read()).isEqualTo(n * 10 * 1023.0);
    }

    // snippet: eager-thirty
    static void thirty(
            ExecutionSpace space, DoubleView[] u, DoubleView w, DoubleView sum, DoubleView most, DoubleView norms) {
        int n = (int) w.extent(0);
        for (int sweep = 0; sweep < 13; sweep++) {
            double weight = 0.25 / (1 + sweep);
            DoubleView from = u[sweep % 2];
            space.parallelFor(
                    "smooth",
                    RangePolicy.of(1, n - 1),
                    i -> w.set(i, from.get(i) + weight * (from.get(i - 1) - 2 * from.get(i) + from.get(i + 1))));
            space.deepCopy("copy", from, w);
        }
        space.parallelReduce("sum", RangePolicy.of(n), Sum.into(sum, i -> u[0].get(i)));
        space.parallelReduce("most", RangePolicy.of(n), Max.into(most, i -> u[1].get(i)));
        space.submit(Task.single("norms", () -> norms.set(0, sum.get() + most.get())));
        space.fill("zero", w, 0);
    }
    // end

    @Test
    void thirtyCalls() {
        int n = 1000;
        double[][] results = new double[2][];
        for (int way = 0; way < 2; way++) {
            DoubleView[] u = {DoubleView.of("u", space, n), DoubleView.of("v", space, n)};
            DoubleView w = DoubleView.of("w", space, n);
            DoubleView sum = DoubleView.of("sum", space);
            DoubleView most = DoubleView.of("most", space);
            DoubleView norms = DoubleView.of("norms", space, 2);
            for (DoubleView field : u) {
                space.parallelFor("init", RangePolicy.of(n), i -> field.set(i, 1.0 / (i + 1)));
            }
            if (way == 0) {
                thirty(space, u, w, sum, most, norms);
            } else {
                // snippet: eager-thirty-recorded
                Graph step = Graph.record(
                        "step", RecordedOrder.DATA_DEPENDENCES, () -> thirty(space, u, w, sum, most, norms));
                // end
                System.out.println(Mermaid.of(step));
                KeptPicture.compare("EagerCallsTest.thirtyCalls", step);
                step.run(space);
            }
            results[way] = norms.toArray();
        }
        assertThat(results[1]).isEqualTo(results[0]);
    }

    @Test
    void once() {
        DoubleView u = DoubleView.of("u", space, 8);
        // snippet: eager-run
        Graph.record("init", () -> space.fill("one", u, 1)).run(space);
        // end
        assertThat(u.toArray()).containsOnly(1);
    }

    // snippet: eager-task-library
    static BodyTask<RangeBody> axpy(double alpha, DoubleView x, DoubleView y) {
        return Task.parallelFor("axpy", RangePolicy.over(x), i -> y.set(i, alpha * x.get(i) + y.get(i)));
    }
    // end

    @Test
    void tasks() {
        DoubleView x = DoubleView.copyOf("x", space, 1, 2, 3);
        DoubleView y = DoubleView.of("y", space, 3);
        // snippet: eager-task
        Task axpy = axpy(2, x, y);
        Graph twice = Graph.define("twice", root -> root.then(axpy).then(axpy.withLabel("again")));
        twice.run(space);
        space.submit(axpy.withPolicy(RangePolicy.of(1)));
        // end
        assertThat(y.toArray()).containsExactly(6, 8, 12);
    }
}
