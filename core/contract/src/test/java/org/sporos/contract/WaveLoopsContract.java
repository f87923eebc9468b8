package org.sporos.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sporos.reduce.Reducers.Max;
import static org.sporos.reduce.Reducers.MinLoc;
import static org.sporos.reduce.Reducers.Sum;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.GraphRunException;
import org.sporos.graph.InstantiateOption.Merging;
import org.sporos.graph.InstantiateOption.PersistentLoops;
import org.sporos.graph.NodeRef;
import org.sporos.graph.Profile;
import org.sporos.graph.VerifyOptions;
import org.sporos.param.DoubleParam;
import org.sporos.param.IntParam;
import org.sporos.policy.MDRangePolicy;
import org.sporos.policy.RangePolicy;
import org.sporos.view.DoubleView;
import org.sporos.view.IntView;
import org.sporos.view.LongView;

/** A loop on the device whose body is too large for a block does the same in one launch of blocks that wait. */
abstract class WaveLoopsContract extends Contract {
    private static final int N = 20_000;
    /** Bodies whose members are called one by one, and by a table. */
    private static final int[] LENGTHS = {2, 6};

    private ExecutableGraph wave(Graph graph) {
        ExecutableGraph exec = instantiate(graph, PersistentLoops.WAVE);
        if (!isHost()) {
            assertThat(exec.explain()).contains("a loop in one launch of one wave: ");
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
            x = doubles("x" + nodes, N);
            y = doubles("y" + nodes, N);
            sum = doubles("sum" + nodes);
            count = ints("count" + nodes);
            iterations = ints("iterations" + nodes);
        }

        /** Each step adds to the result of the step before at another index; then a sum and, beside it, a count. */
        Graph body(DoubleParam by) {
            return Graph.define("body", root -> {
                NodeRef last = root;
                for (int k = 0; k < nodes; k++) {
                    DoubleView from = k % 2 == 0 ? x : y;
                    DoubleView to = k % 2 == 0 ? y : x;
                    last = last.thenParallelFor(
                            "s" + k, RangePolicy.of(N), i -> to.set(i, from.get((i + N / 2) % N) + by.get()));
                }
                last.thenParallelReduce("sum", RangePolicy.of(N), Sum.into(sum, i -> x.get(N - 1 - i)));
                last.then("count", () -> count.set(count.get() + 1));
            });
        }
    }

