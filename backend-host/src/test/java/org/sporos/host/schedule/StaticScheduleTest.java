package org.sporos.host.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.sporos.graph.Graph;
import org.sporos.graph.NodeRef;
import org.sporos.host.run.CompletionStamps;
import org.sporos.host.task.TaskContext;
import org.sporos.kernel.compile.KernelIndex;
import org.sporos.plan.FusionSupport;
import org.sporos.plan.LaunchPlan;
import org.sporos.plan.Planner;
import org.sporos.policy.RangePolicy;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;
import org.sporos.view.DoubleView;

/** How the tasks of a graph are dealt out to threads. */
class StaticScheduleTest {

    @Test
    void a_chain_is_not_shared() {
        assertThat(schedule(chain(100), 4)).isNull();
    }

    @Test
    void a_graph_with_host_nodes_is_not_dealt_out() {
        Graph graph = Graph.define("host", root -> {
            root.then("a", () -> {});
            root.thenHost("b", () -> {});
        });
        assertThat(schedule(graph, 2)).isNull();
    }

    @Test
    void one_thread_needs_no_lists() {
        assertThat(schedule(wide(10), 1)).isNull();
    }

    @Test
    void each_task_is_in_one_list_in_the_order_of_definition() {
        StaticSchedule schedule = schedule(wide(10), 3);
        assertThat(schedule.queues()).isEqualTo(3);
        assertThat(schedule.tasks()).isEqualTo(12);
        assertThat(Arrays.stream(schedule.order()).sorted())
                .containsExactly(IntStream.range(0, 12).boxed().toArray(Integer[]::new));
        for (int slot = 0; slot < 3; slot++) {
            assertThat(list(schedule, slot)).isSorted();
        }
    }

    @Test
    void nodes_side_by_side_are_dealt_out_evenly() {
        StaticSchedule schedule = schedule(wide(8), 2);
        assertThat(list(schedule, 0)).containsExactly(0, 1, 2, 3, 4, 9);
        assertThat(list(schedule, 1)).containsExactly(5, 6, 7, 8);
    }

    @Test
    void there_are_no_more_lists_than_tasks_at_a_time() {
        assertThat(schedule(wide(2), 16).queues()).isEqualTo(2);
    }

    @Test
    void chunks_of_the_same_place_are_in_the_same_list() {
        try (ExecutionSpace space = ExecutionSpaces.open("host,threads=2");
                DoubleView x = DoubleView.of("x", space, 1000);
                DoubleView y = DoubleView.of("y", space, 1000)) {
            Graph graph = Graph.define(
                    "two",
                    root -> root.thenParallelFor("x", RangePolicy.of(1000), i -> x.set(i, i))
                            .thenParallelFor("y", RangePolicy.of(1000), i -> y.set(i, x.get(i))));
            StaticSchedule schedule = schedule(graph, 2);
            int chunks = schedule.tasks() / 2;
            for (int task = 0; task < chunks; task++) {
                int slot = queueOf(schedule, task);
                assertThat(queueOf(schedule, chunks + task)).isEqualTo(slot);
                assertThat(slot).isEqualTo(task * 2 / chunks);
            }
        }
    }

    @Test
    void a_chunk_of_pointwise_neighbours_waits_for_its_like_alone() {
        try (ExecutionSpace space = ExecutionSpaces.open("host,threads=2");
                DoubleView x = DoubleView.of("x", space, 1000);
                DoubleView y = DoubleView.of("y", space, 1000);
                DoubleView z = DoubleView.of("z", space, 1000)) {
            Graph graph = Graph.define("fork", root -> {
                NodeRef a = root.thenParallelFor("a", RangePolicy.of(1000), i -> x.set(i, i));
                a.thenParallelFor("b", RangePolicy.of(1000), i -> y.set(i, x.get(i)));
                a.thenParallelFor("c", RangePolicy.of(1000).withChunk(100), i -> z.set(i, x.get(i)));
            });
            LaunchPlan plan = Planner.plan(graph, KernelIndex.of(graph), FusionSupport.ofLoops(Long.MAX_VALUE));
            StaticSchedule schedule = ListScheduler.of(ProgramBuilder.build(plan, new TaskContext(2, false)), 2);
            assertThat(plan.size()).isEqualTo(3);
            assertThat(schedule.aligned()).containsExactly(true, false);

            CompletionStamps state = new CompletionStamps(schedule);
            int[] first = schedule.first();
            assertThat(state.isReady(first[1] + 2, 1)).isFalse();
            state.finish(first[0] + 2, 1);
            assertThat(state.isReady(first[1] + 2, 1)).isTrue();
            assertThat(state.isReady(first[1] + 3, 1)).isFalse();
            assertThat(state.isReady(first[2] + 2, 1)).isFalse();
            for (int task = first[0]; task < first[1]; task++) {
                state.finish(task, 1);
            }
            assertThat(state.isReady(first[2] + 2, 1)).isTrue();
            assertThat(state.isReady(first[2] + 2, 2)).isFalse();
        }
    }

