package org.sporos.kernel.compile;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.ref.WeakReference;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.sporos.graph.Graph;
import org.sporos.kernel.analysis.dependence.KernelFacts;
import org.sporos.kernel.cpp.CppDialect;
import org.sporos.kernel.cpp.CppEmitter;
import org.sporos.kernel.cpp.CppOptions;
import org.sporos.kernel.cpp.CppProgram;
import org.sporos.param.IntParam;
import org.sporos.plan.KernelUnits;
import org.sporos.plan.Planner;
import org.sporos.policy.KernelBody;
import org.sporos.policy.RangePolicy;
import org.sporos.space.MemorySpace;
import org.sporos.view.DoubleView;

/** Kernels that graphs of this process had before. */
class KnownKernelsTest {

    private static Graph scaled(DoubleView view, IntParam shift, double factor, int n) {
        return Graph.define(
                "scaled",
                root -> root.thenParallelFor(
                        "scale", RangePolicy.of(n), i -> view.set(i, shift.get() + factor * view.get(i))));
    }

    private static DoubleView view(int n) {
        return DoubleView.of("v", MemorySpace.host(), n);
    }

    private static KernelFacts facts(Graph graph) {
        KernelIndex index = KernelIndex.of(graph);
        assertThat(index.problems()).isEmpty();
        return index.of(graph.nodes().get(0)).get(0).facts();
    }

    private static CppProgram program(Graph graph) {
        KernelUnits units = KernelUnits.of(Planner.plan(graph), KernelIndex.of(graph), true);
        return CppEmitter.emit(units.units(), CppDialect.CUDA, CppOptions.DEFAULT);
    }

    @Test
    void a_graph_that_is_defined_again_has_the_same_code_and_its_own_views_params_and_numbers() {
        DoubleView a = view(10);
        DoubleView b = view(10);
        IntParam p = IntParam.of("p", 1);
        IntParam q = IntParam.of("q", 2);
        KernelFacts first = facts(scaled(a, p, 0.5, 10));
        KernelFacts second = facts(scaled(b, q, 1.5, 10));

        assertThat(second.kernel().body()).isSameAs(first.kernel().body());
        assertThat(second.proofs()).isSameAs(first.proofs());
        assertThat(first.binding().views()).isEqualTo(List.of(a));
        assertThat(second.binding().views()).isEqualTo(List.of(b));
        assertThat(first.binding().params()).isEqualTo(List.of(p));
        assertThat(second.binding().params()).isEqualTo(List.of(q));
        assertThat(second.binding().scalars()).isEqualTo(List.of(Double.doubleToRawLongBits(1.5)));
    }

    /** A lambda that is made anew has a class of its own. */
    @Test
    void a_graph_with_other_views_has_the_same_code_and_proofs() {
        DoubleView a = view(10);
        DoubleView b = view(10);
        Graph graph = scaled(a, IntParam.of("p", 1), 0.5, 10);
        Graph other = new ViewRewriter(view -> view == a ? b : view).rewritten(graph);
        KernelFacts first = facts(graph);
        KernelFacts second = facts(other);

        assertThat(body(other).getClass()).isNotEqualTo(body(graph).getClass());
        assertThat(second.binding().views()).isEqualTo(List.of(b));
        assertThat(second.kernel().body()).isSameAs(first.kernel().body());
        assertThat(second.proofs()).isSameAs(first.proofs());
    }

    private static KernelBody body(Graph graph) {
        return graph.nodes().get(0).kernels().get(0).body();
    }

    @Test
    void facts_are_those_of_the_views_and_ranges_of_each_graph() {
        IntParam p = IntParam.of("p", 1);
        assertThat(facts(scaled(view(10), p, 1, 10)).faults()).isEmpty();
        assertThat(facts(scaled(view(5), p, 1, 10)).faults()).isNotEmpty();
        assertThat(facts(scaled(view(10), p, 1, 11)).faults()).isNotEmpty();
        assertThat(facts(scaled(view(10), p, 1, 7)).sites().get(0).elements()).hasToString("0 + 1*[0, 7)");
        assertThat(facts(scaled(view(10), p, 1, 10)).sites().get(0).elements()).hasToString("0 + 1*[0, 10)");
    }

    @Test
    void facts_of_a_piece_and_of_the_whole_have_views_of_their_own() {
        DoubleView a = view(20);
        DoubleView b = view(20);
        Graph graph = Graph.define("pieces", root -> {
            for (DoubleView v : new DoubleView[] {a, b}) {
                root.thenParallelFor("set", RangePolicy.of(v == a ? 10 : 20), i -> v.set(i, 7 * i));
            }
        });
        KernelIndex index = KernelIndex.of(graph);
        for (int k = 0; k < 2; k++) {
            KernelFacts facts = index.of(graph.nodes().get(k)).get(0).facts();
            assertThat(facts.binding().views()).isEqualTo(List.of(k == 0 ? a : b));
            assertThat(facts.sites().get(0).elements()).hasToString("0 + 1*[0, " + (k == 0 ? 10 : 20) + ")");
        }
    }

    @Test
    void text_that_is_known_is_the_text_that_was_written() {
        IntParam p = IntParam.of("p", 1);
        CppProgram first = program(scaled(view(33), p, 2, 33));
        CppProgram second = program(scaled(view(33), p, 3, 32));
        CppProgram checked = program(scaled(view(1000), p, 3, 32));
        assertThat(second.kernels()).isEqualTo(first.kernels());
        assertThat(checked.kernels()).isEqualTo(first.kernels());
        assertThat(second.launches().get(0).geometry().gridX()).isEqualTo(1);
        assertThat(second.launches().get(0).arguments())
                .isNotEqualTo(first.launches().get(0).arguments());
    }

    @Test
    void nothing_that_is_known_keeps_a_view_alive() throws Exception {
        WeakReference<DoubleView> view = used();
        for (int k = 0; k < 100 && view.get() != null; k++) {
            System.gc();
            Thread.sleep(10);
        }
        assertThat(view.get()).isNull();
    }

    private static WeakReference<DoubleView> used() {
        DoubleView view = view(44);
        assertThat(program(scaled(view, IntParam.of("p", 1), 2, 44)).kernels()).contains("scale");
        return new WeakReference<>(view);
    }
}
