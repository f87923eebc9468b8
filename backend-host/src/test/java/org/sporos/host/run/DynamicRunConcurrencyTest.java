package org.sporos.host.run;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.jetbrains.lincheck.Lincheck;
import org.jetbrains.lincheck.LincheckAssertionError;
import org.junit.jupiter.api.Test;
import org.sporos.graph.Graph;
import org.sporos.graph.NodeRef;
import org.sporos.host.schedule.Program;
import org.sporos.host.schedule.ProgramBuilder;
import org.sporos.host.schedule.StepKind;
import org.sporos.host.task.HostTask;
import org.sporos.host.task.TaskContext;
import org.sporos.host.threads.Scheduler;
import org.sporos.matrix.Full;
import org.sporos.plan.BufferAssignment;
import org.sporos.plan.Planner;
import org.sporos.space.MemorySpace;

/** The scheduler itself, two threads that work on one run, under many interleavings. */
class DynamicRunConcurrencyTest {

    @Test
    void two_threads_run_each_step_once_and_in_order_in_two_runs() {
        Program diamond = diamond();
        Lincheck.runConcurrentTest(Full.count(5, 5000), () -> new Check(diamond, false).run());
    }

    @Test
    void an_edge_that_is_left_out_is_found() {
        Program diamond = diamond();
        assertThatThrownBy(() -> Lincheck.runConcurrentTest(150, () -> new Check(diamond, true).run()))
                .isInstanceOf(LincheckAssertionError.class);
    }

    private static Program diamond() {
        Graph graph = Graph.define("diamond", root -> {
            NodeRef a = root.then("a", () -> {});
            NodeRef b = a.then("b", () -> {});
            NodeRef c = a.then("c", () -> {});
            Graph.whenAll(b, c).then("d", () -> {});
        });
        return ProgramBuilder.build(Planner.plan(graph), new TaskContext(2, false));
    }

    /** The diamond with tasks that look whether those before them have ended. */
    private static final class Check implements RunEnd {
        private final AtomicIntegerArray done;
        private final Program program;
        private final StepExecutor executor;
        private final DynamicRun run;
        private volatile int ends;

        Check(Program diamond, boolean planted) {
            done = new AtomicIntegerArray(diamond.size());
            program = planted ? withoutLastWait(tasks(diamond)) : tasks(diamond);
            executor = new StepExecutor(
                    program,
                    new Frames(List.of(), List.of(), List.of(), BufferAssignment.NONE, MemorySpace.host(), false));
            run = new DynamicRun(executor, new Scheduler(2), 2, this);
        }

        void run() {
            once(1);
            once(2);
        }

        private void once(int round) {
            executor.prepare(new long[0]);
            run.offerRoots();
            Thread one = new Thread(() -> work(round));
            one.start();
            work(round);
            RingConcurrencyTest.join(one);
            work(round);
            if (ends != round) {
                throw new IllegalStateException(ends + " ends in round " + round);
            }
            if (executor.failure() != null) {
                throw new IllegalStateException(executor.failure().cause());
            }
        }

        private void work(int round) {
            long claim = run.claim();
            while (claim != ReadyRing.NONE) {
                int step = (int) (claim >>> 32);
                int chunk = (int) claim;
                do {
                    step = run.perform(step, chunk);
                    chunk = 0;
                } while (step != DynamicRun.NOTHING);
                claim = run.claim();
            }
        }

        private Program tasks(Program diamond) {
            HostTask[] tasks = diamond.task().clone();
            for (int step = 0; step < tasks.length; step++) {
                if (diamond.kind()[step] == StepKind.TASK) {
                    tasks[step] = new Step(step);
                }
            }
            return new Program(
                    diamond.kind(),
                    diamond.chunks(),
                    diamond.phase(),
                    tasks,
                    diamond.extra(),
                    diamond.unit(),
                    diamond.waits(),
                    diamond.firstSuccessor(),
                    diamond.successors(),
                    diamond.aligned(),
                    diamond.slot(),
                    diamond.main(),
                    diamond.serialStep(),
                    diamond.eventSteps(),
                    diamond.waitSteps(),
                    diamond.memories(),
                    diamond.memoryPlan(),
                    diamond.loops(),
                    diamond.isSerial(),
                    diamond.chain(),
                    diamond.callsHost(),
                    diamond.units());
        }

        /** Plants a race: the last node starts when one of the two before it has ended. */
        private static Program withoutLastWait(Program right) {
            int[] waits = right.waits().clone();
            for (int step = right.main().first(); step < right.main().end(); step++) {
                waits[step] = 1;
            }
            return new Program(
                    right.kind(),
                    right.chunks(),
                    right.phase(),
                    right.task(),
                    right.extra(),
                    right.unit(),
                    waits,
                    right.firstSuccessor(),
                    right.successors(),
                    right.aligned(),
                    right.slot(),
                    right.main(),
                    right.serialStep(),
                    right.eventSteps(),
                    right.waitSteps(),
                    right.memories(),
                    right.memoryPlan(),
                    right.loops(),
                    right.isSerial(),
                    right.chain(),
                    right.callsHost(),
                    right.units());
        }

        @Override
        public void runSerial() {
            throw new AssertionError();
        }

        @Override
        @SuppressWarnings("NonAtomicOperationOnVolatileField")
        public void ended() {
            ends++;
        }

        /** Fails the run if a step before it has not run as often as it does now. */
        private final class Step implements HostTask {
            private final int step;

            Step(int step) {
                this.step = step;
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
                int now = done.incrementAndGet(step);
                for (int before = 0; before < step; before++) {
                    for (int e = program.firstSuccessor()[before]; e < program.firstSuccessor()[before + 1]; e++) {
                        boolean task = program.kind()[before] == StepKind.TASK;
                        if (program.successors()[e] == step && task && done.get(before) != now) {
                            throw new IllegalStateException("step " + step + " before step " + before);
                        }
                    }
                }
            }
        }
    }
}