    @Test
    void a_step_is_cut_into_pieces_by_its_time_and_a_piece_holds_its_share_of_the_chunks() {
        try (ExecutionSpace space = ExecutionSpaces.open("host,threads=2");
                DoubleView x = DoubleView.of("x", space, 1000);
                DoubleView y = DoubleView.of("y", space, 1000);
                DoubleView z = DoubleView.of("z", space, 1000)) {
            Program program = loops(x, y, z);
            assertThat(program.chunks()).startsWith(8, 8, 8);
            StaticSchedule schedule = scheduled(program, 5_000, 1_000, 1_000_000);
            assertThat(schedule.first()).startsWith(0, 5, 6, 14);
            assertThat(schedule.firstChunk()).containsExactly(0, 1, 3, 4, 6, 0, 0, 1, 2, 3, 4, 5, 6, 7);
            assertThat(schedule.piece()).containsExactly(0, 1, 2, 3, 4, 0, 0, 1, 2, 3, 4, 5, 6, 7);
            assertThat(schedule.aligned()).containsExactly(false, false);
            assertThat(scheduled(program, 10_000, 11_000, 10_000).aligned()).containsExactly(true, false);
        }
    }

    @Test
    void a_schedule_tells_how_long_its_levels_take_with_a_handover_for_each_that_threads_share() {
        try (ExecutionSpace space = ExecutionSpaces.open("host,threads=2");
                DoubleView x = DoubleView.of("x", space, 1000);
                DoubleView y = DoubleView.of("y", space, 1000);
                DoubleView z = DoubleView.of("z", space, 1000)) {
            Program program = loops(x, y, z);
            assertThat(scheduled(program, 1_000, 600, 700).nanos()).isEqualTo(1_000 + 700 + 1_000);
            assertThat(scheduled(program, 1_000, 2_000, 4_000).nanos()).isEqualTo(1_000 + 1_000 + 2_000 + 1_000);
            assertThat(scheduled(program, 20_000, 400, 0).nanos()).isEqualTo(10_000 + 1_000 + 400);
            assertThat(ListScheduler.of(program, 2).nanos()).isZero();
        }
    }

    private static @Nullable StaticSchedule scheduled(Program program, long... nanos) {
        int steps = program.main().end();
        return ListScheduler.of(program, program.main(), 2, Arrays.copyOf(nanos, steps));
    }

    /** Returns a loop, and two that read what it wrote at the same index. */
    private static Program loops(DoubleView x, DoubleView y, DoubleView z) {
        RangePolicy all = RangePolicy.of(1000);
        Graph graph = Graph.define("loops", root -> {
            NodeRef first = root.thenParallelFor("x", all, i -> x.set(i, i));
            first.thenParallelFor("y", all, i -> y.set(i, x.get(i)));
            first.thenParallelFor("z", all.withChunk(125), i -> z.set(i, x.get(i)));
        });
        LaunchPlan plan = Planner.plan(graph, KernelIndex.of(graph), FusionSupport.ofLoops(Long.MAX_VALUE));
        return ProgramBuilder.build(plan, new TaskContext(2, false));
    }

    @Test
    void a_join_of_a_few_is_replaced_by_its_edges() {
        Graph graph = Graph.define("join", root -> {
            NodeRef a = root.then("a", () -> {});
            NodeRef b = root.then("b", () -> {});
            NodeRef both = Graph.whenAll(a, b);
            both.then("c", () -> {});
            both.then("d", () -> {});
        });
        assertThat(schedule(graph, 2).tasks()).isEqualTo(4);
    }

    @Test
    void a_join_of_many_that_many_wait_for_stays() {
        Graph graph = Graph.define("join", root -> {
            List<NodeRef> all = new ArrayList<>();
            for (int i = 0; i < 50; i++) {
                all.add(root.then("a", () -> {}));
            }
            NodeRef joined = Graph.whenAll(all);
            for (int i = 0; i < 50; i++) {
                joined.then("b", () -> {});
            }
        });
        StaticSchedule schedule = schedule(graph, 2);
        assertThat(schedule.tasks()).isEqualTo(101);
        assertThat(schedule.before()).hasSize(100);
    }

    private static List<Integer> list(StaticSchedule schedule, int slot) {
        return Arrays.stream(schedule.order(), schedule.firstOfQueue()[slot], schedule.firstOfQueue()[slot + 1])
                .boxed()
                .toList();
    }

    private static int queueOf(StaticSchedule schedule, int task) {
        return IntStream.range(0, schedule.queues())
                .filter(slot -> list(schedule, slot).contains(task))
                .findFirst()
                .orElseThrow();
    }

    private static StaticSchedule schedule(Graph graph, int threads) {
        return ListScheduler.of(ProgramBuilder.build(Planner.plan(graph), new TaskContext(threads, false)), threads);
    }

    private static Graph chain(int n) {
        return Graph.define("chain", root -> {
            NodeRef last = root;
            for (int i = 0; i < n; i++) {
                last = last.then("n", () -> {});
            }
        });
    }

    private static Graph wide(int n) {
        return Graph.define("wide", root -> {
            NodeRef first = root.then("first", () -> {});
            List<NodeRef> all = new ArrayList<>();
            for (int i = 0; i < n; i++) {
                all.add(first.then("n", () -> {}));
            }
            Graph.whenAll(all).then("last", () -> {});
        });
    }
}
