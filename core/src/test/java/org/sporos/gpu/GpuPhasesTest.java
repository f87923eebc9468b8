package org.sporos.gpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sporos.reduce.Reducers.Sum;

import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.ExplainOption;
import org.sporos.graph.Graph;
import org.sporos.graph.InstantiateOption;
import org.sporos.graph.InstantiateOption.Merging;
import org.sporos.graph.InstantiateOption.PersistentLoops;
import org.sporos.graph.NodeRef;
import org.sporos.kernel.cpp.CppDialect;
import org.sporos.kernel.diskcache.BinaryCache;
import org.sporos.policy.RangePolicy;
import org.sporos.view.DoubleView;

/** Launches of phases in native graphs, without a GPU. */
@ExtendWith(NoLeaks.class)
class GpuPhasesTest implements NoLeaks.Watching {
    private static final int WIDTH = 32;

    private final RecordingDriver recorder = new RecordingDriver();
    private final WatchedDriver watched = new WatchedDriver(recorder);

    @Override
    public WatchedDriver watched() {
        return watched;
    }

    private static Graph chain(DoubleView v, int nodes) {
        return Graph.define("chain", root -> {
            NodeRef last = root;
            for (int k = 0; k < nodes; k++) {
                RangePolicy own = RangePolicy.of(k * WIDTH, (k + 1) * WIDTH);
                last = last.thenParallelFor("tick", own, i -> v.set(i, v.get(i) + 1));
            }
        });
    }

    private void on(Consumer<GpuSpace> test) {
        try (GpuSpace space = GpuSpace.open("cuda", watched.driver(), CppDialect.CUDA, BinaryCache.off())) {
            test.accept(space);
        }
    }

    @Test
    void a_chain_is_one_native_node_however_long_it_is() {
        on(space -> {
            try (DoubleView v = DoubleView.of("v", space, 1000 * WIDTH)) {
                String[] code = new String[2];
                for (int k = 0; k < 2; k++) {
                    try (ExecutableGraph exec = chain(v, k == 0 ? 100 : 1000).instantiate(space)) {
                        assertThat(recorder.lastGraph().counts()).containsOnlyKeys(NodeKind.KERNEL);
                        assertThat(recorder.lastGraph().counts().get(NodeKind.KERNEL))
                                .isEqualTo(1);
                        String text = exec.explain(ExplainOption.WITH_CODE);
                        code[k] = text.substring(text.indexOf("static __device__"))
                                .replaceAll("k(\\d+)_\\w+", "k$1");
                    }
                }
                assertThat(code[1]).isEqualTo(code[0]);
                try (ExecutableGraph exec = chain(v, 100).instantiate(space, Merging.OFF)) {
                    assertThat(recorder.lastGraph().counts().get(NodeKind.KERNEL))
                            .isEqualTo(100);
                    assertThat(exec.explain()).doesNotContain("phase");
                }
            }
        });
    }

    @Test
    void explain_says_what_phases_save() {
        on(space -> {
            try (DoubleView v = DoubleView.of("v", space, 100 * WIDTH);
                    ExecutableGraph exec = chain(v, 100).instantiate(space)) {
                assertThat(exec.explain())
                        .contains("graph 'chain' of 100 nodes and 99 edges: 1 launch, 1 of several nodes; 200 of 200")
                        .contains("\n100 phases in one launch of one block\n  #0 tick parallelFor[0, 32), and 99 with")
                        .contains("\nphases: 100 launches -> 1 of 100 phases, about 22 us instead of 101\n");
            }
        });
    }

    private static Graph loop(DoubleView v, int nodes) {
        Graph body = chain(v, nodes);
        return Graph.define("loop", root -> root.thenWhile("until", () -> v.get(0) < 9, body, 20));
    }

    @Test
    void a_small_loop_is_one_native_node_unless_the_user_wants_launches() {
        on(space -> {
            try (DoubleView v = DoubleView.of("v", space, 100 * WIDTH)) {
                for (int nodes : new int[] {1, 100}) {
                    try (ExecutableGraph exec = loop(v, nodes).instantiate(space)) {
                        assertThat(recorder.lastGraph().counts()).isEqualTo(Map.of(NodeKind.KERNEL, 1));
                        assertThat(exec.explain())
                                .contains("\na loop in one launch of one block: "
                                        + (nodes == 1 ? "1 phase" : "100 phases")
                                        + " and the condition\n  #0 tick parallelFor[0, 32)")
                                .contains("\n  #0 until while 'chain' at most 20\n")
                                .contains("\nphases: loop 'until' in one launch: ");
                    }
                    for (InstantiateOption option : List.of(PersistentLoops.OFF, Merging.OFF)) {
                        try (ExecutableGraph exec = loop(v, nodes).instantiate(space, option)) {
                            assertThat(recorder.lastGraph().counts()).containsKey(NodeKind.CONDITIONAL);
                            assertThat(exec.explain()).doesNotContain("loop in one launch");
                        }
                    }
                }
            }
        });
    }

    private static Graph largeLoop(DoubleView v) {
        int half = (int) (v.extent(0) / 2);
        return Graph.define(
                "large",
                root -> root.thenWhile(
                        "until",
                        () -> v.get(0) < 9,
                        body -> body.thenParallelFor("low", RangePolicy.of(half), i -> v.set(i, v.get(i + half) + 1))
                                .thenParallelFor(
                                        "high", RangePolicy.of(half), i -> v.set(i + half, v.get(half - 1 - i))),
                        20));
    }

