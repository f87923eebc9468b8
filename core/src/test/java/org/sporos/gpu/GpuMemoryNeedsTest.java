package org.sporos.gpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.sporos.reduce.Reducers.Sum;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.sporos.graph.AllocateNodeRef;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.InstantiateOption.Merging;
import org.sporos.graph.MemoryPlan;
import org.sporos.graph.MemoryPlan.Use;
import org.sporos.graph.NodeRef;
import org.sporos.graph.Scan;
import org.sporos.kernel.cpp.CppDialect;
import org.sporos.kernel.diskcache.BinaryCache;
import org.sporos.param.DoubleParam;
import org.sporos.policy.RangePolicy;
import org.sporos.policy.TeamPolicy;
import org.sporos.space.ExternalSemaphore;
import org.sporos.space.MemorySpace;
import org.sporos.space.OutOfMemoryException;
import org.sporos.view.DoubleView;
import org.sporos.view.IntView;
import org.sporos.view.ViewRing;

/** The plan of memory equals the memory that an executable takes, for each kind of node and all native graphs. */
final class GpuMemoryNeedsTest {
    private static final int N = 100_000;

    private static RecordingDriver driver(boolean conditionals, boolean allocations) {
        return new RecordingDriver() {
            @Override
            public GpuFeatures features() {
                return new GpuFeatures(conditionals, allocations, true, 0, conditionals, false, false);
            }
        };
    }

    private static void compare(GpuSpace space, Graph graph, Merging merging) {
        List<MemorySpace> spaces =
                List.of(space.memorySpace(), space.memorySpace().mirrorSpace());
        long[] before = used(spaces);
        MemoryPlan plan = graph.memoryPlan(space, merging);
        assertThat(used(spaces)).isEqualTo(before);
        try (ExecutableGraph exec = graph.instantiate(space, merging)) {
            long[] after = used(spaces);
            for (int k = 0; k < before.length; k++) {
                MemorySpace memory = spaces.get(k);
                long needed = plan.blocks().stream()
                        .filter(block -> block.space() == memory)
                        .filter(block ->
                                block.use() == Use.SCRATCH || block.use() == Use.TEMPORARY && !plan.isPlacedByDevice())
                        .mapToLong(MemoryPlan.Block::bytes)
                        .sum();
                assertThat(after[k] - before[k])
                        .as("%s of %s%n%s", memory, exec.explain(), plan)
                        .isEqualTo(needed);
            }
        }
    }

    private static long[] used(List<MemorySpace> spaces) {
        return spaces.stream()
                .mapToLong(memory -> memory.statistics().bytesInUse())
                .toArray();
    }

    @Test
    void each_team_of_a_league_has_device_scratch() {
        try (GpuSpace space = GpuSpace.open("cuda", driver(true, true), CppDialect.CUDA, BinaryCache.off());
                DoubleView x = DoubleView.of("x", space, 1000)) {
            Graph graph = Graph.define(
                    "g",
                    root -> root.thenParallelFor("team", TeamPolicy.of(1000, 32).withDeviceScratch(3001), team -> {
                        DoubleView piece = team.deviceScratchDouble(375);
                        piece.set(team.teamRank(), x.get(team.leagueRank()));
                    }));
            compare(space, graph, Merging.ON);
            assertThat(graph.memoryPlan(space).blocks())
                    .anyMatch(block -> block.label().equals("scratch of 'team'") && block.bytes() == 1 << 22);
        }
    }

    @Test
    void launches_of_phases_need_the_scratch_of_all_members_and_their_table() {
        for (boolean conditionals : new boolean[] {true, false}) {
            try (GpuSpace space =
                            GpuSpace.open("cuda", driver(conditionals, true), CppDialect.CUDA, BinaryCache.off());
                    DoubleView x = DoubleView.of("x", space, 1000);
                    DoubleView sum = DoubleView.of("sum", space)) {
                for (int nodes : new int[] {3, 30}) {
                    Graph graph = Graph.define("phases", root -> {
                        NodeRef last = root;
                        for (int k = 0; k < nodes; k++) {
                            last = k % 2 == 0
                                    ? last.thenParallelReduce("r", RangePolicy.of(1000), Sum.into(sum, i -> x.get(i)))
                                    : last.thenParallelFor("f", RangePolicy.of(1000), i -> x.set(i, sum.get()));
                        }
                    });
                    compare(space, graph, Merging.ON);
                    assertThat(graph.memoryPlan(space).toString()).contains("scratch of 'r'");
                }
            }
        }
    }

