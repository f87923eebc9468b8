package org.sporos.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sporos.reduce.Reducers.Sum;

import org.junit.jupiter.api.Test;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.GraphRunException;
import org.sporos.graph.InstantiateOption.PersistentLoops;
import org.sporos.graph.NodeRef;
import org.sporos.graph.Profile;
import org.sporos.graph.VerifyOptions;
import org.sporos.param.DoubleParam;
import org.sporos.param.IntParam;
import org.sporos.policy.RangePolicy;
import org.sporos.view.DoubleView;
import org.sporos.view.IntView;

/** A loop on the device in one launch does the same as in a launch for each node, by one block or a wave of them. */
abstract class OneLaunchContract extends Contract {
    private final PersistentLoops loops;
    private final String blocks;
    private final int size;
    /** Bodies whose members are called one by one, and by a table. */
    private final int[] lengths;

    OneLaunchContract(PersistentLoops loops, String blocks, int size, int... lengths) {
        this.loops = loops;
        this.blocks = blocks;
        this.size = size;
        this.lengths = lengths;
    }

    ExecutableGraph inOneLaunch(Graph graph) {
        ExecutableGraph exec = instantiate(graph, loops);
        if (!isHost()) {
            assertThat(exec.explain()).contains("a loop in one launch of " + blocks + ": ");
        }
        return exec;
    }

    /** The views of a loop with so many steps in its body. */
    private final class Steps {
        final DoubleView x;
        final DoubleView y;
        final DoubleView sum;
        final IntView count;
        final IntView iterations;
        final int nodes;

        Steps(int nodes) {
            this.nodes = nodes;
            x = doubles("x" + nodes, size);
            y = doubles("y" + nodes, size);
            sum = doubles("sum" + nodes);
            count = ints("count" + nodes);
            iterations = ints("iterations" + nodes);
        }

        /** Each step adds to the result of the step before at another index; then a sum and, beside it, a count. */
        Graph body(DoubleParam by) {
            int n = size;
            return Graph.define("body", root -> {
                NodeRef last = root;
                for (int k = 0; k < nodes; k++) {
                    DoubleView from = k % 2 == 0 ? x : y;
                    DoubleView to = k % 2 == 0 ? y : x;
                    last = last.thenParallelFor(
                            "s" + k, RangePolicy.of(n), i -> to.set(i, from.get((i + n / 2) % n) + by.get()));
                }
                last.thenParallelReduce("sum", RangePolicy.of(n), Sum.into(sum, i -> x.get(n - 1 - i)));
                last.then("count", () -> count.set(count.get() + 1));
            });
        }
    }

    @Test
    void a_loop_makes_as_many_iterations_as_its_condition_and_params_say() {
        DoubleParam by = DoubleParam.of("by", 1);
        IntParam goal = IntParam.of("goal", 0);
        for (int nodes : lengths) {
            Steps steps = new Steps(nodes);
            IntView count = steps.count;
            DoubleView total = steps.sum;
            ExecutableGraph exec = inOneLaunch(Graph.define(
                    "loop",
                    root -> root.thenFill("zero", count, 0)
                            .thenWhile(
                                    "while",
                                    () -> count.get() < goal.get() && total.get() >= 0,
                                    steps.body(by),
                                    10,
                                    steps.iterations)));
            double sum = 0;
            for (int times : new int[] {0, 1, 3, 10}) {
                goal.set(times);
                by.set(times + 1);
                exec.submit();
                goal.set(0);
                exec.submit();
                assertThat(steps.iterations.read()).isZero();
                goal.set(times);
                run(exec);
                sum += 2.0 * times * nodes * (times + 1);
                assertThat(steps.iterations.read()).isEqualTo(times);
                assertThat(steps.x.toArray()).as("%d iterations", times).containsOnly(sum);
                assertThat(total.read()).isEqualTo(size * sum);
            }
        }
    }

    @Test
    void more_iterations_than_the_limit_are_a_failure_and_the_next_run_works() {
        DoubleParam by = DoubleParam.of("by", 1);
        for (int nodes : lengths) {
            Steps steps = new Steps(nodes);
            IntView goal = intsOf("goal" + nodes, 1);
            Graph graph = Graph.define(
                    "endless",
                    root -> root.thenWhile("forever", () -> goal.get(0) > 0, steps.body(by), 4, steps.iterations));
            ExecutableGraph exec = inOneLaunch(graph);
            GraphRunException failure = failure(exec);
            assertThat(failure.code()).isEqualTo("R304");
            assertThat(failure)
                    .hasMessageStartingWith("R304: " + name(graph, "forever"))
                    .hasMessageContaining("4 iterations");
            assertThat(steps.iterations.read()).isEqualTo(4);
            assertThat(steps.x.toArray()).containsOnly(4.0 * nodes);
            goal.assign(0);
            run(exec);
            assertThat(steps.iterations.read()).isZero();
        }
    }

