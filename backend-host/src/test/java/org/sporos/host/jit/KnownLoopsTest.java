package org.sporos.host.jit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.sporos.graph.Graph;
import org.sporos.kernel.analysis.dependence.KernelFacts;
import org.sporos.kernel.compile.KernelIndex;
import org.sporos.param.IntParam;
import org.sporos.policy.RangePolicy;
import org.sporos.space.MemorySpace;
import org.sporos.view.DoubleView;
import org.sporos.view.IntView;
import org.sporos.view.Slice;

/** Loops of kernels that graphs of this process had before. */
class KnownLoopsTest {
    private static final int N = 20;

    private static DoubleView view(String label) {
        DoubleView view = DoubleView.of(label, MemorySpace.host(), N);
        for (int i = 0; i < N; i++) {
            view.set(i, i);
        }
        return view;
    }

    /** Returns a loop of two kernels that run as one, of graphs of their own. */
    private static TieredLoop merged(DoubleView x, DoubleView y, IntParam shift, double factor, IntView at) {
        Graph graph = Graph.define(
                "merged",
                root -> root.thenParallelFor("scale", RangePolicy.of(N), i -> y.set(i, factor * x.get(i) + shift.get()))
                        .thenParallelFor("gather", RangePolicy.of(N), i -> y.set(i, y.get(i) + x.get(at.get(i)))));
        KernelIndex index = KernelIndex.of(graph);
        List<KernelFacts> members = graph.nodes().stream()
                .map(node -> index.of(node).get(0).facts())
                .toList();
        return Objects.requireNonNull(new GeneratedLoops(nanos -> {}).forEach(members));
    }

    private static void check(TieredLoop loop, DoubleView y, int shift, double factor) {
        loop.run(0, N);
        for (int i = 0; i < N; i++) {
            assertThat(y.get(i)).isEqualTo(factor * i + shift + 3);
        }
    }

    private static IntView threes() {
        IntView at = IntView.of("at", MemorySpace.host(), N);
        for (int i = 0; i < N; i++) {
            at.set(i, 3);
        }
        return at;
    }

    @Test
    void a_graph_that_is_defined_again_has_the_same_loops_for_its_own_views_params_and_numbers() {
        DoubleView y = view("y");
        DoubleView z = view("z");
        TieredLoop one = merged(view("x"), y, IntParam.of("shift", 1), 2, threes());
        TieredLoop two = merged(view("x"), z, IntParam.of("other", 5), 4, threes());
        assertThat(two.loop()).isSameAs(one.loop());
        assertThat(two.arguments()).isNotSameAs(one.arguments());
        check(two, z, 5, 4);
        check(one, y, 1, 2);
    }

    @Test
    void one_memory_for_two_is_other_code() {
        DoubleView both = view("both");
        TieredLoop two = merged(view("x"), view("y"), IntParam.of("shift", 1), 2, threes());
        TieredLoop one = merged(both, both, IntParam.of("shift", 1), 2, threes());
        assertThat(one.loop()).isNotSameAs(two.loop());
        one.run(0, 1);
        assertThat(both.get(0)).isEqualTo(1 + 3);
    }

    @Test
    void a_failure_names_the_view_and_the_kernel_of_its_own_graph() {
        merged(view("x"), view("y"), IntParam.of("shift", 1), 2, threes());
        IntView at = threes();
        at.set(7, N);
        TieredLoop loop = merged(view("other"), view("y"), IntParam.of("shift", 1), 2, at);
        assertThatThrownBy(() -> loop.run(0, N))
                .rootCause()
                .hasMessageContaining("other")
                .hasMessageContaining("20");
    }

    @Test
    void a_part_of_a_memory_has_a_code_of_its_own() {
        merged(view("x"), view("y"), IntParam.of("shift", 1), 2, threes());
        DoubleView large = DoubleView.of("large", MemorySpace.host(), 2 * N);
        IntView at = threes();
        at.set(7, N);
        TieredLoop loop = merged(large.subview(Slice.range(0, N)), view("y"), IntParam.of("shift", 1), 2, at);
        assertThatThrownBy(() -> loop.run(0, N)).rootCause().hasMessageContaining("20");
    }

    @Test
    void arrays_of_a_kernel_may_be_variables_in_one_code_and_lie_in_memory_in_another() {
        DoubleView y = view("y");
        TieredLoop unrolled = sums(y, 2400);
        TieredLoop kept = sums(y, 0);
        assertThat(kept.loop()).isNotSameAs(unrolled.loop());
        assertThat(sums(view("z"), 2400).loop()).isSameAs(unrolled.loop());
        for (TieredLoop loop : List.of(unrolled, kept)) {
            loop.run(0, N);
            assertThat(y.get(5)).isEqualTo(5 + 6 + 7);
            y.set(5, 0);
        }
    }

    private static TieredLoop sums(DoubleView y, int most) {
        Graph graph = Graph.define(
                "sums",
                root -> root.thenParallelFor("sums", RangePolicy.of(N), i -> {
                    double[] three = new double[3];
                    for (int k = 0; k < 3; k++) {
                        three[k] = i + k;
                    }
                    y.set(i, three[0] + three[1] + three[2]);
                }));
        KernelFacts facts =
                KernelIndex.of(graph).of(graph.nodes().get(0)).get(0).facts();
        GeneratedLoops loops = new GeneratedLoops(nanos -> {}, List.of(most));
        return Objects.requireNonNull(loops.forEach(List.of(facts)));
    }
}
