package org.sporos.host.exec;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.sporos.graph.Graph;
import org.sporos.graph.NodeRef;
import org.sporos.host.task.TaskContext;
import org.sporos.plan.Planner;
import org.sporos.space.MemorySpace;

/** What one thread does with the lists of several. */
class TapeRunTest {
    private static final int ROWS = 5;
    private static final int COLUMNS = 40;

    private final List<Integer> order = new ArrayList<>();
    private int ends;

    @Test
    void a_thread_alone_does_single_calls_about_in_the_order_of_their_definition() {
        TapeRun run = run(2);
        for (int round = 1; round <= 2; round++) {
            order.clear();
            run.begin(1_000L * ROWS * COLUMNS, Long.MAX_VALUE);
            run.turn(-1, null, 0);
            assertThat(ends).isEqualTo(round);
            assertThat(order).hasSize(ROWS * COLUMNS).doesNotHaveDuplicates();
            assertThat(mostAhead()).isLessThanOrEqualTo(Claims.WIDTH);
        }
    }

    @Test
    void a_thread_alone_ends_the_runs_of_many_lists() {
        for (int threads = 3; threads <= 8; threads++) {
            order.clear();
            TapeRun run = run(threads);
            run.begin(1_000L * ROWS * COLUMNS, Long.MAX_VALUE);
            run.turn(threads - 2, null, 0);
            assertThat(order).hasSize(ROWS * COLUMNS).doesNotHaveDuplicates();
            assertThat(mostAhead()).isLessThanOrEqualTo(Claims.WIDTH);
        }
    }

    /** Returns how many nodes come before one that was defined before them, at most. */
    private int mostAhead() {
        int most = 0;
        for (int at = 0; at < order.size(); at++) {
            most = Math.max(most, at - order.get(at));
        }
        return most;
    }

    private TapeRun run(int threads) {
        Program program = ProgramBuilder.build(Planner.plan(rowsOfNodes()), new TaskContext(threads, false));
        Pool pool = new Pool(threads);
        Run run = new Run(
                program, pool, new Frames(List.of(), List.of(), MemorySpace.host(), false), 2, new Run.RunEnd() {
                    @Override
                    public void walk() {
                        throw new AssertionError();
                    }

                    @Override
                    public void ended() {
                        throw new AssertionError();
                    }
                });
        run.prepare(new long[0]);
        return new TapeRun(Objects.requireNonNull(Tapes.of(program, threads)), run, pool, () -> ends++, false);
    }

    /** Rows of nodes, each of which waits for the one above it, and every other one for that of the mirrored column, too. */
    private Graph rowsOfNodes() {
        return Graph.define("rows", root -> {
            NodeRef[] above = null;
            for (int row = 0; row < ROWS; row++) {
                NodeRef[] nodes = above;
                int first = row * COLUMNS;
                above = IntStream.range(0, COLUMNS)
                        .mapToObj(column -> {
                            int node = first + column;
                            NodeRef[] before = nodes == null
                                    ? new NodeRef[] {root}
                                    : new NodeRef[] {
                                        nodes[column], nodes[column % 2 == 0 ? column : COLUMNS - 1 - column]
                                    };
                            return Graph.whenAll(before).then("n", () -> order.add(node));
                        })
                        .toArray(NodeRef[]::new);
            }
        });
    }
}
