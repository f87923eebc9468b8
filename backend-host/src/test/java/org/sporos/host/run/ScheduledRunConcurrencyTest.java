package org.sporos.host.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.jetbrains.lincheck.Lincheck;
import org.jetbrains.lincheck.LincheckAssertionError;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.sporos.graph.Graph;
import org.sporos.graph.NodeRef;
import org.sporos.host.schedule.ListScheduler;
import org.sporos.host.schedule.Program;
import org.sporos.host.schedule.ProgramBuilder;
import org.sporos.host.schedule.StaticSchedule;
import org.sporos.host.schedule.StepKind;
import org.sporos.host.task.HostTask;
import org.sporos.host.task.TaskContext;
import org.sporos.host.threads.Scheduler;
import org.sporos.matrix.Full;
import org.sporos.plan.BufferAssignment;
import org.sporos.plan.Planner;
import org.sporos.space.MemorySpace;

/**
 * Two threads that share the queues of a run, under many interleavings: each task is done once and after those that it
 * waits for, and when both have left, the run has ended.
 */
class ScheduledRunConcurrencyTest {
    private static final int INTERLEAVINGS = Full.count(5, 1500);
    private static final long SHORT_NANOS = 1;
    private static final long LONG_NANOS = 1_000_000;

    @Test
    void two_threads_do_each_task_once_and_in_order_and_leave_nothing() {
        Program diamond = diamond();
        Lincheck.runConcurrentTest(INTERLEAVINGS, () -> new Check(diamond, false).run());
    }

    @Tag("matrix")
    @Test
    void two_threads_do_each_chunk_once_and_in_order_and_leave_nothing() {
        Program diamond = diamondOfTasks();
        Lincheck.runConcurrentTest(INTERLEAVINGS, () -> new Check(diamond, false).run());
    }

    @Tag("matrix")
    @Test
    void an_edge_that_is_left_out_is_found() {
        Program diamond = diamond();
        assertThatThrownBy(() -> Lincheck.runConcurrentTest(300, () -> new Check(diamond, true).run()))
                .isInstanceOf(LincheckAssertionError.class)
                .hasMessageContaining("before step");
    }

    @Test
    void a_caller_that_drives_runs_shares_them_with_one_that_comes_and_ends_them() {
        Program diamond = diamond();
        Lincheck.runConcurrentTest(INTERLEAVINGS, () -> new Check(diamond, false).drive());
    }

    @Tag("matrix")
    @Test
    void threads_share_long_runs() {
        Program diamond = diamond();
        Lincheck.runConcurrentTest(INTERLEAVINGS, () -> new Check(diamond, false, LONG_NANOS).run());
        Lincheck.runConcurrentTest(INTERLEAVINGS, () -> new Check(diamond, false, LONG_NANOS).drive());
    }

    @Tag("matrix")
    @Test
    void an_edge_that_is_left_out_of_a_caller_driven_run_is_found() {
        Program diamond = diamond();
        assertThatThrownBy(() -> Lincheck.runConcurrentTest(300, () -> new Check(diamond, true).drive()))
                .isInstanceOf(LincheckAssertionError.class)
                .hasMessageContaining("before step");
    }

    @Test
    void the_caller_that_drives_runs_does_not_count_as_a_helper() {
        assertThat(new Check(diamond(), false).hasHelpersBesideCaller()).isFalse();
    }

    /** Returns four nodes that are done as single calls. */
    private static Program diamond() {
        Step[] steps = {new Step(), new Step(), new Step(), new Step()};
        Graph graph = Graph.define("diamond", root -> {
            NodeRef a = root.then("a", () -> steps[0].run());
            NodeRef b = a.then("b", () -> steps[1].run());
            NodeRef c = a.then("c", () -> steps[2].run());
            Graph.whenAll(b, c).then("d", () -> steps[3].run());
        });
        Program program = ProgramBuilder.build(Planner.plan(graph), new TaskContext(2, false));
        int nodes = 0;
        for (int step = 0; step < program.size(); step++) {
            if (program.kind()[step] == StepKind.TASK) {
                steps[nodes].step = step;
                program.task()[step] = steps[nodes++];
            }
        }
        return program;
    }

    /** Returns four nodes that are done as tasks with chunks are. */
    private static Program diamondOfTasks() {
        Program program = diamond();
        Arrays.fill(program.unit(), null);
        return program;
    }

    private static final class Check {
        private final Program program;
        private final long nanos;
        private final StaticSchedule right;
        private final StaticSchedule schedule;
        private final AtomicIntegerArray done;
        private final ScheduledRun scheduledRun;
        private final StepExecutor run;
        private volatile int ends;

