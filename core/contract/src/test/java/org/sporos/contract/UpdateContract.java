package org.sporos.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.sporos.reduce.Reducers.Max;
import static org.sporos.reduce.Reducers.Sum;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.sporos.graph.Access;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.NodeRef;
import org.sporos.graph.UpdateResult;
import org.sporos.policy.IndexSet;
import org.sporos.policy.RangePolicy;
import org.sporos.view.IntView;
import org.sporos.view.LongView;
import org.sporos.view.Views;

/** Updates of executables to graphs defined anew: done with the same nodes and edges, or refused with what differs. */
abstract class UpdateContract extends Contract {
    private static final int N = 3000;
    private static final int LEVELS = 6;

    private static Graph scaled(IntView x, IntView y, int factor, int begin, int end) {
        return Graph.define(
                "scaled",
                root -> root.thenParallelFor(
                        "scale", RangePolicy.of(begin, end), i -> y.set(i, factor * x.get(i) + 1)));
    }

    private IntView filled(String label, int value) {
        IntView view = ints(label, N);
        Views.fill(view, value);
        return view;
    }

    private static String where(Graph graph, String label) {
        return "node '" + label + "' (" + node(graph, label).where() + ") ";
    }

    @Test
    void other_views_numbers_and_ranges_need_no_other_code() {
        IntView x = filled("x", 2);
        IntView y = filled("y", 0);
        IntView z = filled("z", 0);
        ExecutableGraph exec = instantiate(scaled(x, y, 3, 0, N));
        exec.submit();
        Graph next = scaled(x, z, 10, 0, N - 5);
        UpdateResult result = exec.update(next);
        assertThat(result.differences()).isEmpty();
        assertThat(result).hasToString("updated");
        assertThat(exec.graph()).isSameAs(next);
        run(exec);
        assertThat(y.toArray()).containsOnly(7);
        int[] all = z.toArray();
        for (int i = 0; i < N; i++) {
            assertThat(all[i]).isEqualTo(i < N - 5 ? 21 : 0);
        }
    }

    @Test
    void values_of_fills_copies_and_host_code_are_those_of_the_new_graph() {
        IntView x = filled("x", 0);
        IntView y = filled("y", 0);
        int[] seen = new int[1];
        ExecutableGraph exec = instantiate(steps(x, y, 4, seen));
        run(exec);
        assertThat(seen).containsOnly(4);
        assertThat(exec.update(steps(y, x, 9, seen)).isDone()).isTrue();
        run(exec);
        assertThat(seen).containsOnly(9);
        assertThat(x.toArray()).containsOnly(9);
        assertThat(y.toArray()).containsOnly(9);
    }

    private static Graph steps(IntView x, IntView y, int value, int[] seen) {
        return Graph.define(
                "steps",
                root -> root.thenFill("fill", x, value)
                        .thenDeepCopy("copy", y, x)
                        .thenHost("look", Access.reads(), () -> seen[0] = value));
    }

    @Test
    void a_rebound_view_is_that_of_the_new_graph() {
        IntView x = filled("x", 2);
        IntView y = filled("y", 0);
        IntView z = filled("z", 0);
        ExecutableGraph exec = instantiate(scaled(x, y, 3, 0, N));
        exec.rebind(y, z);
        assertThat(exec.update(scaled(x, y, 4, 0, N)).isDone()).isTrue();
        run(exec);
        assertThat(y.toArray()).containsOnly(9);
        assertThat(z.toArray()).containsOnly(0);
    }

    @Test
    void an_update_to_other_proofs_is_checked_in_its_runs() {
        IntView x = filled("x", 2);
        IntView y = filled("y", 0);
        ExecutableGraph exec = instantiate(gathered(x, y, 0));
        run(exec);
        assertThat(y.toArray()).containsOnly(2);
        Views.fill(y, 0);
        assertThat(exec.update(gathered(x, y, 5)).differences()).isEmpty();
        assertThat(failure(exec))
                .hasMessageContaining("R301: node 'gather'")
                .hasMessageContaining("is outside of view 'x' of extents [" + N + "]");
    }

    /** With a shift other than 0 the last reads may be outside, which must be checked. */
    private static Graph gathered(IntView x, IntView y, int shift) {
        return Graph.define(
                "g",
                root -> root.thenParallelFor("gather", RangePolicy.of(N), i -> {
                    if (y.get(i) == 0) {
                        y.set(i, x.get(i + shift));
                    }
                }));
    }

    @Test
    void other_nodes_and_edges_are_named() {
        IntView x = filled("x", 2);
        IntView y = filled("y", 0);
        ExecutableGraph exec = instantiate(root -> root.thenFill("a", x, 1).thenFill("b", y, 2));
        Graph apart = Graph.define("g", root -> {
            root.thenFill("a", x, 1);
            root.thenFill("b", y, 2);
        });
        assertThat(exec.update(apart)).hasToString("not updated:\n" + where(apart, "b") + "follows nothing, not 'a'");
        Graph longer = Graph.define(
                "g", root -> root.thenFill("a", x, 1).thenFill("b", y, 2).thenFill("c", x, 3));
        assertThat(exec.update(longer)).hasToString("not updated:\nthe graph 'g' has 3 nodes, not 2");
        Graph renamed = Graph.define("g", root -> root.thenFill("first", x, 1).thenDeepCopy("b", y, x));
        assertThat(exec.update(renamed))
                .hasToString("not updated:\n" + where(renamed, "first") + "stands where 'a' was\n" + where(renamed, "b")
                        + "is deepCopy 'x' -> 'y', not fill 'y'");
        run(exec);
        assertThat(x.toArray()).containsOnly(1);
        assertThat(y.toArray()).containsOnly(2);
    }

