package org.sporos.hip;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.sporos.graph.Graph;
import org.sporos.policy.RangePolicy;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;
import org.sporos.view.DoubleView;
import org.sporos.view.Slice;
import org.sporos.view.Views;

/** Several devices in one process; those of the shim are alike. */
final class HipSeveralDevicesTest {
    private static final int N = 1000;

    private List<ExecutionSpace> all = List.of();

    @BeforeEach
    void open() {
        all = ExecutionSpaces.all("hip");
    }

    @AfterEach
    void close() {
        all.forEach(ExecutionSpace::close);
    }

    @Test
    void a_space_is_opened_on_each_device() {
        assertThat(all)
                .extracting(ExecutionSpace::name)
                .startsWith("hip:0", "hip:1")
                .doesNotHaveDuplicates();
    }

    @Test
    void the_number_of_a_device_is_no_kind() {
        assertThatThrownBy(() -> ExecutionSpaces.all("hip:1"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("S210: 'hip:1' names one device; give the kind alone, or call open");
        assertThatThrownBy(() -> ExecutionSpaces.all("vulkan")).hasMessageContaining("S211");
    }

    @Test
    void an_eager_copy_from_device_to_device_comes_after_the_run_that_writes_its_source() {
        try (DoubleView a = DoubleView.of("a", all.get(0), N);
                DoubleView b = DoubleView.of("b", all.get(1), N);
                DoubleView rows = DoubleView.of("rows", all.get(1), 4, N)) {
            for (int run = 1; run < 20; run++) {
                int value = run;
                all.get(0).parallelFor("set", RangePolicy.of(N), i -> a.set(i, value * i));
                Views.deepCopy(b, a);
                assertThat(b.toArray()[N - 1]).isEqualTo(value * (N - 1));
            }
            Views.deepCopy(rows.subview(Slice.at(2), Slice.all()), a);
            assertThat(rows.toArray()[2 * N + 3]).isEqualTo(57);
        }
    }

    @Test
    void a_graph_with_a_view_of_another_device_is_refused() {
        try (DoubleView a = DoubleView.of("a", all.get(0), N);
                DoubleView b = DoubleView.of("b", all.get(1), N)) {
            Graph kernel =
                    Graph.define("kernel", root -> root.thenParallelFor("k", RangePolicy.of(N), i -> b.set(i, i)));
            assertThatThrownBy(() -> kernel.instantiate(all.get(0)))
                    .hasMessageContaining("S201")
                    .hasMessageContaining("lives in hip:1 and cannot be reached from hip:0");
            Graph copy = Graph.define("copy", root -> root.thenDeepCopy("c", b, a));
            assertThatThrownBy(() -> copy.instantiate(all.get(0))).hasMessageContaining("S201");
        }
    }
}
