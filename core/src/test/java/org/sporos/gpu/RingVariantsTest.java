package org.sporos.gpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.sporos.graph.Capture;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.InstantiateOption.Merging;
import org.sporos.kernel.cpp.CppDialect;
import org.sporos.kernel.diskcache.BinaryCache;
import org.sporos.policy.RangePolicy;
import org.sporos.view.DoubleView;
import org.sporos.view.IntView;
import org.sporos.view.ViewRing;

/** The native graphs of graphs that use rings, over a driver that does nothing. */
final class RingVariantsTest {
    private static final int N = 64;

    private static GpuSpace space(RecordingDriver driver) {
        return GpuSpace.open("cuda", driver, CppDialect.CUDA, BinaryCache.off());
    }

    private static Graph shift(ViewRing<DoubleView> u) {
        DoubleView now = u.level(0);
        DoubleView next = u.level(1);
        return Graph.define(
                "shift",
                root -> root.thenParallelFor("shift", RangePolicy.of(N), i -> next.set(i, now.get(i) + 1))
                        .thenAdvance("turn", u));
    }

    @Test
    void each_position_has_a_native_graph_with_its_addresses_and_nothing_is_compiled_for_it() {
        CountingDriver driver = new CountingDriver();
        List<DoubleView> views = new ArrayList<>();
        try (GpuSpace space = space(driver);
                ViewRing<DoubleView> u = ViewRing.of(3, j -> {
                    views.add(DoubleView.of("u" + j, space, N));
                    return views.get(j);
                });
                ExecutableGraph exec = shift(u).instantiate(space)) {
            int compiled = driver.compiled;
            for (int run = 0; run < 9; run++) {
                exec.submit();
            }
            space.fence();
            assertThat(driver.compiled).isEqualTo(compiled);
            assertThat(driver.instantiated).isEqualTo(3);
            assertThat(driver.launched).hasSize(9);
            assertThat(driver.launched.subList(0, 3)).doesNotHaveDuplicates();
            assertThat(driver.launched.subList(3, 9))
                    .containsExactlyElementsOf(List.of(
                            driver.launched.get(0),
                            driver.launched.get(1),
                            driver.launched.get(2),
                            driver.launched.get(0),
                            driver.launched.get(1),
                            driver.launched.get(2)));
            for (int position = 0; position < 3; position++) {
                long now = views.get(position).allocation().address();
                long next = views.get((position + 1) % 3).allocation().address();
                assertThat(driver.passed.get(position)).contains(now, next);
            }
        }
    }

    /** The second of two steps gets the addresses behind the first turn. */
    @Test
    void nodes_behind_an_advance_have_the_addresses_behind_it() {
        CountingDriver driver = new CountingDriver();
        try (GpuSpace space = space(driver);
                ViewRing<DoubleView> u = ViewRing.of(2, j -> DoubleView.of("u" + j, space, N))) {
            Graph two =
                    Graph.define("two", root -> root.thenGraph("one", shift(u)).thenGraph("other", shift(u)));
            try (ExecutableGraph exec = two.instantiate(space, Merging.OFF)) {
                List<Long> first = new ArrayList<>(driver.passed.get(0));
                List<Long> second = new ArrayList<>(driver.passed.get(1));
                assertThat(first).isNotEqualTo(second);
                assertThat(first).containsExactlyInAnyOrderElementsOf(second);
                for (int run = 0; run < 5; run++) {
                    exec.submit();
                }
                assertThat(driver.instantiated).isEqualTo(1);
                assertThat(u.position()).isZero();
            }
        }
    }

