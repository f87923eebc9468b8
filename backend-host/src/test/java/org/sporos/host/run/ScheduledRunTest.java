package org.sporos.host.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.reflect.Reflection;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.sporos.graph.Graph;
import org.sporos.graph.NodeRef;
import org.sporos.host.schedule.ListScheduler;
import org.sporos.host.schedule.Program;
import org.sporos.host.schedule.ProgramBuilder;
import org.sporos.host.schedule.StaticSchedule;
import org.sporos.host.task.TaskContext;
import org.sporos.host.threads.Scheduler;
import org.sporos.plan.BufferAssignment;
import org.sporos.plan.Planner;
import org.sporos.space.MemorySpace;

/** What one thread does with the queues of several. */
class ScheduledRunTest {
    private static final int ROWS = 5;
    private static final int COLUMNS = 40;

    private final List<Integer> order = new ArrayList<>();
    private int ends;
    /** The number of calls for other threads. */
    private int calls;

    @Test
    void a_thread_alone_does_single_calls_about_in_the_order_of_their_definition() {
        ScheduledRun run = run(2);
        for (int round = 1; round <= 2; round++) {
            order.clear();
            run.begin(1_000L * ROWS * COLUMNS, Long.MAX_VALUE);
            run.turn(-1, null, 0);
            assertThat(ends).isEqualTo(round);
            assertThat(order).hasSize(ROWS * COLUMNS).doesNotHaveDuplicates();
            assertThat(mostAhead()).isLessThanOrEqualTo(EpochBitmap.WIDTH);
        }
    }

    @Test
    void a_thread_alone_ends_the_runs_of_many_lists() {
        for (int threads = 3; threads <= 8; threads++) {
            order.clear();
            ScheduledRun run = run(threads);
            run.begin(1_000L * ROWS * COLUMNS, Long.MAX_VALUE);
            run.turn(threads - 2, null, 0);
            assertThat(order).hasSize(ROWS * COLUMNS).doesNotHaveDuplicates();
            assertThat(mostAhead()).isLessThanOrEqualTo(EpochBitmap.WIDTH);
        }
    }

    @Test
    void a_thread_alone_does_the_lists_of_others_where_each_of_them_is_a_chain() {
        for (int threads = 2; threads <= 4; threads++) {
            ScheduledRun run = run(threads, rowsOfNodes(3, threads));
            for (int round = 1; round <= 3; round++) {
                order.clear();
                run.begin(1, Long.MAX_VALUE);
                run.turn(round, null, 0);
                assertThat(order).hasSize(3 * threads).doesNotHaveDuplicates();
                assertThat(run.hasReady()).isFalse();
            }
        }
        assertThat(ends).isEqualTo(9);
    }

    @Test
    void a_thread_that_tells_late_of_its_part_in_a_caller_driven_run_does_not_count_in_the_next_one() {
        ScheduledRun run = run(2, rowsOfNodes(3, 2));
        assertThat(run.callerSlot().take()).isTrue();
        run.drive(1);
        int callerDriven = run.tasks().epoch();
        run.callerSlot().leave();
        run.begin(1, Long.MAX_VALUE);
        run.tasks().done(1, 1, callerDriven, true);
        run.turn(-1, null, 0);
        assertThat(order).hasSize(12);
        assertThat(ends).isEqualTo(1);
    }

    @Test
    void a_thread_alone_calls_another_one_before_each_long_task_while_others_are_ready() {
        ScheduledRun run = run(2, rowsOfNodes(ROWS, 4));
        run.begin(20 * 1_000_000L, 0);
        run.turn(-1, null, 0);
        assertThat(order).hasSize(4 * ROWS);
        assertThat(calls).isBetween(2 * ROWS, 5 * ROWS);
        calls = 0;
        run.begin(20 * 1_000L, 0);
        run.turn(-1, null, 0);
        assertThat(order).hasSize(8 * ROWS);
        assertThat(calls).isBetween(1, 3);
    }

    /** Returns how many nodes come before one that was defined before them, at most. */
    private int mostAhead() {
        int most = 0;
        for (int at = 0; at < order.size(); at++) {
            most = Math.max(most, at - order.get(at));
        }
        return most;
    }

    private ScheduledRun run(int threads) {
        return run(threads, rowsOfNodes(ROWS, COLUMNS));
    }

    private ScheduledRun run(int threads, Graph graph) {
        Program program = ProgramBuilder.build(Planner.plan(graph), new TaskContext(threads, false));
        Scheduler scheduler = new Scheduler(threads);
        WorkerPool pool = Reflection.newProxy(WorkerPool.class, (proxy, method, arguments) -> {
            calls += method.getName().equals("signal") ? 1 : 0;
            return method.invoke(scheduler, arguments);
        });
        StepExecutor executor = new StepExecutor(
                program, new Frames(List.of(), List.of(), List.of(), BufferAssignment.NONE, MemorySpace.host(), false));
        executor.prepare(new long[0]);
        StaticSchedule schedule = Objects.requireNonNull(ListScheduler.of(program, threads));
        return new ScheduledRun(schedule, executor, pool, () -> ends++, false);
    }

    /**
     * Rows of nodes, each of which waits for the one above it, and every other one for that of the mirrored column,
     * too.
     */
    private Graph rowsOfNodes(int rows, int columns) {
        return Graph.define("rows", root -> {
            NodeRef[] above = null;
            for (int row = 0; row < rows; row++) {
                NodeRef[] nodes = above;
                int first = row * columns;
                above = IntStream.range(0, columns)
                        .mapToObj(column -> {
                            int node = first + column;
                            NodeRef[] before = nodes == null
                                    ? new NodeRef[] {root}
                                    : new NodeRef[] {
                                        nodes[column], nodes[column % 2 == 0 ? column : columns - 1 - column]
                                    };
                            return Graph.whenAll(before).then("n", () -> order.add(node));
                        })
                        .toArray(NodeRef[]::new);
            }
        });
    }
}
