package org.sporos.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.sporos.debug.Debug;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.InstantiateOption.Merging;
import org.sporos.graph.InstantiateOption.PersistentLoops;
import org.sporos.graph.NodeRef;
import org.sporos.param.DoubleParam;
import org.sporos.policy.RangePolicy;
import org.sporos.view.DoubleView;
import org.sporos.view.IntView;

/** A loop on the device does the same in one launch as in a launch for each node. */
abstract class PersistentLoopsContract extends OneLaunchContract {
    private static final int N = 100;
    /** Bodies whose members are called one by one, and by a table. */
    private static final int[] LENGTHS = {2, 20};

    PersistentLoopsContract() {
        super(PersistentLoops.BLOCK, "one block", N, LENGTHS);
    }

    private static NodeRef count(NodeRef after, IntView count) {
        return after.then("count", () -> count.set(count.get() + 1));
    }

    /** A chain of so many nodes, an even number, each of which adds to what the node before wrote elsewhere. */
    private static NodeRef chain(NodeRef after, DoubleView x, DoubleView y, DoubleParam by, int nodes) {
        NodeRef last = after;
        for (int k = 0; k < nodes; k++) {
            DoubleView from = k % 2 == 0 ? x : y;
            DoubleView to = k % 2 == 0 ? y : x;
            last = last.thenParallelFor("s" + k, RangePolicy.of(N), i -> to.set(i, from.get((i + 1) % N) + by.get()));
        }
        return last;
    }

    @Test
    void rebinding_and_new_graphs_reach_all_phases_and_the_condition() {
        DoubleView x = doubles("x", N);
        DoubleView y = doubles("y", N);
        DoubleView z = doubles("z", N);
        for (int nodes : LENGTHS) {
            x.assign(new double[N]);
            z.assign(new double[N]);
            ExecutableGraph exec = inOneLaunch(until(x, y, nodes, 100));
            run(exec);
            double reached = Math.ceil(100.0 / nodes) * nodes;
            assertThat(x.toArray()).containsOnly(reached);
            exec.rebind(x, z);
            run(exec);
            assertThat(z.toArray()).containsOnly(reached);
            assertThat(exec.update(until(z, y, nodes, 200)).isDone()).isTrue();
            run(exec);
            assertThat(z.toArray()).containsOnly(Math.ceil((200 - reached) / nodes) * nodes + reached);
            assertThat(x.toArray()).containsOnly(reached);
        }
    }

    private static Graph until(DoubleView x, DoubleView y, int nodes, double end) {
        DoubleParam by = DoubleParam.of("by", 1);
        Graph body = Graph.define("body", root -> chain(root, x, y, by, nodes));
        return Graph.define("until", root -> root.thenWhile("while", () -> x.get(N - 1) < end, body, 1000));
    }

    @Test
    void loops_run_in_branches_that_are_open_alone_and_in_loops() {
        DoubleParam by = DoubleParam.of("by", 1);
        for (int nodes : LENGTHS) {
            DoubleView x = doubles("x" + nodes, N);
            DoubleView y = doubles("y" + nodes, N);
            IntView inner = ints("inner" + nodes);
            IntView outer = ints("outer" + nodes);
            Graph body = Graph.define("body", root -> count(chain(root, x, y, by, nodes), inner));
            Graph loop = Graph.define(
                    "loop",
                    root -> root.thenFill("zero", inner, 0).thenWhile("inner", () -> inner.get() <= outer.get(), body));
            Graph odd = Graph.define("odd", root -> root.thenIf("odd?", () -> outer.get() % 2 == 1, loop));
            ExecutableGraph exec = inOneLaunch(Graph.define(
                    "loops",
                    root -> root.thenFill("zero", outer, 0)
                            .thenWhile(
                                    "outer",
                                    () -> outer.get() < 4,
                                    Graph.define("both", both -> count(both.thenGraph("sub", odd), outer)),
                                    10)));
            run(exec);
            assertThat(x.toArray()).containsOnly((2 + 4) * nodes);
        }
    }

    @Test
    void phases_print_in_each_iteration() {
        IntView count = ints("count");
        try (PrintLogRecorder log = new PrintLogRecorder(100)) {
            ExecutableGraph exec = inOneLaunch(Graph.define(
                    "prints",
                    root -> root.thenWhile(
                            "while",
                            () -> count.get() < 3,
                            body -> body.thenParallelFor("line", RangePolicy.of(2), i -> {
                                        Debug.print("{} in {}", i, count.get());
                                    })
                                    .then("count", () -> count.set(count.get() + 1)))));
            run(exec);
            assertThat(log.taken())
                    .hasSize(1)
                    .first()
                    .asString()
                    .startsWith("graph 'prints' printed 6 lines in run 1\n");
        }
    }

    @Test
    void random_loops_give_the_same_bits_in_one_launch_or_not() throws Exception {
        compare(isHost() ? 20 : 6);
    }

    @Test
    @Tag("full")
    void many_random_loops_give_the_same_bits_in_one_launch_or_not() throws Exception {
        compare(isHost() ? 500 : Integer.getInteger("sporos.contract.graphs", 300));
    }

    private void compare(int graphs) throws Exception {
        long seed = Long.getLong("sporos.contract.seed", System.nanoTime());
        System.out.println("loops on " + spec() + ": -Dsporos.contract.seed=" + seed);
        Random seeds = new Random(seed);
        int persistent = 0;
        for (int number = 0; number < graphs; number++) {
            long own = seeds.nextLong();
            IntView ofOn = ints("on" + number);
            IntView ofOff = ints("off" + number);
            try (SmallGraphs merged = SmallGraphs.of(space(), new Random(own));
                    SmallGraphs plain = SmallGraphs.of(space(), new Random(own));
                    ExecutableGraph on = loop(merged, ofOn, own).instantiate(space(), PersistentLoops.BLOCK);
                    ExecutableGraph off = loop(plain, ofOff, own).instantiate(space(), Merging.OFF)) {
                for (int run = 0; run < 2; run++) {
                    on.submit();
                    off.submit();
                }
                space().fence();
                String text = on.explain();
                persistent += text.contains("a loop in one launch") ? 1 : 0;
                assertThat(merged.bits())
                        .as("loop %d of seed %d%n%s", number, seed, text)
                        .isEqualTo(plain.bits());
                assertThat(ofOn.read()).isEqualTo(ofOff.read());
            }
        }
        assertThat(persistent).isGreaterThanOrEqualTo(isHost() ? 0 : graphs / 2);
    }

    private static Graph loop(SmallGraphs views, IntView count, long seed) {
        Random random = new Random(seed + 1);
        int iterations = random.nextInt(6);
        Graph small = views.graph(random, 1 + random.nextInt(25));
        Graph body = Graph.define("body", root -> count(root.thenGraph("small", small), count));
        return Graph.define(
                "loop",
                root -> root.thenFill("zero", count, 0).thenWhile("while", () -> count.get() < iterations, body, 10));
    }
}
