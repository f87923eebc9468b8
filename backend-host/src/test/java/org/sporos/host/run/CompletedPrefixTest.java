package org.sporos.host.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.sporos.graph.Graph;
import org.sporos.graph.NodeRef;
import org.sporos.host.schedule.ListScheduler;
import org.sporos.host.schedule.ProgramBuilder;
import org.sporos.host.schedule.StaticSchedule;
import org.sporos.host.task.TaskContext;
import org.sporos.plan.Planner;

/** How far a thread has seen a run to have come, and what is ready by that. */
class CompletedPrefixTest {
    private static final int RUN = 7;

    private final StaticSchedule schedule = schedule();
    private final CompletionStamps state = new CompletionStamps(schedule);
    private final CompletedPrefix completedPrefix = new CompletedPrefix(state, schedule.queueOf());

    @Test
    void it_stops_at_the_first_task_that_is_not_done() {
        assertThat(completedPrefix.advance(RUN)).isZero();
        state.finish(0, RUN);
        state.finish(2, RUN);
        assertThat(completedPrefix.advance(RUN)).isEqualTo(1);
        state.finish(1, RUN);
        assertThat(completedPrefix.advance(RUN)).isEqualTo(3);
    }

    @Test
    void it_ends_at_the_last_task() {
        IntStream.range(0, schedule.tasks()).forEach(task -> state.finish(task, RUN));
        assertThat(completedPrefix.advance(RUN)).isEqualTo(schedule.tasks());
    }

    @Test
    void it_knows_the_list_of_the_task_at_which_it_stops() {
        assertThat(schedule.queueOf()).containsExactly(0, 0, 1, 1, 0, 0, 1, 1, 0);
        for (int task = 0; task < schedule.tasks(); task++) {
            completedPrefix.advance(RUN);
            assertThat(completedPrefix.slot()).isEqualTo(schedule.queueOf()[task]);
            state.finish(task, RUN);
        }
        completedPrefix.advance(RUN);
        assertThat(completedPrefix.slot()).isEqualTo(schedule.queueOf()[schedule.tasks() - 1]);
    }

    @Test
    void it_begins_anew_with_each_run() {
        IntStream.range(0, schedule.tasks()).forEach(task -> state.finish(task, RUN));
        completedPrefix.advance(RUN);
        assertThat(completedPrefix.advance(RUN + 1)).isZero();
    }

    @Test
    void what_has_only_tasks_before_it_is_ready() {
        IntStream.range(0, schedule.tasks()).forEach(task -> {
            IntStream.range(0, state.lastBefore(task) + 1).forEach(before -> state.finish(before, RUN + task + 1));
            assertThat(state.isReady(task, RUN + task + 1)).isTrue();
        });
        assertThat(state.lastBefore(0)).isEqualTo(-1);
        assertThat(state.lastBefore(4)).isEqualTo(1);
        assertThat(state.lastBefore(8)).isEqualTo(7);
    }

    /** Four nodes, each with one behind it, and one behind those. */
    private static StaticSchedule schedule() {
        Graph graph = Graph.define("rows", root -> {
            NodeRef[] row = IntStream.range(0, 4)
                    .mapToObj(i -> root.then("a", () -> {}))
                    .toArray(NodeRef[]::new);
            NodeRef[] next = IntStream.of(1, 0, 2, 3)
                    .mapToObj(i -> row[i].then("b", () -> {}))
                    .toArray(NodeRef[]::new);
            Graph.whenAll(next).then("c", () -> {});
        });
        return ListScheduler.of(ProgramBuilder.build(Planner.plan(graph), new TaskContext(2, false)), 2);
    }
}
