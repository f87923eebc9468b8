package org.sporos.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sporos.check.Races.reads;
import static org.sporos.check.Races.view;
import static org.sporos.check.Races.writes;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.sporos.graph.Graph;
import org.sporos.graph.NodeRef;
import org.sporos.view.DoubleView;
import org.sporos.view.Slice;

/**
 * Ordinary large graphs are checked completely: the check looks at each edge a few times at most, and never gives up.
 */
class RaceCheckScaleTest {
    private static final int NODES = 100_000;

    private static void assertChecked(int races, Consumer<NodeRef> definition) {
        Graph graph = Graph.define("large", definition::accept);
        long start = System.nanoTime();
        assertThat(Races.of(graph)).hasSize(races);
        System.out.printf("%s race-checked in %d ms%n", graph, (System.nanoTime() - start) / 1_000_000);
    }

    private static List<DoubleView> views(int count) {
        List<DoubleView> views = new ArrayList<>();
        for (int k = 0; k < count; k++) {
            views.add(view("v" + k, 100));
        }
        return views;
    }

    @Test
    void unordered_readers_of_many_views() {
        List<DoubleView> views = views(1000);
        assertChecked(0, root -> {
            for (int k = 0; k < NODES; k++) {
                reads(root, "r" + k, views.get(k % 1000), views.get((k + 1) % 1000));
            }
        });
    }

    @Test
    void unordered_writers_of_parts_of_many_views() {
        List<DoubleView> views = views(1000);
        assertChecked(0, root -> {
            for (int k = 0; k < NODES; k++) {
                writes(root, "w" + k, views.get(k % 1000).subview(Slice.at(k / 1000)));
            }
        });
    }

    @Test
    void unordered_writers_of_many_views_are_all_found() {
        List<DoubleView> views = views(1000);
        assertChecked(1_000, root -> {
            for (int k = 0; k < NODES; k++) {
                writes(root, "w" + k, views.get(k % 1000));
            }
        });
    }

    @Tag("matrix")
    @Test
    void a_chain_on_one_view() {
        DoubleView u = view("u", 100);
        assertChecked(0, root -> {
            NodeRef last = root;
            for (int k = 0; k < 10 * NODES; k++) {
                last = writes(last, "w", u);
            }
        });
    }

    @Test
    void a_view_that_is_written_at_the_begin_and_read_by_all() {
        DoubleView coefficients = view("c", 100);
        DoubleView u = view("u", 100);
        assertChecked(0, root -> {
            NodeRef last = Graph.whenAll(writes(root, "u", u), writes(root, "c", coefficients));
            for (int k = 0; k < NODES / 4; k++) {
                NodeRef a = reads(last, "a", coefficients);
                NodeRef b = reads(last, "b", coefficients, u);
                last = writes(Graph.whenAll(a, b), "w", u);
            }
            writes(last, "end", coefficients);
        });
    }

    @Test
    void wide_fans_with_dense_joins() {
        DoubleView u = view("u", 100);
        assertChecked(0, root -> {
            NodeRef last = root;
            for (int round = 0; round < 10; round++) {
                List<NodeRef> fan = new ArrayList<>();
                for (int k = 0; k < NODES / 10; k++) {
                    fan.add(reads(last, "r", u));
                }
                last = writes(Graph.whenAll(fan), "w", u);
            }
        });
    }

    @Test
    void layers_of_halo_exchanges() {
        DoubleView u = view("u", 100, 10);
        DoubleView v = view("v", 100, 10);
        List<DoubleView> views = List.of(u, v);
        assertChecked(0, root -> {
            List<NodeRef> layer = new ArrayList<>();
            for (int k = 0; k < 100; k++) {
                layer.add(root);
            }
            for (int round = 0; round < NODES / 200; round++) {
                List<NodeRef> next = new ArrayList<>();
                for (int k = 0; k < 100; k++) {
                    int from = Math.max(0, k - 1);
                    int to = Math.min(100, k + 2);
                    NodeRef after = Graph.whenAll(layer.subList(from, to));
                    DoubleView read = views.get(round % 2).subview(Slice.range(from, to), Slice.all());
                    DoubleView written = views.get(1 - round % 2).subview(Slice.at(k), Slice.all());
                    next.add(after.thenHost(
                            "cell",
                            org.sporos.graph.Access.reads(read),
                            org.sporos.graph.Access.writes(written),
                            () -> {}));
                }
                layer = next;
            }
        });
    }

    @Test
    void random_layers_over_views_of_their_own_never_give_up() {
        Random random = new Random(7);
        assertChecked(0, root -> {
            List<NodeRef> layer = List.of(root);
            for (int round = 0; round < NODES / 200; round++) {
                List<DoubleView> own = views(100);
                List<NodeRef> next = new ArrayList<>();
                for (int k = 0; k < 100; k++) {
                    NodeRef after = Graph.whenAll(
                            layer.get(random.nextInt(layer.size())), layer.get(random.nextInt(layer.size())));
                    next.add(writes(after, "n", own.get(k)));
                }
                layer = List.of(Graph.whenAll(next));
            }
        });
    }

    @Test
    @Tag("full")
    void a_graph_that_cannot_be_checked_in_time_says_so() {
        DoubleView matrix = view("matrix", 2, 10_000);
        Graph graph = Graph.define("columns", root -> {
            for (int k = 0; k < 10_000; k++) {
                writes(root, "c" + k, matrix.subview(Slice.all(), Slice.at(k)));
            }
        });
        assertThat(Races.of(graph)).extracting(d -> d.code()).containsExactly("G109");
    }
}