    /** The launch of a long body has a table of its members, and the state of the barrier beside it. */
    @Test
    void loops_of_one_wave_need_the_state_of_their_barrier() {
        try (GpuSpace space = GpuSpace.open("cuda", new RecordingDriver(), CppDialect.CUDA, BinaryCache.off());
                DoubleView v = DoubleView.of("v", space, N);
                DoubleView sum = DoubleView.of("sum", space)) {
            for (int nodes : new int[] {2, 30}) {
                Graph graph = Graph.define(
                        "loop",
                        root -> root.thenWhile(
                                "until",
                                () -> v.get(0) < 9,
                                body -> {
                                    NodeRef last = body;
                                    for (int k = 0; k < nodes; k++) {
                                        last = k % 2 == 0
                                                ? last.thenParallelReduce(
                                                        "r", RangePolicy.of(N), Sum.into(sum, i -> v.get(i)))
                                                : last.thenParallelFor(
                                                        "f", RangePolicy.of(N), i -> v.set(i, sum.get()));
                                    }
                                },
                                20));
                compare(space, graph, Merging.ON);
                try (ExecutableGraph exec = graph.instantiate(space)) {
                    assertThat(exec.explain()).contains("a loop in one launch of one wave: ");
                }
            }
        }
    }

    @Test
    void one_call_clears_the_counters_of_all_reductions() {
        int[] cleared = {0};
        RecordingDriver counting = new RecordingDriver() {
            @Override
            public void fill(
                    long address, long pitch, int value, int elementBytes, long width, long height, long stream) {
                cleared[0]++;
                super.fill(address, pitch, value, elementBytes, width, height, stream);
            }
        };
        try (GpuSpace space = GpuSpace.open("cuda", counting, CppDialect.CUDA, BinaryCache.off());
                DoubleView x = DoubleView.of("x", space, N);
                DoubleView sum = DoubleView.of("sum", space)) {
            Graph graph = Graph.define("sums", root -> {
                NodeRef last = root;
                for (int k = 0; k < 5; k++) {
                    last = last.thenParallelReduce("sum" + k, RangePolicy.of(N), Sum.into(sum, i -> x.get(i)));
                }
            });
            cleared[0] = 0;
            compare(space, graph, Merging.ON);
            assertThat(cleared[0]).isEqualTo(1);
        }
    }

    /** Each reduction of many tiles has a counter. */
    @Test
    void counters_are_allocated_in_as_many_blocks_as_they_are_said_to_need() {
        for (int sums : new int[] {63, 64, 65, 200}) {
            try (GpuSpace space = GpuSpace.open("cuda", new RecordingDriver(), CppDialect.CUDA, BinaryCache.off());
                    DoubleView x = DoubleView.of("x", space, N);
                    DoubleView sum = DoubleView.of("sum", space)) {
                Graph graph = Graph.define("sums", root -> {
                    NodeRef last = root;
                    for (int k = 0; k < sums; k++) {
                        last = last.thenParallelReduce("sum", RangePolicy.of(N), Sum.into(sum, i -> x.get(i)));
                    }
                });
                compare(space, graph, Merging.OFF);
            }
        }
    }

    @Test
    void each_kind_of_node_takes_what_it_is_said_to_need() throws Exception {
        for (boolean conditionals : new boolean[] {true, false}) {
            for (boolean allocations : new boolean[] {true, false}) {
                try (GpuSpace space = GpuSpace.open(
                                "hip", driver(conditionals, allocations), CppDialect.HIP, BinaryCache.off());
                        NodeKinds kinds = new NodeKinds(space, ExternalSemaphore.ofFileDescriptor("semaphore", 3))) {
                    for (Graph graph : kinds.graphs().values()) {
                        compare(space, graph, Merging.ON);
                        compare(space, graph, Merging.OFF);
                    }
                }
            }
        }
    }

    /** Loops in loops, branches around loops, params, launches side by side, reductions and scans of many tiles. */
    private static Graph nested(GpuSpace space, DoubleParam step) {
        DoubleView x = DoubleView.of("x", space, N);
        DoubleView y = DoubleView.of("y", space, N);
        DoubleView sum = DoubleView.of("sum", space);
        DoubleView other = DoubleView.of("other", space);
        IntView count = IntView.of("count", space);
        Graph inner = Graph.define("inner", root -> {
            root.thenParallelReduce("sum", RangePolicy.of(N), Sum.into(sum, i -> x.get(i)));
            root.thenParallelReduce("other", RangePolicy.of(N), Sum.into(other, i -> y.get(i)));
            root.then("count", () -> count.set(count.get() + 1));
        });
        Graph loop = Graph.define("loop", root -> root.thenWhile("inner loop", () -> count.get() % 3 != 0, inner));
        Graph branch = Graph.define("branch", root -> root.thenIf("again", () -> count.get() > 0, loop, inner));
        return Graph.define("nested", root -> {
            root.thenParallelScan(
                            "scan",
                            RangePolicy.of(N),
                            i -> x.get(i) + step.get(),
                            (i, prefix) -> y.set(i, prefix),
                            Scan.inclusiveDouble())
                    .thenWhile("outer loop", () -> count.get() < 10, loop)
                    .thenIf("branch", () -> count.get() > 5, branch);
        });
    }

