package org.sporos.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.NodeRef;
import org.sporos.policy.RangePolicy;
import org.sporos.policy.SingleBody;
import org.sporos.view.IntView;

/** Graphs whose size would overflow a stack or take quadratic time where a step is not linear. */
abstract class LargeGraphContract extends Contract {

    @Test
    void a_chain_of_100_000_nodes_runs() {
        chain(100_000);
    }

    @Test
    @Tag("full")
    void a_chain_of_1_000_000_nodes_runs() {
        chain(1_000_000);
    }

    private void chain(int nodes) {
        IntView x = ints("x");
        SingleBody count = () -> x.set(x.get() + 1);
        ExecutableGraph exec = instantiate(Graph.define("chain", root -> {
            NodeRef last = root;
            for (int i = 0; i < nodes; i++) {
                last = last.then("k", count);
            }
        }));
        exec.submit();
        run(exec);
        assertThat(x.toArray()).containsExactly(2 * nodes);
        assertThat(exec.explain()).isNotEmpty();
    }

    @Test
    void a_join_of_100_000_nodes_runs() {
        int nodes = 100_000;
        IntView x = ints("x");
        IntView seen = ints("seen");
        SingleBody count = () -> x.atomicAdd(1);
        ExecutableGraph exec = instantiate(Graph.define("wide", root -> {
            NodeRef first = root.then("first", count);
            List<NodeRef> all = new ArrayList<>();
            for (int i = 0; i < nodes; i++) {
                all.add(first.then("k", count));
            }
            Graph.whenAll(all).then("seen", () -> seen.set(x.get()));
        }));
        run(exec);
        assertThat(seen.toArray()).containsExactly(nodes + 1);
        run(exec);
        assertThat(seen.toArray()).containsExactly(2 * (nodes + 1));
    }

    /** The number of paths is 2^24: what walks paths instead of nodes does not end. */
    @Test
    void stacked_diamonds_run_each_node_once() {
        IntView x = ints("x");
        SingleBody count = () -> x.atomicAdd(1);
        ExecutableGraph exec = instantiate(Graph.define("diamonds", root -> {
            NodeRef last = root.then("top", count);
            for (int i = 0; i < 24; i++) {
                last = Graph.whenAll(last.then("left", count), last.then("right", count))
                        .then("bottom", count);
            }
        }));
        run(exec);
        assertThat(x.toArray()).containsExactly(1 + 24 * 3);
    }

    @Test
    void a_dense_graph_of_1_000_nodes_and_100_000_edges_runs_in_order() {
        int nodes = 1_000;
        IntView at = ints("at", nodes);
        IntView wrong = ints("wrong");
        Graph graph = Graph.define("dense", root -> {
            List<NodeRef> all = new ArrayList<>();
            for (int i = 0; i < nodes; i++) {
                int me = i;
                NodeRef after = i == 0 ? root : Graph.whenAll(all.subList(Math.max(0, i - 100), i));
                all.add(after.then("n" + me, () -> {
                    if (me > 0 && at.get(me - 1) != at.get(me) + 1) {
                        wrong.atomicAdd(1);
                    }
                    at.set(me, at.get(me) + 1);
                }));
            }
        });
        int edges = graph.nodes().stream()
                .mapToInt(node -> node.predecessors().size())
                .sum();
        assertThat(edges).isBetween(95_000, 105_000);
        ExecutableGraph exec = instantiate(graph);
        exec.submit();
        run(exec);
        assertThat(wrong.toArray()).containsExactly(0);
        assertThat(at.toArray()).containsOnly(2);
    }

    @Test
    void a_layered_graph_sees_the_layer_before_each_time() {
        int layers = 10;
        int width = 100;
        Random random = new Random(42);
        int[][] left = new int[layers][width];
        int[][] right = new int[layers][width];
        IntView x = ints("x", layers, width);
        Graph graph = Graph.define("layered", root -> {
            List<NodeRef> before = List.of();
            for (int layer = 0; layer < layers; layer++) {
                List<NodeRef> now = new ArrayList<>();
                for (int i = 0; i < width; i++) {
                    int l = layer;
                    int me = i;
                    if (layer == 0) {
                        now.add(root.then("root", () -> x.set(0, me, x.get(0, me) + me)));
                        continue;
                    }
                    int a = left[layer][i] = random.nextInt(width);
                    int b = right[layer][i] = random.nextInt(width);
                    now.add(Graph.whenAll(before.get(a), before.get(b))
                            .then("n", () -> x.set(l, me, x.get(l - 1, a) * 31 + x.get(l - 1, b))));
                }
                before = now;
            }
        });
        ExecutableGraph exec = instantiate(graph);
        int[][] expected = new int[layers][width];
        for (int run = 0; run < 30; run++) {
            exec.submit();
            for (int layer = 0; layer < layers; layer++) {
                for (int i = 0; i < width; i++) {
                    expected[layer][i] = layer == 0
                            ? expected[0][i] + i
                            : expected[layer - 1][left[layer][i]] * 31 + expected[layer - 1][right[layer][i]];
                }
            }
        }
        space().fence();
        int[] got = x.toArray();
        for (int layer = 0; layer < layers; layer++) {
            for (int i = 0; i < width; i++) {
                assertThat(got[layer * width + i]).isEqualTo(expected[layer][i]);
            }
        }
    }

    @Test
    void independent_kernels_with_work_run_side_by_side_and_join() {
        int n = 20_000;
        int wide = 16;
        IntView x = ints("x", wide, n);
        IntView sum = ints("sum", n);
        ExecutableGraph exec = instantiate(root -> {
            List<NodeRef> all = new ArrayList<>();
            for (int w = 0; w < wide; w++) {
                int row = w;
                all.add(root.thenParallelFor("k" + w, RangePolicy.of(n), i -> x.set(row, i, x.get(row, i) + row)));
            }
            Graph.whenAll(all).thenParallelFor("sum", RangePolicy.of(n), i -> {
                int total = 0;
                for (int w = 0; w < 16; w++) {
                    total += x.get(w, i);
                }
                sum.set(i, total);
            });
        });
        for (int run = 1; run <= 20; run++) {
            run(exec);
            assertThat(sum.toArray()).containsOnly(run * 120);
        }
    }
}
