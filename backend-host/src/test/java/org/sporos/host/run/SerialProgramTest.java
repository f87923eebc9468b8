package org.sporos.host.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.sporos.graph.Graph;
import org.sporos.graph.NodeRef;
import org.sporos.host.schedule.Program;
import org.sporos.host.schedule.ProgramBuilder;
import org.sporos.host.submit.FailureText;
import org.sporos.host.task.TaskContext;
import org.sporos.plan.BufferAssignment;
import org.sporos.plan.Planner;
import org.sporos.policy.RangePolicy;
import org.sporos.space.MemorySpace;

/** The steps of a body for one thread, in their order. */
class SerialProgramTest {
    private static final int CALLS = 107;
    private static final int LOOP_AFTER = 60;
    private static final int NONE = -1;

    private final List<Integer> order = new ArrayList<>();
    private int failing = NONE;

    @Test
    void calls_are_made_in_order_and_the_one_that_fails_is_known() {
        Program program = ProgramBuilder.build(Planner.plan(calls()), new TaskContext(1, false));
        SerialProgram serialProgram = Objects.requireNonNull(SerialProgram.of(program, program.main()));
        StepExecutor run = run(program);
        check(serialProgram, run);
    }

    @Test
    void a_failure_that_there_is_no_memory_to_note_still_fails_the_run() {
        StepExecutor run = run(ProgramBuilder.build(Planner.plan(calls()), new TaskContext(1, false)));
        OutOfMemoryError cause = new OutOfMemoryError("injected");
        run.fail(cause);
        assertThat(FailureText.of(Objects.requireNonNull(run.failure())))
                .hasMessage(
                        "R310: a run of graph 'calls' failed, and there was too little memory or stack to note in which"
                                + " node, by OutOfMemoryError: injected; give the JVM more heap, or its threads more stack")
                .hasCause(cause);
    }

    private void check(SerialProgram serialProgram, StepExecutor run) {
        for (int fails : new int[] {NONE, 0, LOOP_AFTER - 1, LOOP_AFTER, CALLS - 1}) {
            order.clear();
            failing = fails;
            run.prepare(new long[0]);
            serialProgram.run(run);
            int made = fails == NONE ? CALLS : fails;
            assertThat(order).isEqualTo(IntStream.range(0, made).boxed().toList());
            if (fails == NONE) {
                assertThat(run.failure()).isNull();
            } else {
                assertThat(Objects.requireNonNull(run.failure()).cause()).hasMessage("call " + fails);
                // The loop is a step, too.
                int step = fails < LOOP_AFTER ? fails : fails + 1;
                assertThat(run.failure().unit()).isSameAs(run.program.unit()[step]);
            }
        }
        failing = NONE;
        run.prepare(new long[0]);
    }

    private static StepExecutor run(Program program) {
        return new StepExecutor(
                program, new Frames(List.of(), List.of(), List.of(), BufferAssignment.NONE, MemorySpace.host(), false));
    }

    /** Calls that note their number, one loop among them. */
    private Graph calls() {
        return Graph.define("calls", root -> {
            NodeRef last = root;
            for (int call = 0; call < CALLS; call++) {
                int number = call;
                if (call == LOOP_AFTER) {
                    last = last.thenParallelFor("loop", RangePolicy.of(3), i -> {});
                }
                last = last.then("call" + call, () -> {
                    if (number == failing) {
                        throw new IllegalStateException("call " + number);
                    }
                    order.add(number);
                });
            }
        });
    }
}
