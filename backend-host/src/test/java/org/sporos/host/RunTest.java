package org.sporos.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;
import org.sporos.space.ExecutionStream;
import org.sporos.view.IntView;

class RunTest {
    private static final int SHORT_GRAPHS = 3;
    private static final int SHORT_RUNS = 4_000;
    private static final int SHORT_WIDTH = 16;
    private static final int SHORT_STRIDE = 16;

    @ParameterizedTest
    @ValueSource(ints = {2, 3})
    void short_graphs_that_threads_share_run_by_turns_and_at_once_and_as_tracked_ones(int threads) throws Exception {
        try (ExecutionSpace space = ExecutionSpaces.open("host,threads=" + threads)) {
            List<Thread> users = new ArrayList<>();
            AtomicInteger right = new AtomicInteger();
            for (int u = 0; u < 2; u++) {
                Thread user = new Thread(() -> right.addAndGet(runShortGraphs(space)));
                users.add(user);
                user.start();
            }
            for (Thread user : users) {
                user.join();
            }
            assertThat(right.get()).isEqualTo(2 * SHORT_GRAPHS);
        }
    }

    /**
     * Runs some graphs of about 20 us, of which all but the first are closed in between; returns how many counted
     * right.
     */
    private static int runShortGraphs(ExecutionSpace space) {
        int right = 0;
        try (ExecutionStream stream = space.stream("user")) {
            List<IntView> counts = new ArrayList<>();
            List<ExecutableGraph> graphs = new ArrayList<>();
            for (int g = 0; g < SHORT_GRAPHS; g++) {
                IntView count = IntView.of("count", space, SHORT_WIDTH * SHORT_STRIDE);
                counts.add(count);
                graphs.add(shortGraph(count).instantiate(space));
            }
            for (int r = 0; r < SHORT_RUNS; r++) {
                for (int g = 0; g < graphs.size(); g++) {
                    if (r < SHORT_RUNS / 2 || g == 0) {
                        if (r % 100 == 99) {
                            graphs.get(g).submitTracked(stream).await();
                        } else {
                            graphs.get(g).submit(stream);
                        }
                    } else if (r == SHORT_RUNS / 2) {
                        graphs.get(g).close();
                    }
                }
            }
            stream.fence();
            graphs.get(0).close();
            for (int g = 0; g < SHORT_GRAPHS; g++) {
                int runs = g == 0 ? SHORT_RUNS : SHORT_RUNS / 2;
                IntView count = counts.get(g);
                right += IntStream.range(0, SHORT_WIDTH).allMatch(k -> count.get(SHORT_STRIDE * k) == runs) ? 1 : 0;
                count.close();
            }
        }
        return right;
    }

    private static Graph shortGraph(IntView count) {
        return Graph.define("short", root -> {
            for (int k = 0; k < SHORT_WIDTH; k++) {
                int at = SHORT_STRIDE * k;
                root.then("n", () -> {
                    double x = 1;
                    for (int i = 0; i < 500; i++) {
                        x = x * 0.999 + 0.5;
                    }
                    count.set(at, count.get(at) + (x > 0 ? 1 : 2));
                });
            }
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void host_nodes_run_on_workers(int threads) {
        List<String> names = new ArrayList<>();
        try (ExecutionSpace space = ExecutionSpaces.open("host,threads=" + threads)) {
            Graph graph = Graph.define(
                    "g",
                    root -> root.thenHost(
                                    "a", () -> names.add(Thread.currentThread().getName()))
                            .thenHost(
                                    "b", () -> names.add(Thread.currentThread().getName())));
            try (ExecutableGraph exec = graph.instantiate(space)) {
                for (int i = 0; i < 100; i++) {
                    exec.submit();
                }
                space.fence();
            }
        }
        assertThat(names).hasSize(200).allMatch(name -> name.startsWith("sporos-host-"));
    }
}