        Check(Program diamond, boolean planted) {
            this(diamond, planted, SHORT_NANOS);
        }

        /**
         * @param nanos about how long a run takes
         */
        Check(Program diamond, boolean planted, long nanos) {
            program = diamond;
            this.nanos = nanos;
            right = Objects.requireNonNull(ListScheduler.of(program, 2));
            schedule = planted ? withoutOneEdge(right) : right;
            done = new AtomicIntegerArray(program.size());
            for (int step = 0; step < program.size(); step++) {
                if (program.task()[step] instanceof Step task) {
                    task.check = this;
                }
            }
            Scheduler pool = new Scheduler(2);
            run = new StepExecutor(
                    program,
                    new Frames(List.of(), List.of(), List.of(), BufferAssignment.NONE, MemorySpace.host(), false));
            scheduledRun = new ScheduledRun(schedule, run, pool, this::ended, false);
        }

        void run() {
            once(1);
            once(2);
        }

        /**
         * Two runs that one thread drives, while another one comes in the first and may stay; then one of the other
         * kind.
         */
        void drive() {
            if (!scheduledRun.callerSlot().take()) {
                throw new IllegalStateException("all queues are owned");
            }
            Thread one = new Thread(() -> scheduledRun.turn(0, null, 0));
            run.prepare(new long[0]);
            one.start();
            for (int round = 1; round <= 2; round++) {
                scheduledRun.drive(nanos);
                check(round);
            }
            RingConcurrencyTest.join(one);
            scheduledRun.callerSlot().leave();
            if (ends != 0) {
                throw new IllegalStateException("a callerDriven run was ended by another thread");
            }
            once(3, 1);
        }

        boolean hasHelpersBesideCaller() {
            return scheduledRun.callerSlot().hasHelpers()
                    || scheduledRun.callerSlot().take()
                            && scheduledRun.callerSlot().hasHelpers();
        }

        private void once(int round) {
            once(round, round);
        }

        private void once(int round, int wantedEnds) {
            run.prepare(new long[0]);
            scheduledRun.begin(nanos, Long.MAX_VALUE);
            Thread one = new Thread(() -> scheduledRun.turn(0, null, 0));
            one.start();
            scheduledRun.turn(-1, null, 0);
            RingConcurrencyTest.join(one);
            if (ends != wantedEnds) {
                throw new IllegalStateException(ends + " ends in round " + round);
            }
            check(round);
        }

        private void check(int round) {
            if (scheduledRun.hasReady()) {
                throw new IllegalStateException("something is left in round " + round);
            }
            for (int step = 0; step < program.size(); step++) {
                if (program.kind()[step] == StepKind.TASK && done.get(step) != round) {
                    throw new IllegalStateException("step " + step + " done " + done.get(step) + " times");
                }
            }
            if (run.failure() != null) {
                throw new IllegalStateException(run.failure().cause());
            }
        }

        /** Plants a race: the node of the second queue waits for nothing. */
        private static StaticSchedule withoutOneEdge(StaticSchedule right) {
            int task = right.order()[right.firstOfQueue()[1]];
            int step = right.step()[task];
            int edge = right.firstBefore()[step];
            int[] first = right.firstBefore().clone();
            int[] before = right.before().clone();
            for (int s = step + 1; s < first.length; s++) {
                first[s]--;
            }
            System.arraycopy(before, edge + 1, before, edge, before.length - edge - 1);
            return new StaticSchedule(
                    right.queues(),
                    right.base(),
                    right.step(),
                    right.piece(),
                    right.firstChunk(),
                    right.first(),
                    first,
                    before,
                    right.aligned(),
                    right.order(),
                    right.firstOfQueue(),
                    right.nanos());
        }

        @SuppressWarnings("NonAtomicOperationOnVolatileField")
        private void ended() {
            ends++;
        }

        /** Fails the run if a step before one has not been done as often as that is now. */
        void did(int step) {
            int now = done.incrementAndGet(step);
            for (int e = right.firstBefore()[step]; e < right.firstBefore()[step + 1]; e++) {
                if (done.get(right.before()[e]) != now) {
                    throw new IllegalStateException("step " + step + " before step " + right.before()[e]);
                }
            }
        }
    }

    /** A task of the program, which is made once, that tells the check which goes on. */
    private static final class Step implements HostTask {
        private int step;
        private Check check;

        void run() {
            check.did(step);
        }

        @Override
        public int phases() {
            return 1;
        }

        @Override
        public int chunks(int phase) {
            return 1;
        }

        @Override
        public void run(int phase, int chunk) {
            run();
        }
    }
}
