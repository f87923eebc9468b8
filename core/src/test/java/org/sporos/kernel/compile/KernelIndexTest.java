package org.sporos.kernel.compile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sporos.reduce.Reducers.Sum;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.sporos.graph.Graph;
import org.sporos.graph.NodeRef;
import org.sporos.graph.Scan;
import org.sporos.kernel.analysis.dependence.AccessMode;
import org.sporos.kernel.analysis.dependence.KernelFacts;
import org.sporos.kernel.analysis.interval.Interval;
import org.sporos.policy.IndexSet;
import org.sporos.policy.RangePolicy;
import org.sporos.space.MemorySpace;
import org.sporos.view.DoubleView;
import org.sporos.view.IntView;
import org.sporos.view.View;

class KernelIndexTest {
    private static final int N = 10;

    private static DoubleView view(String label) {
        return DoubleView.of(label, MemorySpace.host(), N);
    }

    private static List<KernelFacts> facts(Graph graph) {
        KernelIndex index = KernelIndex.of(graph);
        assertThat(index.problems()).isEmpty();
        List<KernelFacts> all = new ArrayList<>();
        graph.nodes().forEach(node -> index.of(node).forEach(kernel -> all.add(kernel.facts())));
        return all;
    }

    @Test
    void bodies_that_differ_in_numbers_and_views_share_their_code() {
        DoubleView[] views = {view("a"), view("b"), view("c"), view("d")};
        Graph graph = Graph.define("g", root -> {
            NodeRef last = root;
            for (int k = 0; k < 4; k++) {
                double factor = k + 0.5;
                int shift = k;
                DoubleView from = views[k];
                DoubleView to = views[(k + 1) % 4];
                last = last.thenParallelFor("n", RangePolicy.of(2), i -> to.set(i + shift, factor * from.get(i)));
            }
        });
        List<KernelFacts> facts = facts(graph);

        assertThat(facts.subList(1, 4))
                .allMatch(f -> f.kernel().body() == facts.get(1).kernel().body());
        for (int k = 0; k < 4; k++) {
            KernelFacts f = facts.get(k);
            double factor = k + 0.5;
            assertThat(f.binding().views()).containsExactlyInAnyOrder(views[k], views[(k + 1) % 4]);
            assertThat(f.kernel().views()).allMatch(ref -> f.binding().view(ref) == ref.view());
            assertThat(f.binding().scalars()).contains((long) k, Double.doubleToRawLongBits(factor));
            assertThat(f.sites().stream().map(touch -> f.view(touch.view())).toList())
                    .containsExactlyInAnyOrder((View) views[k], views[(k + 1) % 4]);
            int begin = k;
            assertThat(f.sites().stream()
                            .filter(touch -> touch.mode() == AccessMode.WRITE)
                            .findFirst())
                    .hasValueSatisfying(touch -> assertThat(touch.elements()).hasToString(begin + " + 1*[0, 2)"));
        }
    }

    @Test
    void index_sets_need_no_space_to_be_looked_at() {
        DoubleView a = view("a");
        DoubleView sum = DoubleView.of("sum", MemorySpace.host());
        IndexSet some = IndexSet.of(7, 2);
        IndexSet promised = IndexSet.assumeDistinct(IntView.of("list", MemorySpace.host(), 4));
        Graph graph = Graph.define("g", root -> {
            NodeRef last = root;
            for (IndexSet set : List.of(some, promised, IndexSet.of())) {
                last = last.thenParallelFor("for", set, i -> a.set(i, 1))
                        .thenParallelReduce("reduce", set, Sum.into(sum, i -> a.get(i)))
                        .thenParallelScan(
                                "scan", set, i -> a.get(i), (i, before) -> a.set(i, before), Scan.exclusiveDouble());
            }
        });
        List<KernelFacts> facts = facts(graph);
        assertThat(facts).hasSize(12);
        assertThat(facts.get(0).launch().indexes()).containsExactly(new Interval(2, 7));
        assertThat(facts).allMatch(f -> f.launch().isListed());
        assertThat(facts).allMatch(f -> f.binding().views().equals(List.of(a)));
    }

    @Test
    void a_number_that_decides_about_the_code_is_lifted_each_time() {
        DoubleView a = view("a");
        Graph graph = Graph.define("g", root -> {
            NodeRef last = root;
            for (int k = 2; k < 5; k++) {
                int length = k;
                last = last.thenParallelFor("n", RangePolicy.of(N), i -> {
                    double[] local = new double[length];
                    local[length - 1] = i;
                    a.set(i, local[length - 1]);
                });
            }
        });
        assertThat(facts(graph).stream()
                        .map(f -> f.kernel().arrays().get(0).length())
                        .toList())
                .containsExactly(2, 3, 4);
    }

    @Test
    void views_that_are_one_in_a_body_are_not_two_in_another() {
        DoubleView a = view("a");
        DoubleView b = view("b");
        Graph graph = Graph.define("g", root -> copy(copy(copy(root, a, a), a, b), b, b));
        assertThat(facts(graph).stream().map(f -> f.binding().views()).toList())
                .containsExactly(List.of(a), List.of(a, b), List.of(b));
    }

    private static NodeRef copy(NodeRef after, DoubleView from, DoubleView to) {
        return after.thenParallelFor("copy", RangePolicy.of(N), i -> to.set(i, from.get(i)));
    }

    @Test
    void facts_print_views_shapes_and_proofs() {
        DoubleView a = view("left");
        DoubleView b = view("right");
        Graph graph = Graph.define(
                "g",
                root -> root.thenParallelFor(
                        "n", RangePolicy.of(1, N - 1), i -> b.set(i, a.get(i - 1) + a.get(i) + a.get(0))));
        assertThat(facts(graph).get(0)).hasToString("""
                  a = view 'left': read at an offset, read at its index, read uniform
                  b = view 'right': written at its index
                  proofs: 1 of 1 operations cannot overflow, 4 of 4 accesses are in bounds, 0 of 0 divisions are safe
                """);
    }

    @Test
    void uses_tell_of_each_view_whether_items_touch_their_own_element_alone() {
        DoubleView a = view("a");
        DoubleView b = view("b");
        Graph graph = Graph.define(
                "g",
                root -> root.thenParallelFor(
                        "n", RangePolicy.of(1, N), i -> b.set(i, b.get(i) + a.get(i) + a.get(i - 1))));
        KernelFacts facts = facts(graph).get(0);
        assertThat(facts.effects())
                .extracting(use -> facts.view(use.view()).label() + " " + use.changes() + " " + use.atIndex())
                .containsExactly("b true true", "a false false");
    }
}