    @Test
    void a_failure_in_any_phase_names_its_node_and_index_and_ends_the_loop_behind_its_iteration() {
        int n = size;
        int first = 2 * n / 5;
        for (int nodes : lengths) {
            IntView at = ints("at" + nodes, nodes + 1);
            IntView count = ints("count" + nodes);
            DoubleView x = doubles("x" + nodes, n);
            DoubleView y = doubles("y" + nodes, n);
            Graph body = Graph.define("body", root -> {
                NodeRef last = root;
                for (int k = 0; k < nodes; k++) {
                    int own = k;
                    DoubleView from = k % 2 == 0 ? x : y;
                    DoubleView to = k % 2 == 0 ? y : x;
                    last = last.thenParallelFor("n" + k, RangePolicy.of(n), i -> {
                        int wanted = i == first + own && count.get() == 2 ? at.get(own) : (i + 1) % n;
                        to.set(i, 1 + from.get(wanted));
                    });
                }
                last.then("count", () -> count.set(count.get() + 1));
            });
            Graph graph = Graph.define(
                    "failing",
                    root -> root.thenFill("zero", count, 0)
                            .thenWhile(
                                    "while",
                                    () -> count.get() < 5 + at.get(count.get() == 3 ? at.get(nodes) : 0) * 0,
                                    body));
            ExecutableGraph exec = inOneLaunch(graph);
            int[] places = new int[nodes + 1];
            for (int failing : new int[] {0, 1, nodes - 1, nodes}) {
                places[failing] = n + 7;
                at.assign(places);
                GraphRunException failure = failure(exec);
                boolean isCondition = failing == nodes;
                assertThat(failure)
                        .hasMessageStartingWith(
                                "R301: " + (isCondition ? name(graph, "while") : name(body, "n" + failing)))
                        .hasMessageContaining("index (" + (n + 7) + ")");
                if (!isCondition) {
                    assertThat(failure).hasMessageContaining("in work item " + (first + failing));
                }
                // The host stops at once; a device ends the iteration.
                assertThat(count.read()).as("iterations").isEqualTo(isHost() && !isCondition ? 2 : 3);
                places[failing] = 0;
            }
            at.assign(places);
            run(exec);
            assertThat(count.read()).isEqualTo(5);
        }
    }

    @Test
    void sizes_that_the_body_changes_are_those_of_the_next_phase() {
        int n = size;
        IntView end = ints("end");
        DoubleView x = doubles("x", n);
        DoubleView sum = doubles("sum");
        ExecutableGraph exec = inOneLaunch(Graph.define(
                "growing",
                root -> root.thenFill("zero", end, 0)
                        .thenWhile(
                                "while",
                                () -> end.get() < n,
                                body -> body.then("grow", () -> end.set(end.get() + n / 4))
                                        .thenParallelFor("add", RangePolicy.of(end, n), i -> x.set(i, x.get(i) + 1))
                                        .thenParallelReduce(
                                                "sum", RangePolicy.of(end, n), Sum.into(sum, i -> x.get(i))))));
        run(exec);
        double[] added = x.toArray();
        assertThat(added[0]).isEqualTo(4);
        assertThat(added[n - 1]).isEqualTo(1);
        assertThat(sum.read()).isEqualTo(n / 4 * (1 + 2 + 3 + 4));
    }

    @Test
    void rebinding_reaches_all_phases_and_a_profile_has_each_node_of_the_body() {
        DoubleParam by = DoubleParam.of("by", 1);
        for (int nodes : lengths) {
            Steps steps = new Steps(nodes);
            IntView count = steps.count;
            Graph body = steps.body(by);
            Graph graph = Graph.define(
                    "loop",
                    root -> root.thenFill("zero", count, 0).thenWhile("while", () -> count.get() < 3, body, 10));
            ExecutableGraph exec = inOneLaunch(graph);
            Profile profile = exec.profile(2);
            assertThat(profile.launches())
                    .flatExtracting(Profile.ProfiledLaunch::nodes)
                    .containsAll(body.nodes());
            assertThat(steps.x.toArray()).containsOnly(2.0 * 3 * nodes);
            DoubleView z = doubles("z" + nodes, size);
            exec.rebind(steps.x, z);
            run(exec);
            assertThat(z.toArray()).containsOnly(3.0 * nodes);
            assertThat(steps.sum.read()).isEqualTo(3.0 * nodes * size);
            assertThat(graph.verify(space(), VerifyOptions.DEFAULT.with(loops)).difference())
                    .isEmpty();
        }
    }
}
