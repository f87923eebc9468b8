package org.sporos.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sporos.reduce.Reducers.Sum;

import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.GraphRunException;
import org.sporos.graph.InstantiateOption.Merging;
import org.sporos.graph.NodeRef;
import org.sporos.graph.Profile;
import org.sporos.param.DoubleParam;
import org.sporos.policy.RangePolicy;
import org.sporos.view.DoubleView;
import org.sporos.view.IntView;
import org.sporos.view.ViewRing;

/** What chains of small nodes do does not depend on which of them are phases of one launch. */
abstract class PhasesContract extends Contract {
    private static final int N = 100;

    @Test
    void random_graphs_of_small_nodes_give_the_same_bits_in_phases_or_not() throws Exception {
        compare(isHost() ? 40 : 6);
    }

    @Test
    @Tag("full")
    void many_random_graphs_of_small_nodes_give_the_same_bits_in_phases_or_not() throws Exception {
        compare(isHost() ? 1000 : Integer.getInteger("sporos.contract.graphs", 300));
    }

    private void compare(int graphs) throws Exception {
        long seed = Long.getLong("sporos.contract.seed", System.nanoTime());
        System.out.println("phases on " + spec() + ": -Dsporos.contract.seed=" + seed);
        Random seeds = new Random(seed);
        int phased = 0;
        for (int number = 0; number < graphs; number++) {
            long own = seeds.nextLong();
            try (SmallGraphs merged = SmallGraphs.of(space(), new Random(own));
                    SmallGraphs plain = SmallGraphs.of(space(), new Random(own));
                    ExecutableGraph on = graph(merged, own).instantiate(space(), Merging.ON);
                    ExecutableGraph off = graph(plain, own).instantiate(space(), Merging.OFF)) {
                for (int run = 0; run < 3; run++) {
                    on.submit();
                    off.submit();
                }
                space().fence();
                String text = on.explain();
                phased += text.contains("phases: ") ? 1 : 0;
                assertThat(merged.bits())
                        .as("graph %d of seed %d%n%s", number, seed, text)
                        .isEqualTo(plain.bits());
            }
        }
        // A generator that makes no phases would show nothing.
        assertThat(phased).isGreaterThanOrEqualTo(isHost() ? 0 : graphs / 2);
    }

    private static Graph graph(SmallGraphs views, long seed) {
        Random random = new Random(seed + 1);
        return views.graph(random, 2 + random.nextInt(25));
    }

    /** A chain of so many nodes, each of which reads what the node before wrote elsewhere. */
    private NodeRef chain(NodeRef after, DoubleView x, DoubleView y, int nodes) {
        NodeRef last = after;
        for (int k = 0; k < nodes; k++) {
            DoubleView from = k % 2 == 0 ? x : y;
            DoubleView to = k % 2 == 0 ? y : x;
            last = last.thenParallelFor("step " + k, RangePolicy.of(N), i -> to.set(i, from.get((i + 1) % N) + 1));
        }
        return last;
    }

    @Test
    void a_long_chain_does_each_of_its_phases_once() {
        for (int nodes : new int[] {2, 8, 9, 400}) {
            DoubleView x = doubles("x" + nodes, N);
            DoubleView y = doubles("y" + nodes, N);
            ExecutableGraph exec = instantiate(Graph.define("chain", root -> chain(root, x, y, nodes)));
            exec.submit();
            run(exec);
            double[] last = (nodes % 2 == 0 ? x : y).toArray();
            assertThat(last).containsOnly(nodes % 2 == 0 ? 2 * nodes : 2 * nodes - 1);
        }
    }

    @Test
    void a_failure_in_any_phase_names_its_node_and_index_and_the_others_go_on() {
        for (int nodes : new int[] {4, 20}) {
            IntView at = ints("at" + nodes, nodes);
            DoubleView x = doubles("x" + nodes, N);
            DoubleView y = doubles("y" + nodes, N);
            Graph graph = Graph.define("failing", root -> {
                NodeRef last = root;
                for (int k = 0; k < nodes; k++) {
                    int own = k;
                    DoubleView from = k % 2 == 0 ? x : y;
                    DoubleView to = k % 2 == 0 ? y : x;
                    last = last.thenParallelFor(
                            "n" + k,
                            RangePolicy.of(N),
                            i -> to.set(i, 1 + from.get(i == 40 + own ? at.get(own) : (i + 1) % N)));
                }
            });
            ExecutableGraph exec = instantiate(graph);
            int[] places = new int[nodes];
            for (int failing : new int[] {0, 1, nodes - 1}) {
                places[failing] = N + 7;
                at.assign(places);
                GraphRunException failure = failure(exec);
                assertThat(failure.node()).isEqualTo("n" + failing);
                assertThat(failure)
                        .hasMessageStartingWith("R301: " + name(graph, "n" + failing))
                        .hasMessageContaining("in work item " + (40 + failing))
                        .hasMessageContaining("index (" + (N + 7) + ")");
                places[failing] = 0;
            }
            at.assign(places);
            run(exec);
        }
    }