    @Test
    void a_larger_loop_is_one_cooperative_launch_of_resident_blocks_unless_the_user_wants_one_block() {
        on(space -> {
            try (DoubleView v = DoubleView.of("v", space, 100_000)) {
                try (ExecutableGraph exec = largeLoop(v).instantiate(space)) {
                    RecordedGraph graph = recorder.lastGraph();
                    assertThat(graph.counts()).isEqualTo(Map.of(NodeKind.KERNEL, 1));
                    assertThat(recorder.waves()).isEqualTo(1);
                    assertThat(exec.explain())
                            .contains("\na loop in one launch of one wave: 2 phases and the condition\n");
                }
                try (ExecutableGraph exec = largeLoop(v).instantiate(space, PersistentLoops.BLOCK)) {
                    assertThat(exec.explain()).doesNotContain("loop in one launch");
                }
                assertThat(recorder.waves()).isEqualTo(1);
            }
        });
    }

    /** A sum and a loop that follows it, which reads the result or writes it. */
    private static String afterASum(GpuSpace space, boolean writes) {
        try (DoubleView v = DoubleView.of("v", space, 100_000);
                DoubleView sum = DoubleView.of("sum", space);
                ExecutableGraph exec = Graph.define(
                                "sums",
                                root -> root.thenWhile(
                                        "until",
                                        () -> v.get(0) < 9,
                                        body -> {
                                            NodeRef summed = body.thenParallelReduce(
                                                    "sum", RangePolicy.of(100_000), Sum.into(sum, i -> v.get(i)));
                                            if (writes) {
                                                summed.thenParallelFor("reset", RangePolicy.of(1), i -> sum.set(3 + i));
                                            } else {
                                                summed.thenParallelFor(
                                                        "grow", RangePolicy.of(100_000), i -> v.set(i, sum.get() + i));
                                            }
                                        },
                                        20))
                        .instantiate(space)) {
            assertThat(exec.explain()).contains("\na loop in one launch of one wave: 2 phases and the condition\n");
            String code = exec.explain(ExplainOption.WITH_CODE);
            return code.substring(code.indexOf("java::loop("));
        }
    }

    @Test
    void blocks_of_a_wave_that_have_folded_a_sum_wait_for_slower_ones_only_before_they_write_the_result() {
        on(space -> {
            assertThat(afterASum(space, false)).doesNotContain("wave.barrier()");
            assertThat(afterASum(space, true)).containsOnlyOnce("wave.barrier()");
        });
    }

    @Test
    void a_larger_loop_stays_launches_where_blocks_cannot_wait_for_each_other() {
        try (GpuSpace space = GpuSpace.open("hip", withoutConditionals(), CppDialect.HIP, BinaryCache.off());
                DoubleView v = DoubleView.of("v", space, 100_000);
                ExecutableGraph exec = largeLoop(v).instantiate(space, PersistentLoops.WAVE)) {
            assertThat(exec.explain()).doesNotContain("loop in one launch");
        }
    }

    @Test
    void a_small_loop_needs_no_host_where_graphs_cannot_loop_if_the_user_wants_so() {
        try (GpuSpace space = GpuSpace.open("hip", withoutConditionals(), CppDialect.HIP, BinaryCache.off());
                DoubleView v = DoubleView.of("v", space, 3 * WIDTH)) {
            try (ExecutableGraph exec = loop(v, 3).instantiate(space)) {
                assertThat(exec.explain()).doesNotContain("loop in one launch").contains("until");
            }
            try (ExecutableGraph exec = loop(v, 3).instantiate(space, PersistentLoops.BLOCK)) {
                assertThat(exec.explain()).contains("loop in one launch").contains("native nodes: {KERNEL=1},");
            }
        }
    }

    private static RecordingDriver withoutConditionals() {
        return new RecordingDriver() {
            @Override
            public GpuFeatures features() {
                return new GpuFeatures(false, false, true, 0, false, false, false);
            }
        };
    }

    @Test
    void phases_of_a_body_look_at_its_gate_once() {
        RecordingDriver without = withoutConditionals();
        try (GpuSpace space = GpuSpace.open("hip", without, CppDialect.HIP, BinaryCache.off());
                DoubleView v = DoubleView.of("v", space, 100 * WIDTH);
                DoubleView sum = DoubleView.of("sum", space)) {
            for (int nodes : new int[] {3, 100}) {
                Graph body = chain(v, nodes);
                Graph graph = Graph.define(
                        "gated",
                        root -> root.thenParallelReduce("sum", RangePolicy.of(WIDTH), Sum.into(sum, i -> v.get(i)))
                                .thenIf("if", () -> sum.get() > 0, body));
                try (ExecutableGraph exec = graph.instantiate(space)) {
                    String gate = "if (*gate != gate_value) return;";
                    assertThat(exec.explain(ExplainOption.WITH_CODE).split(java.util.regex.Pattern.quote(gate), -1))
                            .as("%d nodes", nodes)
                            .hasSize(2);
                }
            }
        }
    }
}
