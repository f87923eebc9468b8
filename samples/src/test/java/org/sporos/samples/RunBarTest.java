package org.sporos.samples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.sporos.graph.Access;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.GraphRunException;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;
import org.sporos.view.IntView;

@Timeout(value = 60, unit = TimeUnit.SECONDS)
class RunBarTest {
    private static final int RUNS = 250;

    private final List<String> lines = new CopyOnWriteArrayList<>();

    private String last() {
        return lines.get(lines.size() - 1);
    }

    private void awaitLine(String part) throws InterruptedException {
        while (lines.isEmpty() || !last().contains(part)) {
            Thread.sleep(20);
        }
    }

    /** A graph that counts its runs, and stops in the middle of them until the gate is open. */
    private static Graph gated(IntView x, CountDownLatch gate) {
        return Graph.define(
                "gated",
                root -> root.then("add", () -> x.set(x.get() + 1)).thenHost("gate", Access.reads(x), () -> {
                    if (x.get() == RUNS / 2) {
                        await(gate);
                    }
                }));
    }

    @Test
    void it_counts_runs_that_have_completed_and_not_those_that_were_submitted() throws InterruptedException {
        CountDownLatch gate = new CountDownLatch(1);
        try (ExecutionSpace space = ExecutionSpaces.open("host,threads=2");
                IntView x = IntView.of("x", space);
                ExecutableGraph exec = gated(x, gate).instantiate(space)) {
            try (RunBar bar = RunBar.to(lines::add, "runs", RUNS, space)) {
                for (int k = 0; k < RUNS; k++) {
                    exec.submit();
                    bar.submitted();
                }
                awaitLine(" 124/" + RUNS);
                Thread.sleep(300);
                assertThat(last()).contains(" 124/" + RUNS);
                gate.countDown();
            }
            assertThat(last()).contains("runs ", "100% ", " 250/250 ", "/s");
            assertThat(x.toArray()).containsExactly(RUNS);
        }
    }

    @Test
    void steps_that_come_while_a_line_is_written_are_shown_although_no_step_follows() throws InterruptedException {
        CountDownLatch written = new CountDownLatch(1);
        CountDownLatch gate = new CountDownLatch(1);
        try (ExecutionSpace space = ExecutionSpaces.open("host,threads=2");
                IntView x = IntView.of("x", space);
                ExecutableGraph exec = gated(x, gate).instantiate(space);
                RunBar bar = RunBar.to(
                        line -> {
                            await(written);
                            lines.add(line);
                        },
                        "runs",
                        RUNS,
                        space)) {
            try {
                for (int k = 0; k < RUNS; k++) {
                    exec.submit();
                    bar.submitted();
                }
                // The first line was composed long ago, and is under way until here.
                Thread.sleep(500);
                written.countDown();
                awaitLine(" 124/" + RUNS);
            } finally {
                written.countDown();
                gate.countDown();
            }
        }
    }

    private static void await(CountDownLatch gate) {
        try {
            gate.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void a_loop_that_ends_early_ends_the_bar_where_it_is_and_failures_go_to_the_fence() {
        try (ExecutionSpace space = ExecutionSpaces.open("host,threads=1");
                IntView x = IntView.of("x", space, 3);
                ExecutableGraph exec = Graph.define(
                                "fails", root -> root.then("out", () -> x.set(x.get(0), x.get(x.get(0)) + 1)))
                        .instantiate(space)) {
            x.assign(new int[] {3, 0, 0});
            try (RunBar bar = RunBar.to(lines::add, "runs", 10, space)) {
                for (int k = 0; k < 4; k++) {
                    exec.submit();
                    bar.submitted();
                }
            }
            assertThat(last()).contains(" 4/10 ");
            assertThatThrownBy(space::fence).isInstanceOf(GraphRunException.class);
        }
    }

    @Test
    void without_a_terminal_there_is_no_bar() {
        assumeTrue(System.console() == null, "the tests run in a terminal");
        try (ExecutionSpace space = ExecutionSpaces.open("host,threads=1");
                RunBar bar = RunBar.of("runs", 10, space)) {
            bar.submitted();
            assertThat(bar.isShown()).isFalse();
        }
    }
}