    @Test
    void other_code_of_a_kernel_is_compiled() {
        IntView x = filled("x", 2);
        IntView result = own(IntView.of("result", space()));
        Graph plus = Graph.define(
                "g",
                root -> root.thenParallelFor("k", RangePolicy.of(N), i -> x.set(i, x.get(i) + 1))
                        .thenParallelReduce("all", RangePolicy.of(N), Sum.into(result, i -> x.get(i))));
        Graph times = Graph.define(
                "g",
                root -> root.thenParallelFor("k", RangePolicy.of(N), i -> x.set(i, x.get(i) * 7))
                        .thenParallelReduce("all", RangePolicy.of(N), Max.into(result, i -> x.get(i))));
        ExecutableGraph exec = instantiate(plus);
        run(exec);
        assertThat(result.toArray()).containsExactly(3 * N);
        assertThat(exec.update(times).differences()).isEmpty();
        run(exec);
        assertThat(x.toArray()).containsOnly(21);
        assertThat(result.toArray()).containsExactly(21);
        assertThat(exec.update(plus).differences()).isEmpty();
        run(exec);
        assertThat(result.toArray()).containsExactly(22 * N);
    }

    /** Sizes decide which nodes become one launch, where a backend merges them. */
    @Test
    void sizes_that_need_other_launches_are_updated() {
        IntView sum = own(IntView.of("sum", space()));
        ExecutableGraph exec = null;
        for (int size : new int[] {1000, 500, 4000, 300_000, 1, 70, 1000}) {
            IntView x = ints("x", size);
            IntView y = ints("y", size);
            Views.fill(x, 1);
            Graph graph = steps(x, y, sum);
            if (exec == null) {
                exec = instantiate(graph);
            } else {
                assertThat(exec.update(graph).differences()).as("%s", size).isEmpty();
            }
            run(exec);
            assertThat(sum.toArray()).as("%s", size).containsExactly(4 * size);
            assertThat(x.toArray()).as("%s", size).containsOnly(3);
            assertThat(y.toArray()[0]).as("%s", size).isEqualTo(2);
            assertThat(y.toArray()[size - 1]).as("%s", size).isEqualTo(size == 1 ? 2 : 3);
        }
    }

    private static Graph steps(IntView x, IntView y, IntView sum) {
        int n = (int) x.size();
        return Graph.define(
                "steps",
                root -> root.thenParallelFor("double", RangePolicy.of(n), i -> y.set(i, 2 * x.get(i)))
                        .thenParallelFor("turn", RangePolicy.of(n), i -> x.set(i, y.get(n - 1 - i) + 1))
                        .thenParallelReduce("sum", RangePolicy.of(n), Sum.into(sum, i -> x.get(i) + 1))
                        .thenParallelFor("shift", RangePolicy.of(1, n), i -> y.set(i, x.get(i - 1))));
    }

    @Test
    void a_wrong_graph_is_refused_and_changes_nothing() {
        IntView x = filled("x", 2);
        IntView y = filled("y", 0);
        ExecutableGraph exec = instantiate(scaled(x, y, 3, 0, N));
        assertThatThrownBy(() -> exec.update(scaled(x, y, 3, 0, N + 1))).hasMessageStartingWith("G112: node 'scale'");
        exec.submit();
        assertThat(y.toArray()).containsOnly(7);
        exec.close();
        assertThatThrownBy(() -> exec.update(scaled(x, y, 3, 0, N)))
                .hasMessage("S219: graph 'scaled' is updated after its executable was closed; instantiate the graph"
                        + " again");
    }

    @Test
    void graphs_over_index_sets_are_updated_and_rebound() {
        IntView x = filled("x", 0);
        IntView other = filled("other", 0);
        IndexSet some = IndexSet.of(new int[] {3, 5, 2999});
        IndexSet more = IndexSet.of(new int[] {4, 6, 100});
        ExecutableGraph exec = instantiate(marked(x, some));
        exec.rebind(x, other);
        exec.submit();
        assertThat(exec.update(marked(x, more)).isDone()).isTrue();
        run(exec);
        int[] first = other.toArray();
        int[] second = x.toArray();
        for (int i = 0; i < N; i++) {
            assertThat(first[i]).isEqualTo(i == 3 || i == 5 || i == 2999 ? 1 : 0);
            assertThat(second[i]).isEqualTo(i == 4 || i == 6 || i == 100 ? 1 : 0);
        }
    }

    private static Graph marked(IntView x, IndexSet set) {
        return Graph.define("marked", root -> root.thenParallelFor("mark", set, i -> x.set(i, 1)));
    }

