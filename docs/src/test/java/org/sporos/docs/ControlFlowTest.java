package org.sporos.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sporos.reduce.Reducers.Max;

import org.junit.jupiter.api.Test;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.GraphException;
import org.sporos.param.BooleanParam;
import org.sporos.param.IntParam;
import org.sporos.policy.RangePolicy;
import org.sporos.view.DoubleView;
import org.sporos.view.IntView;
import org.sporos.view.ViewRing;

/** The page on control flow. */
final class ControlFlowTest extends OnASpace {

    @Test
    void until_converged() {
        // snippet: control-while
        int n = 4;
        DoubleView a = DoubleView.copyOf("a", space, 2, 9, 16, 144);
        DoubleView x = DoubleView.of("x", space, n);
        DoubleView change = DoubleView.of("change", space);
        IntView iterations = IntView.of("iterations", space);

        Graph roots = Graph.define("roots", root -> {
            root.thenFill("guess", x, 1)
                    .thenFill("far", change, 1)
                    .thenWhile(
                            "until still",
                            () -> change.get() > 1e-9,
                            body -> body.thenParallelReduce(
                                            "change",
                                            RangePolicy.of(n),
                                            Max.into(change, i -> Math.abs(x.get(i) - a.get(i) / x.get(i))))
                                    .thenParallelFor(
                                            "improve",
                                            RangePolicy.of(n),
                                            i -> x.set(i, (x.get(i) + a.get(i) / x.get(i)) / 2)),
                            100,
                            iterations);
        });
        // end
        run(roots);
        assertThat(x.toArray()[3]).isEqualTo(12);
        System.out.println(x.toArray()[1] + " after " + iterations.read() + " iterations");
    }

    @Test
    void one_swap_in_an_iteration() {
        // snippet: control-jacobi
        int n = 6;
        ViewRing<DoubleView> u = ViewRing.of(2, j -> DoubleView.of("u" + j, space, n));
        DoubleView now = u.level(0);
        DoubleView next = u.level(1);
        DoubleView change = DoubleView.of("change", space);
        IntView iterations = IntView.of("iterations", space);
        RangePolicy inside = RangePolicy.of(1, n - 1);

        Graph relax = Graph.define("relax", root -> {
            root.thenParallelFor("relax", inside, i -> next.set(i, (now.get(i - 1) + now.get(i + 1)) / 2))
                    .thenParallelReduce("change", inside, Max.into(change, i -> Math.abs(next.get(i) - now.get(i))))
                    .thenAdvance("swap", u);
        });
        Graph jacobi = Graph.define("jacobi", root -> {
            root.thenFill("far", change, 1)
                    .thenWhile("until still", () -> change.get() > 1e-6, relax, 1000, iterations);
        });
        // end
        double[] ends = {0, 0, 0, 0, 0, 5};
        now.assign(ends);
        next.assign(ends);
        run(jacobi);
        assertThat(u.position()).isZero();
        System.out.printf("%.3f after %d iterations%n", now.toArray()[2], iterations.read());
        u.close();
    }

    @Test
    void choices() {
        DoubleView x = DoubleView.of("x", space, 3);
        // snippet: control-choices
        BooleanParam fresh = BooleanParam.of("fresh", true);
        IntParam scheme = IntParam.of("scheme", 1);
        Graph zero = Graph.define("zero", root -> root.thenFill("0", x, 0));
        Graph add =
                Graph.define("add", root -> root.thenParallelFor("+1", RangePolicy.of(3), i -> x.set(i, x.get(i) + 1)));
        Graph twice = Graph.define(
                "twice", root -> root.thenParallelFor("*2", RangePolicy.of(3), i -> x.set(i, 2 * x.get(i))));

        Graph step = Graph.define("step", root -> {
            root.thenIf("restart", () -> fresh.get(), zero, twice).thenSwitch("scheme", () -> scheme.get(), twice, add);
        });
        // end
        try (ExecutableGraph exec = step.instantiate(space)) {
            exec.submit();
            fresh.set(false);
            exec.submit();
            space.fence();
        }
        assertThat(x.toArray()).containsOnly(3);
    }

    @Test
    void what_a_body_may_not_hold() {
        DoubleView x = DoubleView.of("x", space, 3);
        // snippet: control-refused
        Graph body = Graph.define("body", root -> root.thenHost("log", () -> System.out.println("pass")));
        Graph loop = Graph.define("loop", root -> root.thenWhile("while", () -> x.get(0) < 1, body));
        try {
            loop.instantiate(space);
        } catch (GraphException e) {
            e.diagnostics().forEach(System.out::println);
        }
        // end
    }
}
