package org.sporos.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.sporos.graph.Access;
import org.sporos.graph.Capture;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.GraphException;
import org.sporos.param.DoubleParam;
import org.sporos.policy.RangePolicy;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;
import org.sporos.space.MemorySpace;
import org.sporos.view.DoubleView;
import org.sporos.view.Layout;
import org.sporos.view.Views;

class StrictMemoryTest {

    @Test
    void ordinary_code_cannot_touch_it_and_is_told_what_to_do() {
        try (ExecutionSpace space = strict();
                DoubleView u = DoubleView.of("u", space, 3)) {
            assertThatThrownBy(() -> u.get(0))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("S206");
            assertThatThrownBy(() -> u.set(0, 1)).isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(() -> u.atomicAdd(0, 1)).isInstanceOf(IllegalStateException.class);
        }
    }

    @Test
    void copies_fills_and_mirrors_reach_it() {
        try (ExecutionSpace space = strict();
                DoubleView u = DoubleView.of("u", space, 3);
                DoubleView mirror = u.mirror()) {
            Views.fill(u, 7);
            Views.deepCopy(mirror, u);
            assertThat(mirror.get(2)).isEqualTo(7);
            mirror.set(1, 5);
            Views.deepCopy(u, mirror);
            assertThat(u.toArray()).containsExactly(7, 5, 7);
            assertThat(mirror.memorySpace().isPinned()).isTrue();
            assertThat(u.mirrorView()).isNotSameAs(u);
            assertThat(mirror.mirrorView()).isSameAs(mirror);
        }
    }

    @Test
    void kernels_conditions_params_and_captures_reach_it_on_every_run() {
        try (ExecutionSpace space = strict();
                DoubleView u = DoubleView.of("u", space, 4);
                DoubleView host = u.mirror()) {
            DoubleParam by = DoubleParam.of("by", 1);
            Graph body = Graph.define(
                    "body", root -> root.thenParallelFor("half", RangePolicy.of(4), i -> u.set(i, u.get(i) / 2)));
            Graph graph = Graph.define(
                    "g",
                    root -> root.thenDeepCopy("in", u, host)
                            .thenParallelFor("scale", RangePolicy.of(4), i -> u.set(i, by.get() * u.get(i)))
                            .thenWhile("halve", () -> u.get(0) > 1, body)
                            .thenCapture(
                                    "twice",
                                    Capture.host(() -> u.set(3, 2 * u.get(3))).accessing(Access.updates(u)))
                            .thenDeepCopy("out", host, u));
            try (ExecutableGraph exec = graph.instantiate(space)) {
                for (int run = 0; run < 200; run++) {
                    for (int i = 0; i < 4; i++) {
                        host.set(i, 1);
                    }
                    by.set(8);
                    exec.submit();
                    space.fence();
                    assertThat(host.toArray()).containsExactly(1, 1, 1, 2);
                }
            }
        }
    }

    @Test
    void views_elsewhere_and_copies_of_plain_arrays_are_refused() {
        try (ExecutionSpace space = strict();
                DoubleView u = DoubleView.of("u", space, 4);
                DoubleView plain = DoubleView.of("plain", MemorySpace.host(), Layout.RIGHT, 4)) {
            Graph kernel =
                    Graph.define("kernel", root -> root.thenParallelFor("n", RangePolicy.of(4), i -> plain.set(i, 1)));
            assertThatThrownBy(() -> kernel.instantiate(space))
                    .isInstanceOf(GraphException.class)
                    .hasMessageContaining("S201")
                    .hasMessageContaining("'plain'");
            Graph copy = Graph.define("copy", root -> root.thenDeepCopy("n", u, plain));
            assertThatThrownBy(() -> copy.instantiate(space))
                    .isInstanceOf(GraphException.class)
                    .hasMessageContaining("S213");
            Graph touch = Graph.define("touch", root -> root.thenHost("n", Access.reads(u), () -> {}));
            assertThatThrownBy(() -> touch.instantiate(space))
                    .isInstanceOf(GraphException.class)
                    .hasMessageContaining("S206");
        }
    }

    @Test
    void a_host_node_that_does_not_say_so_cannot_touch_it_either() {
        try (ExecutionSpace space = strict();
                DoubleView u = DoubleView.of("u", space, 4)) {
            Graph graph = Graph.define("g", root -> root.thenHost("read", Access.reads(), () -> u.get(0)));
            try (ExecutableGraph exec = graph.instantiate(space)) {
                exec.submit();
                assertThatThrownBy(space::fence)
                        .hasMessageStartingWith("R303: node 'read'")
                        .hasMessageContaining("S206");
            }
        }
    }

    @Test
    void memory_of_another_strict_space_is_out_of_reach_but_can_be_copied() {
        try (ExecutionSpace one = strict();
                ExecutionSpace two = strict();
                DoubleView u = DoubleView.of("u", one, 100);
                DoubleView v = DoubleView.of("v", two, 100)) {
            Graph read = Graph.define(
                    "g", root -> root.thenParallelFor("n", RangePolicy.of(100), i -> v.set(i, u.get(i) + 1)));
            assertThatThrownBy(() -> read.instantiate(two))
                    .hasMessageContaining("S201: node 'n'")
                    .hasMessageMatching(
                            "(?s).*uses view 'u', which lives in host \\(strict\\) \\(opened as strict space"
                                    + " \\d+\\) and cannot be reached from host"
                                    + " \\(strict\\) \\(opened as strict space \\d+\\).*");
            Views.fill(u, 3);
            one.fence();
            Graph.define("copy", root -> root.thenDeepCopy("copy", v, u)).run(two);
            assertThat(v.toArray()).containsOnly(3);
        }
    }

    @Test
    void one_graph_runs_on_streams_at_once() {
        try (ExecutionSpace one = strict();
                DoubleView u = DoubleView.of("u", one, 100)) {
            Graph graph = Graph.define(
                    "g", root -> root.thenParallelFor("n", RangePolicy.of(100).withChunk(10), i -> u.atomicAdd(i, 1)));
            try (ExecutableGraph a = graph.instantiate(one);
                    ExecutableGraph b = graph.instantiate(one)) {
                for (int i = 0; i < 100; i++) {
                    a.submit();
                    b.submit(one.stream("s" + i));
                }
                one.fence();
            }
            assertThat(u.toArray()).containsOnly(200);
        }
    }

    @Test
    void its_statistics_count_live_memory() {
        try (ExecutionSpace space = strict()) {
            DoubleView u = DoubleView.of("u", space, 1000);
            assertThat(space.memorySpace().statistics().bytesInUse()).isEqualTo(8000);
            u.close();
            assertThat(space.memorySpace().statistics().bytesInUse()).isZero();
        }
    }

    private static ExecutionSpace strict() {
        return ExecutionSpaces.open("host,threads=2,strict");
    }
}