    /** Blocks, phases and their order depend on sizes, the code of kernels does not. */
    @Test
    void ranges_of_other_sizes_are_updated() {
        IntView x = filled("x", 0);
        IntView y = filled("y", 0);
        IntView at = filled("at", 7);
        ExecutableGraph exec = instantiate(levels(x, y, at, 2, 1000));
        int ofX = 0;
        int ofY = 0;
        for (int size : new int[] {1, 31, 32, 33, 100, 2, 257, 1000, 5}) {
            int other = Math.max(1, 1000 / size);
            UpdateResult result = exec.update(levels(x, y, at, size, other));
            assertThat(result.isDone()).as("%s, %s: %s", size, other, result).isTrue();
            run(exec);
            // The first element is in all ranges, and the gather reads what no range has.
            ofX += LEVELS;
            ofY += LEVELS;
            assertThat(x.toArray()[1]).isEqualTo(ofX);
            assertThat(y.toArray()[1]).isEqualTo(ofY);
        }
    }

    /** Levels of two nodes, and a gather in a loop. */
    private static Graph levels(IntView x, IntView y, IntView at, int size, int other) {
        return Graph.define("levels", root -> {
            NodeRef last = root;
            for (int k = 0; k < LEVELS; k++) {
                NodeRef first = last.thenParallelFor("x", RangePolicy.of(1, 1 + size), i -> x.set(i, x.get(i) + 1));
                NodeRef second = last.thenParallelFor("y", RangePolicy.of(1, 1 + other), i -> {
                    int sum = 1;
                    for (int j = 0; j < 20; j++) {
                        sum += x.get(2000 + at.get(i + j) % 900);
                    }
                    y.set(i, y.get(i) + sum);
                });
                last = Graph.whenAll(first, second);
            }
        });
    }

    /** Random updates to as many nodes are done and right. Those to one node more are refused and change no run. */
    @Test
    void random_updates_are_right_or_refused() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        IntView[] views = {filled("a", 1), filled("b", 2), filled("c", 3)};
        LongView sum = own(LongView.of("sum", space()));
        RandomChain now = new RandomChain(random, views.length, 3);
        ExecutableGraph exec = instantiate(now.graph(views, sum));
        int done = 0;
        int refused = 0;
        for (int k = 0; k < 40; k++) {
            RandomChain next = new RandomChain(random, views.length, random.nextInt(3) == 0 ? 4 : 3);
            UpdateResult result = exec.update(next.graph(views, sum));
            boolean isDone = result.isDone();
            assertThat(isDone).as("seed " + seed + ", " + result).isEqualTo(next.from.length == 3);
            if (isDone) {
                now = next;
                done++;
            } else {
                refused++;
            }
            int[][] values = new int[views.length][];
            for (int v = 0; v < views.length; v++) {
                values[v] = views[v].toArray();
            }
            run(exec);
            long wanted = now.oracle(values);
            assertThat(sum.toArray()).as("seed " + seed).containsExactly(wanted);
            for (int v = 0; v < views.length; v++) {
                assertThat(views[v].toArray()).as("seed " + seed).isEqualTo(values[v]);
            }
        }
        assertThat(done).as("seed " + seed).isPositive();
        assertThat(refused).as("seed " + seed).isPositive();
    }

    /** Steps that add a multiple of one view to another, over a part of it; then the sum of the last view. */
    private static final class RandomChain {
        private final int[] from;
        private final int[] to;
        private final int[] factor;
        private final int[] begin;
        private final int[] end;

        RandomChain(Random random, int views, int length) {
            from = new int[length];
            to = new int[length];
            factor = new int[length];
            begin = new int[length];
            end = new int[length];
            for (int k = 0; k < length; k++) {
                from[k] = random.nextInt(views);
                to[k] = random.nextInt(views);
                // Of 0 and 1 more is proven than of other numbers.
                factor[k] = random.nextInt(4) - 1;
                begin[k] = random.nextInt(N / 2);
                end[k] = N / 2 + 1 + random.nextInt(N / 2 - 1);
            }
        }

        Graph graph(IntView[] views, LongView sum) {
            return Graph.define("chain", root -> {
                NodeRef last = root;
                for (int k = 0; k < from.length; k++) {
                    IntView x = views[from[k]];
                    IntView y = views[to[k]];
                    int times = factor[k];
                    last = last.thenParallelFor(
                            "step" + k, RangePolicy.of(begin[k], end[k]), i -> y.set(i, y.get(i) + times * x.get(i)));
                }
                IntView result = views[to[to.length - 1]];
                last.thenParallelReduce("sum", RangePolicy.of(N), Sum.into(sum, i -> result.get(i)));
            });
        }

        long oracle(int[][] values) {
            for (int k = 0; k < from.length; k++) {
                for (int i = begin[k]; i < end[k]; i++) {
                    values[to[k]][i] += factor[k] * values[from[k]][i];
                }
            }
            long sum = 0;
            for (int value : values[to[to.length - 1]]) {
                sum += value;
            }
            return sum;
        }
    }
}
