package org.sporos.host.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.sporos.graph.Graph;
import org.sporos.graph.NodeRef;
import org.sporos.host.schedule.ListScheduler;
import org.sporos.host.schedule.ProgramBuilder;
import org.sporos.host.schedule.StaticSchedule;
import org.sporos.host.task.TaskContext;
import org.sporos.plan.Planner;

/** How much a thread claims of a queue at a time. */
class TaskQueueTest {
    private static final int RUN = 1;

    @Test
    void a_word_full_of_tasks_is_claimed_at_once_where_more_follow_and_the_last_ones_by_halves() {
        // The first of two queues has 50 of them.
        TaskQueue queue = wide(100);
        assertThat(claims(queue, EpochBitmap.WIDTH)).containsExactly(32, 9, 5, 2, 1, 1);
    }

    @Test
    void no_more_is_claimed_than_was_asked_for() {
        assertThat(claims(wide(40), 3)).containsExactly(3, 3, 3, 3, 3, 3, 1, 1);
    }

    @Test
    void each_task_is_claimed_once_and_in_the_order_of_the_list() {
        TaskQueue queue = wide(100);
        List<Integer> tasks = new ArrayList<>();
        for (long claim = queue.claim(RUN, 0, 7); claim != TaskQueue.NONE; claim = queue.claim(RUN, 0, 7)) {
            int first = queue.firstIndex((int) (claim >>> 32));
            for (int rest = (int) claim; rest != 0; rest &= rest - 1) {
                tasks.add(queue.task(first + Integer.numberOfTrailingZeros(rest)));
            }
        }
        assertThat(tasks).hasSize(50).isSorted().doesNotHaveDuplicates();
    }

    @Test
    void what_is_not_ready_is_not_claimed_with_what_is() {
        TaskQueue queue = firstOf(pairs());
        assertThat(claims(queue, EpochBitmap.WIDTH)).containsExactly(2, 1, 1);
    }

    @Test
    void what_is_known_to_be_ready_is_claimed_as_far_as_it_is_known_and_nothing_else_is() {
        StaticSchedule schedule = schedule(pairs());
        CompletionStamps state = new CompletionStamps(schedule);
        TaskQueue queue = new TaskQueue(0, schedule, new EpochBitmap(schedule.firstOfQueue()), state);
        assertThat(known(queue, 0)).containsExactly(0, 1, 2, 3);
        IntStream.range(0, 4).forEach(task -> state.finish(task, RUN));
        assertThat(known(queue, 0)).isEmpty();
        assertThat(known(queue, 2)).containsExactly(8, 9);
        assertThat(known(queue, 4)).containsExactly(10, 11);
        assertThat(known(queue, schedule.tasks())).isEmpty();
    }

    /** Claims what waits for none but so many of the first tasks; returns the tasks. */
    private static List<Integer> known(TaskQueue queue, int done) {
        List<Integer> tasks = new ArrayList<>();
        for (long claim = queue.claimKnown(RUN, done, 2);
                claim != TaskQueue.NONE;
                claim = queue.claimKnown(RUN, done, 2)) {
            for (int rest = (int) claim; rest != 0; rest &= rest - 1) {
                tasks.add(queue.task(queue.firstIndex((int) (claim >>> 32)) + Integer.numberOfTrailingZeros(rest)));
            }
        }
        return tasks;
    }

    private static TaskQueue wide(int nodes) {
        return firstOf(Graph.define(
                "wide", root -> IntStream.range(0, nodes).forEach(i -> root.then("n" + i, () -> {}))));
    }

    /** Returns eight nodes, each with one behind it. */
    private static Graph pairs() {
        return Graph.define("pairs", root -> {
            List<NodeRef> first = IntStream.range(0, 8)
                    .mapToObj(i -> (NodeRef) root.then("a" + i, () -> {}))
                    .toList();
            first.forEach(node -> node.then("b", () -> {}));
        });
    }

    private static StaticSchedule schedule(Graph graph) {
        return ListScheduler.of(ProgramBuilder.build(Planner.plan(graph), new TaskContext(2, false)), 2);
    }

    private static TaskQueue firstOf(Graph graph) {
        StaticSchedule schedule = schedule(graph);
        return new TaskQueue(0, schedule, new EpochBitmap(schedule.firstOfQueue()), new CompletionStamps(schedule));
    }

    /** Claims until nothing is left that is ready; returns how much it was each time. */
    private static List<Integer> claims(TaskQueue queue, int most) {
        List<Integer> counts = new ArrayList<>();
        for (long claim = queue.claim(RUN, 0, most); claim != TaskQueue.NONE; claim = queue.claim(RUN, 0, most)) {
            counts.add(Integer.bitCount((int) claim));
        }
        return counts;
    }
}
