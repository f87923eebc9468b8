package org.sporos.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.sporos.graph.Diagnostic;
import org.sporos.graph.Graph;
import org.sporos.graph.Node;
import org.sporos.graph.NodeRef;
import org.sporos.internal.run.Footprint.Meeting;
import org.sporos.kernel.analysis.dependence.AccessMode;
import org.sporos.view.DoubleView;
import org.sporos.view.Slice;

/** The race check against the definition: all pairs of nodes, all paths. */
class RaceOracleTest {
    private static final AccessMode[] MODES = AccessMode.values();

    @Test
    void random_graphs_have_the_races_that_all_pairs_have() {
        long seed = Long.getLong("sporos.seed", System.nanoTime());
        System.out.println("race oracle: seed " + seed);
        Random random = new Random(seed);
        int racing = 0;
        for (int round = 0; round < 10_000; round++) {
            racing +=
                    compare(random, seed, (graph, touches) -> Races.of(graph, node -> touches.get(node.id()))) ? 1 : 0;
        }
        assertThat(racing).isBetween(1000, 9_600);
    }

    @Test
    void a_broken_race_check_is_noticed() {
        Random random = new Random(1);
        assertThatThrownBy(() -> {
                    for (int round = 0; round < 100; round++) {
                        compare(random, 1, (graph, touches) -> List.of());
                    }
                })
                .isInstanceOf(AssertionError.class);
    }

    /** Finds the races of a graph whose nodes have some accesses, in the order of their ids. */
    private interface Check {
        List<Diagnostic> of(Graph graph, List<List<NodeAccess>> touches);
    }

    private static boolean compare(Random random, long seed, Check check) {
        DoubleView view = Races.view("u", 12);
        int edges = 1 + random.nextInt(3);
        int size = 2 + random.nextInt(9);
        Graph graph = Graph.define("g", root -> {
            List<NodeRef> nodes = new ArrayList<>();
            for (int k = 0; k < size; k++) {
                List<NodeRef> before = new ArrayList<>();
                before.add(k == 0 || random.nextInt(6) == 0 ? root : nodes.get(k - 1 - random.nextInt(Math.min(k, 2))));
                for (int e = 1; k > 0 && e < edges; e++) {
                    before.add(nodes.get(random.nextInt(k)));
                }
                nodes.add(Graph.whenAll(before).thenHost("n" + k, () -> {}));
            }
        });
        List<List<NodeAccess>> touches = new ArrayList<>();
        for (Node node : graph.nodes()) {
            touches.add(node.label().equals("whenAll") ? List.of() : touches(random, view));
        }
        List<Diagnostic> found = check.of(graph, touches);
        boolean[] expected = expected(graph, touches);
        assertThat(found.stream().anyMatch(d -> d.code().equals("G102")))
                .as("certain, seed %d", seed)
                .isEqualTo(expected[0]);
        assertThat(found.stream().anyMatch(d -> d.code().equals("G108")) || !expected[1] || expected[0])
                .as("possible, seed %d", seed)
                .isTrue();
        assertThat(found.isEmpty()).as("any, seed %d", seed).isEqualTo(!expected[0] && !expected[1]);
        return expected[0];
    }

    private static List<NodeAccess> touches(Random random, DoubleView view) {
        List<NodeAccess> touches = new ArrayList<>();
        for (int k = random.nextInt(3); k > 0; k--) {
            int begin = random.nextInt(12);
            int end = begin + 1 + random.nextInt(12 - begin);
            AccessMode mode = MODES[random.nextInt(random.nextBoolean() ? 2 : 3)];
            touches.add(NodeAccess.whole(view.subview(Slice.range(begin, end)), mode, random.nextInt(4) > 0));
        }
        return touches;
    }

    /** Returns whether there is a certain race, and whether there is one that is only possible. */
    private static boolean[] expected(Graph graph, List<List<NodeAccess>> touches) {
        List<BitSet> before = new ArrayList<>();
        boolean[] races = new boolean[2];
        for (Node node : graph.nodes()) {
            BitSet all = new BitSet();
            node.predecessors().forEach(p -> {
                all.set(p.id());
                all.or(before.get(p.id()));
            });
            before.add(all);
            for (int other = 0; other < node.id(); other++) {
                for (NodeAccess a : all.get(other) ? List.<NodeAccess>of() : touches.get(other)) {
                    for (NodeAccess b : touches.get(node.id())) {
                        if (!a.mode().agreesWith(b.mode()) && a.elements().meets(b.elements()) == Meeting.ALWAYS) {
                            races[a.certain() && b.certain() ? 0 : 1] = true;
                        }
                    }
                }
            }
        }
        return races;
    }
}
