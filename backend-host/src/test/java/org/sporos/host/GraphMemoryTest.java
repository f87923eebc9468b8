package org.sporos.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sporos.graph.AllocateNodeRef;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.NodeRef;
import org.sporos.policy.RangePolicy;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;
import org.sporos.view.ByteView;
import org.sporos.view.DoubleView;
import org.sporos.view.IntView;
import org.sporos.view.Slice;

class GraphMemoryTest {

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void memory_without_room_is_a_failure_of_its_node(int threads) {
        // With less heap the graph is refused before it runs.
        assumeTrue(Runtime.getRuntime().maxMemory() > 3L << 30);
        try (ExecutionSpace space = ExecutionSpaces.open("host,threads=" + threads);
                DoubleView out = DoubleView.of("out", space)) {
            Graph graph = Graph.define("g", root -> {
                AllocateNodeRef<ByteView> temp = root.thenAllocate("huge", ByteView.spec(1L << 31));
                ByteView t = temp.view();
                temp.then("use", () -> out.set(t.get(5L)));
            });
            try (ExecutableGraph exec = graph.instantiate(space)) {
                for (int run = 0; run < 10; run++) {
                    exec.submit();
                    assertThatThrownBy(space::fence)
                            .hasMessageMatching("R309: node 'huge' \\(.*\\) of graph 'g' cannot allocate: S207: .*");
                }
            }
        }
    }

    /** Temporaries one after the other: each is made of the one before, which is freed then. */
    private static Graph relay(DoubleView out, int length, int n) {
        return Graph.define("relay", root -> {
            DoubleView before = out;
            NodeRef last = root;
            for (int k = 0; k < length; k++) {
                // Two are alive at a time, and no two neighbours are of one size.
                AllocateNodeRef<DoubleView> temp = last.thenAllocate("temp " + k, DoubleView.spec(n - k));
                DoubleView from = before;
                DoubleView to = temp.view();
                last = temp.thenParallelFor(
                        "step", RangePolicy.of(n - length), i -> to.set(i, to.get(i) + from.get(i) + 1));
                last = k == 0 ? last : last.thenFree("free", from);
                before = to;
            }
            last.thenDeepCopy("out", out, before.subview(Slice.range(0, n - length)))
                    .thenFree("free", before);
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"host,threads=1,strict", "host,threads=3,strict"})
    void memories_that_live_one_after_the_other_share_their_place(String name) {
        int n = 10_000;
        int length = 9;
        try (ExecutionSpace space = ExecutionSpaces.open(name);
                DoubleView out = DoubleView.of("out", space, n - length)) {
            long before = space.memorySpace().statistics().bytesInUse();
            try (ExecutableGraph exec = relay(out, length, n).instantiate(space)) {
                for (int run = 0; run < 20; run++) {
                    exec.submit();
                }
                space.fence();
                assertThat(out.toArray()).containsOnly(20 * length);
                assertThat(space.memorySpace().statistics().bytesInUse() - before)
                        .isEqualTo(8L * (n + n - 1));
                assertThat(exec.explain())
                        .contains("; memory of 159992 bytes in 2 places\n")
                        .contains("allocation of 80000 bytes in place 0\n")
                        .contains("allocation of 79984 bytes in place 0\n");
            }
            assertThat(space.memorySpace().statistics().bytesInUse()).isEqualTo(before);
        }
    }

    @Test
    void memories_of_different_types_are_apart() {
        try (ExecutionSpace space = ExecutionSpaces.open("host,threads=2,strict");
                IntView out = IntView.of("out", space)) {
            Graph graph = Graph.define("types", root -> {
                AllocateNodeRef<DoubleView> doubles = root.thenAllocate("doubles", DoubleView.spec());
                DoubleView d = doubles.view();
                AllocateNodeRef<IntView> ints =
                        doubles.then("d", () -> d.set(2)).thenFree("free d", d).thenAllocate("ints", IntView.spec());
                IntView i = ints.view();
                ints.then("out", () -> out.set(i.get() + 3)).thenFree("free i", i);
            });
            try (ExecutableGraph exec = graph.instantiate(space)) {
                exec.submit();
                space.fence();
                assertThat(exec.explain()).contains("; memory of 12 bytes in 2 places\n");
            }
            assertThat(out.toArray()).containsExactly(3);
        }
    }

    @Test
    void an_error_names_the_memory_and_not_the_one_whose_place_it_has() {
        try (ExecutionSpace space = ExecutionSpaces.open("host,threads=2,strict")) {
            Graph graph = Graph.define("names", root -> {
                AllocateNodeRef<DoubleView> first = root.thenAllocate("first", DoubleView.spec(8));
                DoubleView a = first.view();
                AllocateNodeRef<DoubleView> second =
                        first.thenFill("fill", a, 1).thenFree("free", a).thenAllocate("second", DoubleView.spec(4));
                DoubleView b = second.view();
                second.thenHost("touch", () -> b.get(1)).thenFree("free b", b);
            });
            try (ExecutableGraph exec = graph.instantiate(space)) {
                exec.submit();
                assertThatThrownBy(space::fence).hasMessageContaining("S206: view 'second'");
            }
        }
    }

    /** Many relays side by side, on several threads: a place that two use at a time gives wrong numbers. */
    @ParameterizedTest
    @ValueSource(strings = {"host,threads=4", "host,threads=4,strict", "host,threads=4,kernels=bytecode"})
    void memories_of_nodes_that_run_at_the_same_time_are_apart(String name) {
        int n = 1000;
        int relays = 6;
        try (ExecutionSpace space = ExecutionSpaces.open(name);
                DoubleView sum = DoubleView.of("sum", space, relays)) {
            Graph graph = Graph.define("wide", root -> {
                for (int r = 0; r < relays; r++) {
                    NodeRef last = root;
                    for (int k = 0; k < 5; k++) {
                        int value = 10 * r + k;
                        int at = r;
                        AllocateNodeRef<DoubleView> temp = last.thenAllocate("temp", DoubleView.spec(n));
                        DoubleView t = temp.view();
                        last = temp.thenParallelFor("fill", RangePolicy.of(n), i -> t.set(i, t.get(i) + value))
                                .thenParallelFor("back", RangePolicy.of(n), i -> t.set(i, t.get(i) + i - i))
                                .then("sum", () -> {
                                    double all = 0;
                                    for (int i = 0; i < n; i++) {
                                        all += t.get(i);
                                    }
                                    sum.set(at, sum.get(at) + all / n);
                                })
                                .thenFree("free", t);
                    }
                }
            });
            try (ExecutableGraph exec = graph.instantiate(space)) {
                assertThat(exec.explain()).contains(" bytes in " + relays + " places\n");
                for (int run = 0; run < 60; run++) {
                    exec.submit();
                }
                space.fence();
            }
            double[] expected = new double[relays];
            Arrays.setAll(expected, r -> 60.0 * (5 * 10 * r + 10));
            assertThat(sum.toArray()).isEqualTo(expected);
        }
    }
}
