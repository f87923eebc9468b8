package org.sporos.kernel.compile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.sporos.graph.Graph;
import org.sporos.kernel.analysis.dependence.KernelFacts;
import org.sporos.kernel.zoo.NamedKernel;
import org.sporos.kernel.zoo.Zoo;
import org.sporos.policy.RangeBody;
import org.sporos.policy.RangePolicy;
import org.sporos.space.MemorySpace;
import org.sporos.view.IntView;

/** Nodes that run one kernel on pieces of a range get the facts that each would get alone. */
class NarrowedFactsTest {

    private static List<KernelFacts> facts(RangeBody body, RangePolicy... pieces) {
        Graph graph = Graph.define("pieces", root -> {
            for (RangePolicy piece : pieces) {
                root.thenParallelFor("piece", piece, body);
            }
        });
        KernelIndex index = KernelIndex.of(graph);
        assertThat(index.problems()).isEmpty();
        List<KernelFacts> all = new ArrayList<>();
        graph.nodes().forEach(node -> index.of(node).forEach(kernel -> all.add(kernel.facts())));
        return all;
    }

    @Test
    void named_kernels_on_pieces_of_their_ranges_have_the_facts_of_the_pieces() {
        int shared = 0;
        for (NamedKernel named : Zoo.all()) {
            NamedKernel.Instance kernel = named.fresh();
            if (kernel.policy() instanceof RangePolicy range && kernel.body() instanceof RangeBody body) {
                // A cut that no other test makes: what is known of a piece already has proofs of its own.
                int middle = range.begin() + (range.end() - range.begin()) / 3;
                List<KernelFacts> found =
                        facts(body, RangePolicy.of(range.begin(), middle), RangePolicy.of(middle, range.end()));
                for (KernelFacts f : found) {
                    KernelFacts alone = KernelFacts.of(f.kernel(), f.binding(), f.launch());
                    assertThat(withoutCounts(f)).as(named.name()).isEqualTo(withoutCounts(alone));
                    assertThat(f.proofs().count().isComplete())
                            .as(named.name())
                            .isEqualTo(alone.proofs().count().isComplete());
                    assertThat(f.sites()).as(named.name()).isEqualTo(alone.sites());
                }
                shared += found.get(0).proofs() == found.get(1).proofs() ? 1 : 0;
            }
        }
        assertThat(shared).isGreaterThan(8);
    }

    /** A piece may share the proofs of the whole, which count what stands in branches that the piece never takes. */
    private static String withoutCounts(KernelFacts facts) {
        return facts.toString().replaceAll("\\d+ of \\d+ (operations|accesses|divisions)", "all $1");
    }

    @Test
    void a_piece_that_leaves_the_view_is_found_though_others_stay_inside() {
        IntView view = IntView.of("v", MemorySpace.host(), 10);
        List<KernelFacts> found =
                facts(i -> view.set(i, i), RangePolicy.of(0, 5), RangePolicy.of(5, 10), RangePolicy.of(10, 12));
        assertThat(found.get(0).faults()).isEmpty();
        assertThat(found.get(1).faults()).isEmpty();
        assertThat(found.get(2).faults()).hasSize(1);
    }

    @Test
    void a_condition_on_the_index_is_looked_at_for_each_piece() {
        IntView view = IntView.of("v", MemorySpace.host(), 10);
        RangeBody body = i -> {
            if (i < 5) {
                view.set(i, i);
            }
        };
        List<KernelFacts> found = facts(body, RangePolicy.of(0, 4), RangePolicy.of(4, 9));
        assertThat(found.get(0).sites().get(0).elements()).hasToString("0 + 1*[0, 4)");
        assertThat(found.get(1).sites().get(0).elements()).hasToString("4");
    }
}