    @Test
    void a_failure_side_by_side_with_others_of_a_phase_and_in_a_call_after_a_sum_names_its_node() {
        IntView at = ints("at", 2);
        DoubleView x = doubles("x", N);
        DoubleView sum = doubles("sum");
        ExecutableGraph exec = instantiate(root -> {
            NodeRef first = root.thenParallelFor("first", RangePolicy.of(N), i -> x.set(i, i));
            NodeRef[] narrow = new NodeRef[12];
            for (int k = 0; k < narrow.length; k++) {
                int own = k;
                DoubleView to = doubles("y" + k, 20);
                narrow[k] = first.thenParallelFor(
                        "w" + k, RangePolicy.of(20), i -> to.set(own == 7 && i == 3 ? at.get(0) : i, x.get(i)));
            }
            Graph.whenAll(narrow)
                    .thenParallelReduce("sum", RangePolicy.of(N), Sum.into(sum, i -> x.get(i)))
                    .then("call", () -> x.set(at.get(1), sum.get()));
        });
        at.assign(-1, 0);
        assertThat(failure(exec))
                .hasMessageContaining("'w7'")
                .hasMessageContaining("index (-1) is outside of view 'y7'");
        at.assign(0, N);
        assertThat(failure(exec)).hasMessageContaining("'call'").hasMessageContaining("index (" + N + ")");
        at.assign(0, 5);
        run(exec);
        assertThat(x.toArray()[5]).isEqualTo(N * (N - 1) / 2.0);
    }

    @Test
    void params_rebinding_and_new_graphs_reach_all_phases() {
        DoubleParam by = DoubleParam.of("by", 1);
        DoubleView x = doubles("x", N);
        DoubleView y = doubles("y", N);
        DoubleView z = doubles("z", N);
        for (int nodes : new int[] {4, 20}) {
            ExecutableGraph exec = instantiate(scaled(x, y, by, nodes, 1));
            x.assign(new double[N]);
            by.set(2);
            exec.submit();
            by.set(3);
            run(exec);
            assertThat(x.toArray()).containsOnly(5.0 * nodes);
            exec.rebind(x, z);
            z.assign(new double[N]);
            run(exec);
            assertThat(z.toArray()).containsOnly(3.0 * nodes);
            assertThat(x.toArray()).containsOnly(5.0 * nodes);
            assertThat(exec.update(scaled(z, y, by, nodes, 10)).isDone()).isTrue();
            run(exec);
            assertThat(z.toArray()).containsOnly(33.0 * nodes);
        }
    }

    private static Graph scaled(DoubleView x, DoubleView y, DoubleParam by, int nodes, double factor) {
        return Graph.define("scaled", root -> {
            NodeRef last = root;
            for (int k = 0; k < nodes; k++) {
                DoubleView from = k % 2 == 0 ? x : y;
                DoubleView to = k % 2 == 0 ? y : x;
                last = last.thenParallelFor(
                        "s", RangePolicy.of(N), i -> to.set(i, from.get((i + 1) % N) + factor * by.get()));
            }
        });
    }

    @Test
    void phases_run_in_branches_and_loops_that_are_open_alone() {
        for (int nodes : new int[] {4, 20}) {
            DoubleView x = doubles("x" + nodes, N);
            DoubleView y = doubles("y" + nodes, N);
            IntView passes = ints("passes" + nodes);
            IntView wanted = ints("wanted" + nodes);
            Graph body = Graph.define(
                    "body", root -> chain(root, x, y, nodes).then("count", () -> passes.set(passes.get() + 1)));
            Graph graph = Graph.define(
                    "loops",
                    root -> root.thenFill("zero", passes, 0)
                            .thenWhile("while", () -> passes.get() < wanted.get(), body, 40)
                            .thenIf(
                                    "if",
                                    () -> passes.get() == 3,
                                    Graph.define("then", then -> chain(then, x, y, nodes))));
            ExecutableGraph exec = instantiate(graph);
            double sum = 0;
            for (int times : new int[] {0, 1, 3, 33}) {
                wanted.assign(times);
                run(exec);
                sum += times == 3 ? 4 * nodes : times * nodes;
                assertThat(x.toArray()).as("%d passes", times).containsOnly(sum);
            }
        }
    }

    @Test
    void levels_of_rings_and_priorities_are_those_of_launches() {
        ViewRing<DoubleView> u = own(ViewRing.of(2, k -> doubles("u" + k, N)));
        DoubleView now = u.level(0);
        DoubleView before = u.level(1);
        DoubleView other = doubles("other", N);
        Graph graph = Graph.define("ring", root -> {
            NodeRef last = root;
            for (int k = 0; k < 3; k++) {
                last = last.thenParallelFor("step", RangePolicy.of(N), i -> before.set(i, now.get((i + 1) % N) + 1))
                        .thenParallelFor(
                                "again", RangePolicy.of(N), i -> other.set(i, before.get(N - 1 - i) + now.get(i)))
                        .thenParallelFor("last", RangePolicy.of(N), i -> before.set(i, other.get((i + 7) % N)))
                        .thenAdvance("turn", u);
            }
        });
        ExecutableGraph exec = instantiate(graph);
        exec.submit();
        run(exec);
        double value = 0;
        for (int k = 0; k < 6; k++) {
            value = 2 * value + 1;
        }
        assertThat(now.toArray()).containsOnly(value);
    }

    @Test
    void a_profile_has_times_of_each_node_of_phases() {
        DoubleView x = doubles("x", N);
        DoubleView y = doubles("y", N);
        Graph graph = Graph.define("chain", root -> chain(root, x, y, 12));
        Profile profile = instantiate(graph).profile(3);
        assertThat(profile.launches())
                .flatExtracting(Profile.ProfiledLaunch::nodes)
                .containsExactlyInAnyOrderElementsOf(graph.nodes());
        assertThat(profile.launches())
                .allMatch(launch -> launch.nodes().size() == 1 && launch.times().count() == 2);
        assertThat(x.toArray()).containsOnly(36);
    }
}
