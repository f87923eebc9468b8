package org.sporos.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.InstantiateOption.Merging;
import org.sporos.graph.NodeRef;
import org.sporos.kernel.cpp.CppDialect;
import org.sporos.kernel.diskcache.BinaryCache;
import org.sporos.policy.RangePolicy;
import org.sporos.view.DoubleView;
import org.sporos.view.IntView;
import org.sporos.view.ViewRing;

/**
 * The layouts of a loop's body in a native graph, walked as a device walks them: each step stores the value of level 0
 * plus 1 into level 1, and each question of a loop is answered by a script.
 */
final class LoopLayoutTest {
    private static final long FIRST_HANDLE = 1L << 60;

    /** A driver that walks native graphs; memories have one value each. */
    private static final class Walker extends RecordingDriver {
        final List<Long> memories = new ArrayList<>();
        final Map<Long, Long> values = new HashMap<>();
        /** Those of each loop. */
        int iterations;

        private final Map<Long, List<Runnable>> nodes = new HashMap<>();
        private final Map<Long, Long> graphOf = new HashMap<>();
        private final Map<Long, String> names = new HashMap<>();
        private final Map<Long, Integer> handles = new HashMap<>();
        private final Map<Long, Integer> asked = new HashMap<>();

        @Override
        public long function(long module, String name) {
            long function = super.function(module, name);
            names.put(function, name);
            return function;
        }

        @Override
        public long createConditionalHandle(long graph, int initial) {
            long handle = FIRST_HANDLE + handles.size();
            handles.put(handle, initial);
            return handle;
        }

        private void add(long graph, Runnable node) {
            nodes.computeIfAbsent(graph, g -> new ArrayList<>()).add(node);
        }

        @Override
        public long[] addConditional(long graph, long handle, ConditionalKind kind, int bodies) {
            long[] all = super.addConditional(graph, handle, kind, bodies);
            add(graph, () -> {
                for (boolean again = true; again && handles.get(handle) != 0; again = kind == ConditionalKind.WHILE) {
                    walk(all[1]);
                }
            });
            return all;
        }

        @Override
        public long addKernel(long graph, long function, LaunchShape shape, ByteBuffer arguments) {
            List<Long> longs = new ArrayList<>();
            for (int at = 0; at + Long.BYTES <= arguments.limit(); at += Long.BYTES) {
                longs.add(arguments.getLong(at));
            }
            add(graph, () -> run(names.get(function), longs));
            return super.addKernel(graph, function, shape, arguments);
        }

        @Override
        public long instantiate(long graph) {
            long executable = super.instantiate(graph);
            graphOf.put(executable, graph);
            return executable;
        }

        @Override
        public void launchGraph(long executable, long stream) {
            asked.clear();
            walk(graphOf.get(executable));
        }

        private void walk(long graph) {
            nodes.getOrDefault(graph, List.of()).forEach(Runnable::run);
        }

        /** The first handle of a question is that of its loop. */
        private void run(String name, List<Long> arguments) {
            List<Long> set = arguments.stream().filter(handles::containsKey).toList();
            if (!set.isEmpty()) {
                int count = asked.merge(set.get(0), 1, Integer::sum);
                int answer = count <= iterations ? 1 : 0;
                if (answer == 0) {
                    asked.remove(set.get(0));
                }
                set.forEach(handle -> handles.put(handle, answer));
            } else if (name.startsWith("sporos_rotate")) {
                rotate(arguments.get(2) == 0 ? 1 : iterations, arguments.get(3), arguments.get(4));
            } else if (!name.startsWith("sporos_")) {
                List<Long> levels =
                        arguments.stream().filter(memories::contains).toList();
                assertThat(levels).hasSize(2);
                values.put(levels.get(1), values.getOrDefault(levels.get(0), 0L) + 1);
            }
        }

        private void rotate(long runs, long turns, long levels) {
            assertThat(levels).isEqualTo(memories.size());
            Map<Long, Long> before = new HashMap<>(values);
            for (int k = 0; k < memories.size(); k++) {
                long from = memories.get((int) ((k + runs * turns) % levels));
                values.put(memories.get(k), before.getOrDefault(from, 0L));
            }
        }
    }

    private static Graph steps(ViewRing<DoubleView> u, int count) {
        DoubleView now = u.level(0);
        DoubleView next = u.level(1);
        return Graph.define("steps", root -> {
            NodeRef last = root;
            for (int k = 0; k < count; k++) {
                last = last.thenParallelFor("step", RangePolicy.of(8), i -> next.set(i, now.get(i) + 1))
                        .thenAdvance("turn", u);
            }
        });
    }

    /** Runs a graph several times with other numbers of iterations, and compares what level 0 has in the end. */
    private static void compare(Walker driver, GpuSpace space, ViewRing<DoubleView> u, Graph graph, Steps steps) {
        driver.memories.clear();
        u.state().memories().forEach(memory -> driver.memories.add(memory.address()));
        try (ExecutableGraph exec = graph.instantiate(space, Merging.OFF)) {
            for (int iterations = 0; iterations <= 7; iterations++) {
                driver.iterations = iterations;
                driver.values.clear();
                exec.submit();
                space.fence();
                long home = driver.memories.get(u.position());
                assertThat(driver.values.getOrDefault(home, 0L))
                        .as("%d iterations of %s", iterations, u)
                        .isEqualTo(steps.of(iterations));
            }
        }
    }

    private interface Steps {
        long of(int iterations);
    }

    private static Graph loop(IntView left, Graph body) {
        return Graph.define("loop", root -> root.thenWhile("while", () -> left.get() > 0, body, 100));
    }

    @Test
    void any_number_of_turns_and_iterations_leaves_the_values_at_their_levels() {
        Walker driver = new Walker();
        try (GpuSpace space = GpuSpace.open("cuda", driver, CppDialect.CUDA, BinaryCache.off());
                IntView left = IntView.of("left", space)) {
            for (int levels = 2; levels <= 4; levels++) {
                try (ViewRing<DoubleView> u = ViewRing.of(levels, j -> DoubleView.of("u" + j, space, 8))) {
                    for (int turns = 1; turns <= 4; turns++) {
                        int each = turns;
                        Graph body = loop(left, steps(u, turns));
                        compare(driver, space, u, body, iterations -> (long) each * iterations);
                        Graph and = Graph.define(
                                "and", root -> root.thenGraph("loop", body).thenGraph("one", steps(u, 1)));
                        compare(driver, space, u, and, iterations -> (long) each * iterations + 1);
                        Graph nested = loop(left, and);
                        compare(driver, space, u, nested, n -> n * ((long) each * n + 1));
                    }
                }
            }
        }
    }

    @Test
    void a_branch_in_a_loop_restores_the_levels_in_each_iteration() {
        Walker driver = new Walker();
        try (GpuSpace space = GpuSpace.open("cuda", driver, CppDialect.CUDA, BinaryCache.off());
                IntView left = IntView.of("left", space);
                ViewRing<DoubleView> u = ViewRing.of(3, j -> DoubleView.of("u" + j, space, 8))) {
            Graph branch = loop(left, loop(left, steps(u, 2)));
            compare(driver, space, u, branch, n -> 2L * n * n);
        }
    }
}