    @Test
    void a_loop_makes_as_many_iterations_as_its_condition_and_params_say() {
        DoubleParam by = DoubleParam.of("by", 1);
        IntParam goal = IntParam.of("goal", 0);
        for (int nodes : LENGTHS) {
            Steps steps = new Steps(nodes);
            IntView count = steps.count;
            DoubleView total = steps.sum;
            ExecutableGraph exec = wave(Graph.define(
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
                exec.submit();
                space().fence();
                sum += 2.0 * times * nodes * (times + 1);
                assertThat(steps.iterations.read()).isEqualTo(times);
                assertThat(steps.x.toArray()).as("%d iterations", times).containsOnly(sum);
                assertThat(total.read()).isEqualTo(N * sum);
            }
        }
    }

    @Test
    void more_iterations_than_the_limit_are_a_failure_and_the_next_run_works() {
        DoubleParam by = DoubleParam.of("by", 1);
        for (int nodes : LENGTHS) {
            Steps steps = new Steps(nodes);
            IntView goal = intsOf("goal" + nodes, 1);
            Graph graph = Graph.define(
                    "endless",
                    root -> root.thenWhile("forever", () -> goal.get(0) > 0, steps.body(by), 4, steps.iterations));
            ExecutableGraph exec = wave(graph);
            exec.submit();
            GraphRunException failure = failure();
            assertThat(failure.code()).isEqualTo("R304");
            assertThat(failure)
                    .hasMessageStartingWith("R304: " + name(graph, "forever"))
                    .hasMessageContaining("4 iterations");
            assertThat(steps.iterations.read()).isEqualTo(4);
            assertThat(steps.x.toArray()).containsOnly(4.0 * nodes);
            goal.assign(0);
            exec.submit();
            space().fence();
            assertThat(steps.iterations.read()).isZero();
        }
    }

    @Test
    void a_failure_in_any_phase_names_its_node_and_index_and_ends_the_loop_behind_its_iteration() {
        int nodes = 4;
        IntView at = ints("at", nodes + 1);
        IntView count = ints("count");
        DoubleView x = doubles("x", N);
        DoubleView y = doubles("y", N);
        Graph body = Graph.define("body", root -> {
            NodeRef last = root;
            for (int k = 0; k < nodes; k++) {
                int own = k;
                DoubleView from = k % 2 == 0 ? x : y;
                DoubleView to = k % 2 == 0 ? y : x;
                last = last.thenParallelFor("n" + k, RangePolicy.of(N), i -> {
                    int wanted = i == 9000 + own && count.get() == 2 ? at.get(own) : (i + 1) % N;
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
        ExecutableGraph exec = wave(graph);
        int[] places = new int[nodes + 1];
        for (int failing = 0; failing <= nodes; failing++) {
            places[failing] = N + 7;
            at.assign(places);
            exec.submit();
            GraphRunException failure = failure();
            boolean isCondition = failing == nodes;
            assertThat(failure)
                    .hasMessageStartingWith("R301: " + (isCondition ? name(graph, "while") : name(body, "n" + failing)))
                    .hasMessageContaining("index (" + (N + 7) + ")");
            if (!isCondition) {
                assertThat(failure).hasMessageContaining("in work item " + (9000 + failing));
            }
            // The host stops at once; a device ends the iteration.
            assertThat(count.read()).as("iterations").isEqualTo(isHost() && !isCondition ? 2 : 3);
            places[failing] = 0;
        }
        at.assign(places);
        exec.submit();
        space().fence();
        assertThat(count.read()).isEqualTo(5);
    }

    @Test
    void sums_minima_boxes_and_fills_have_the_bits_of_separate_launches() {
        int rows = 300;
        int columns = 500;
        double[][] results = new double[2][];
        for (int way = 0; way < 2; way++) {
            String own = "-" + way;
            DoubleView u = doubles("u" + own, rows * columns);
            DoubleView v = doubles("v" + own, rows * columns);
            DoubleView sum = doubles("sum" + own);
            DoubleView least = doubles("least" + own);
            DoubleView filled = doubles("filled" + own, N);
            LongView where = longs("where" + own);
            double[] begin = new double[rows * columns];
            Arrays.setAll(begin, i -> Math.sin(i) + i % 17);
            u.assign(begin);
            IntView count = ints("count" + own);
            Graph body = Graph.define("body", root -> {
                NodeRef summed = root.thenParallelReduce(
                                "sum", RangePolicy.of(rows * columns), Sum.into(sum, i -> u.get(i) * u.get(i)))
                        .then("root", () -> sum.set(Math.sqrt(sum.get())));
                NodeRef box = summed.thenParallelFor(
                        "box",
                        MDRangePolicy.of(rows, columns),
                        (i, j) -> v.set(i * columns + j, u.get(i * columns + (j + 1) % columns) / sum.get()));
                NodeRef found = box.thenParallelReduce(
                        "least",
                        MDRangePolicy.of(rows, columns),
                        MinLoc.into(least, where, (i, j) -> v.get(i * columns + j)));
                NodeRef fill = box.thenFill("fill", filled, 3);
                Graph.whenAll(found, fill)
                        .thenParallelFor(
                                "back",
                                RangePolicy.of(rows * columns),
                                i -> u.set(
                                        i,
                                        v.get(rows * columns - 1 - i) - least.get() + filled.get(i % N) + where.get()))
                        .then("count", () -> count.set(count.get() + 1));
            });
            Graph graph = Graph.define("loop", root -> root.thenWhile("while", () -> count.get() < 3, body, 10));
            ExecutableGraph exec = way == 0 ? wave(graph) : instantiate(graph, Merging.OFF);
            exec.submit();
            space().fence();
            results[way] = u.toArray();
        }
        assertThat(results[0]).isEqualTo(results[1]);
    }

    @Test
    void sizes_that_the_body_changes_are_those_of_the_next_phase() {
        IntView end = ints("end");
        DoubleView x = doubles("x", N);
        DoubleView sum = doubles("sum");
        ExecutableGraph exec = wave(Graph.define(
                "growing",
                root -> root.thenFill("zero", end, 0)
                        .thenWhile(
                                "while",
                                () -> end.get() < N,
                                body -> body.then("grow", () -> end.set(end.get() + N / 4))
                                        .thenParallelFor("add", RangePolicy.of(end, N), i -> x.set(i, x.get(i) + 1))
                                        .thenParallelReduce(
                                                "sum", RangePolicy.of(end, N), Sum.into(sum, i -> x.get(i))))));
        exec.submit();
        space().fence();
        double[] added = x.toArray();
        assertThat(added[0]).isEqualTo(4);
        assertThat(added[N - 1]).isEqualTo(1);
        assertThat(sum.read()).isEqualTo(N / 4 * (1 + 2 + 3 + 4));
    }

    @Test
    void rebinding_reaches_all_phases_and_a_profile_has_each_node_of_the_body() {
        DoubleParam by = DoubleParam.of("by", 1);
        for (int nodes : LENGTHS) {
            Steps steps = new Steps(nodes);
            IntView count = steps.count;
            Graph body = steps.body(by);
            Graph graph = Graph.define(
                    "loop",
                    root -> root.thenFill("zero", count, 0).thenWhile("while", () -> count.get() < 3, body, 10));
            ExecutableGraph exec = wave(graph);
            Profile profile = exec.profile(2);
            assertThat(profile.launches())
                    .flatExtracting(Profile.ProfiledLaunch::nodes)
                    .containsAll(body.nodes());
            assertThat(steps.x.toArray()).containsOnly(2.0 * 3 * nodes);
            DoubleView z = doubles("z" + nodes, N);
            exec.rebind(steps.x, z);
            exec.submit();
            space().fence();
            assertThat(z.toArray()).containsOnly(3.0 * nodes);
            assertThat(steps.sum.read()).isEqualTo(3.0 * nodes * N);
            assertThat(graph.verify(space(), VerifyOptions.DEFAULT.with(PersistentLoops.WAVE))
                            .difference())
                    .isEmpty();
        }
    }

    @Test
    void random_bodies_have_the_bits_of_separate_launches() {
        compare(isHost() ? 10 : 4);
    }

    @Test
    @Tag("full")
    void many_random_bodies_have_the_bits_of_separate_launches() {
        compare(Integer.getInteger("sporos.contract.graphs", 100));
    }

    private void compare(int loops) {
        long seed = Long.getLong("sporos.contract.seed", System.nanoTime());
        System.out.println("waves on " + spec() + ": -Dsporos.contract.seed=" + seed);
        Random seeds = new Random(seed);
        for (int number = 0; number < loops; number++) {
            long own = seeds.nextLong();
            double[][] results = new double[2][];
            for (int way = 0; way < 2; way++) {
                Random random = new Random(own);
                int n = 20_000 + random.nextInt(180_001);
                DoubleView[] views = new DoubleView[3];
                for (int k = 0; k < views.length; k++) {
                    views[k] = doubles("v" + number + way + k, n);
                    double[] begin = new double[n];
                    Arrays.setAll(begin, i -> random.nextInt(1000) / 7.0);
                    views[k].assign(begin);
                }
                IntView count = ints("count" + number + way);
                int iterations = random.nextInt(4);
                DoubleView sum = doubles("sum" + number + way);
                Graph body = Graph.define("body", root -> {
                    NodeRef last = root;
                    int phases = 1 + random.nextInt(5);
                    for (int k = 0; k < phases; k++) {
                        last = phase(last, random, views, sum, n);
                    }
                    last.then("count", () -> count.set(count.get() + 1));
                });
                Graph graph =
                        Graph.define("loop", root -> root.thenWhile("while", () -> count.get() < iterations, body, 10));
                ExecutableGraph exec = way == 0 ? wave(graph) : instantiate(graph, Merging.OFF);
                exec.submit();
                space().fence();
                assertThat(count.read()).isEqualTo(iterations);
                results[way] = DoubleStream.concat(
                                Arrays.stream(views).flatMapToDouble(view -> Arrays.stream(view.toArray())),
                                DoubleStream.of(sum.read()))
                        .toArray();
            }
            assertThat(results[0]).as("loop %d of seed %d", number, seed).isEqualTo(results[1]);
        }
    }

    private static NodeRef phase(NodeRef after, Random random, DoubleView[] views, DoubleView sum, int n) {
        int first = random.nextInt(views.length);
        DoubleView from = views[first];
        DoubleView to = views[(first + 1) % views.length];
        int shift = random.nextInt(n);
        return switch (random.nextInt(4)) {
            case 0 ->
                after.thenParallelFor(
                        "shift", RangePolicy.of(n), i -> to.set(i, from.get((int) ((i + (long) shift) % n)) / 3 + i));
            case 1 ->
                after.thenParallelFor("same", RangePolicy.of(n / 3, n), i -> to.set(i, to.get(i) * 0.5 - from.get(i)));
            case 2 ->
                after.thenParallelReduce("sum", RangePolicy.of(n), Sum.into(sum, i -> from.get(i)))
                        .then("use", () -> to.set(shift, sum.get() / n));
            default ->
                after.thenParallelReduce(
                        "largest", RangePolicy.of(n / 2), Max.into(sum, i -> from.get(i) - to.get(n - 1 - i)));
        };
    }
}