    /** The body of a loop is one native graph, which serves all passes. */
    @Test
    void the_steps_of_a_pass_have_the_addresses_behind_the_turns_of_the_pass() {
        CountingDriver driver = new CountingDriver();
        List<DoubleView> views = new ArrayList<>();
        try (GpuSpace space = space(driver);
                IntView left = IntView.of("left", space);
                ViewRing<DoubleView> u = ViewRing.of(2, j -> {
                    views.add(DoubleView.of("u" + j, space, N));
                    return views.get(j);
                })) {
            Graph pass = Graph.define(
                    "pass", root -> root.thenGraph("there", shift(u)).thenGraph("back", shift(u)));
            Graph loop = Graph.define("loop", root -> root.thenWhile("while", () -> left.get() > 0, pass, 10));
            try (ExecutableGraph exec = loop.instantiate(space, Merging.OFF)) {
                long first = views.get(0).allocation().address();
                long second = views.get(1).allocation().address();
                List<List<Long>> steps = driver.passed.stream()
                        .filter(all -> all.contains(first) && all.contains(second))
                        .distinct()
                        .toList();
                assertThat(steps).hasSize(2);
                assertThat(steps.get(0).indexOf(first)).isEqualTo(steps.get(1).indexOf(second));
                assertThat(steps.get(0).indexOf(second)).isEqualTo(steps.get(1).indexOf(first));
                exec.submit();
                exec.submit();
                assertThat(driver.instantiated).isEqualTo(1);
                assertThat(u.position()).isZero();
            }
        }
    }

    @Test
    void a_native_graph_of_an_executable_with_a_ring_is_not_given_out() {
        try (GpuSpace space = space(new RecordingDriver());
                ViewRing<DoubleView> u = ViewRing.of(2, j -> DoubleView.of("u" + j, space, N));
                ExecutableGraph exec = shift(u).instantiate(space)) {
            assertThatThrownBy(() -> GpuHandles.graph("cuda", exec))
                    .hasMessage("S220: graph 'shift' uses levels of a ring and has a native graph for each position of"
                            + " it; use views instead");
            long now = GpuHandles.address("cuda", u.level(0));
            u.advance();
            assertThat(GpuHandles.address("cuda", u.level(1))).isEqualTo(now);
        }
    }

    @Test
    void a_submit_without_a_native_graph_for_its_position_fails_and_turns_nothing() throws InterruptedException {
        CountingDriver driver = new CountingDriver();
        try (GpuSpace space = space(driver);
                ViewRing<DoubleView> u = ViewRing.of(2, j -> DoubleView.of("u" + j, space, N));
                ExecutableGraph exec = shift(u).instantiate(space)) {
            exec.submit();
            driver.refuses = true;
            assertThatThrownBy(exec::submit).isInstanceOf(GpuException.class).hasMessageContaining("no room");
            assertThat(u.position()).isEqualTo(1);
            driver.refuses = false;
            // Another thread shows that the ring is not held any more.
            Thread other = new Thread(exec::submit);
            other.start();
            other.join(10_000);
            assertThat(other.isAlive()).isFalse();
            assertThat(u.position()).isZero();
            assertThat(driver.launched).hasSize(2).doesNotHaveDuplicates();
        }
    }

    @Test
    void a_capture_that_hides_its_use_of_a_level_gets_no_address() {
        try (GpuSpace space = space(new RecordingDriver());
                ViewRing<DoubleView> u = ViewRing.of(2, j -> DoubleView.of("u" + j, space, N))) {
            DoubleView level = u.level(0);
            Graph hidden = Graph.define(
                    "g", root -> root.thenCapture("call", Capture.cuda(stream -> GpuHandles.address("cuda", level))));
            assertThatThrownBy(() -> hidden.instantiate(space))
                    .hasMessageContaining("S220: view 'u0.level(0)' is a level of a ring and has no address that a"
                            + " capture may keep; copy it to a view of your own before and back after");
        }
    }

    @Test
    void submits_allocate_nothing() {
        try (GpuSpace space = space(new RecordingDriver());
                ViewRing<DoubleView> u = ViewRing.of(2, j -> DoubleView.of("u" + j, space, N));
                ExecutableGraph exec = shift(u).instantiate(space)) {
            SubmitBytes.requireNone(space, 200_000, run -> exec.submit());
        }
    }
}