    @Test
    void nested_loops_merged_launches_scans_and_params_take_what_they_are_said_to_need() {
        for (boolean conditionals : new boolean[] {true, false}) {
            try (GpuSpace space = GpuSpace.open("hip", driver(conditionals, true), CppDialect.HIP, BinaryCache.off())) {
                Graph graph = nested(space, DoubleParam.of("step", 1));
                compare(space, graph, Merging.ON);
                compare(space, graph, Merging.OFF);
            }
        }
    }

    /** Launches side by side of two kernels in bodies that are laid out six times in all, and branches in them. */
    @Test
    void bodies_that_turn_rings_take_what_they_are_said_to_need() {
        for (boolean conditionals : new boolean[] {true, false}) {
            try (GpuSpace space = GpuSpace.open("hip", driver(conditionals, true), CppDialect.HIP, BinaryCache.off());
                    ViewRing<DoubleView> u = ViewRing.of(2, j -> DoubleView.of("u" + j, space, 64));
                    ViewRing<IntView> v = ViewRing.of(3, j -> IntView.of("v" + j, space, 64));
                    DoubleView sum = DoubleView.of("sum", space);
                    IntView count = IntView.of("count", space)) {
                DoubleView now = u.level(0);
                DoubleView next = u.level(1);
                IntView other = v.level(1);
                Graph body = Graph.define("body", root -> {
                    root.thenParallelFor("u", RangePolicy.of(64), i -> next.set(i, now.get(i)))
                            .thenParallelReduce("sum", RangePolicy.of(64), Sum.into(sum, i -> next.get(i)))
                            .thenAdvance("turn", u);
                    root.thenParallelFor("v", RangePolicy.of(32), i -> other.set(i, i))
                            .thenAdvance("turn v", v);
                });
                Graph loop = Graph.define("loop", root -> root.thenWhile("inner", () -> count.get() > 0, body));
                Graph more = Graph.define(
                        "more",
                        root -> root.thenIf("if", () -> count.get() > 1, body)
                                .thenGraph("loop", loop)
                                .thenAdvance("turn", v));
                Graph all = Graph.define("all", root -> root.thenWhile("outer", () -> count.get() > 0, more));
                compare(space, all, Merging.ON);
                compare(space, all, Merging.OFF);
            }
        }
    }

    @Test
    void the_driver_has_the_last_word_on_what_there_is_room_for() {
        for (boolean hasMore : new boolean[] {true, false}) {
            RecordingDriver driver = new RecordingDriver() {
                @Override
                public GpuFeatures features() {
                    return new GpuFeatures(false, false, true, 0, false, false, false);
                }

                @Override
                public long freeBytes() {
                    return 1 << 20;
                }

                @Override
                public boolean isOutOfMemory(int status) {
                    return status == 2;
                }

                @Override
                public long allocate(long bytes) {
                    if (bytes > 1 << 20 && !hasMore) {
                        throw new GpuException("hipMalloc", 2, "hipErrorOutOfMemory", "out of memory");
                    }
                    return super.allocate(bytes);
                }
            };
            try (GpuSpace space = GpuSpace.open("hip", driver, CppDialect.HIP, BinaryCache.off())) {
                Graph graph = Graph.define("g", root -> {
                    AllocateNodeRef<DoubleView> work = root.thenAllocate("work", DoubleView.spec(1 << 20));
                    work.thenFill("fill", work.view(), 1.0);
                });
                if (hasMore) {
                    graph.instantiate(space).close();
                } else {
                    assertThatThrownBy(() -> graph.instantiate(space))
                            .isInstanceOf(OutOfMemoryException.class)
                            .hasCauseInstanceOf(GpuException.class)
                            .hasMessageStartingWith("S256: graph 'g' needs 8.00 MiB in hip:0 besides its views, and"
                                    + " 1.00 MiB are free; 8.00 MiB are for memory of thenAllocate: ");
                }
            }
        }
    }
}
