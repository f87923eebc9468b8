package org.sporos.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.sporos.graph.Diagnostic;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.GraphException;
import org.sporos.graph.InstantiateOption;
import org.sporos.kernel.cpp.CppDialect;
import org.sporos.kernel.diskcache.BinaryCache;
import org.sporos.policy.IndexSet;
import org.sporos.view.DoubleView;

/** What the race check says of random index sets, against all pairs of work items. */
class IndexSetRaceTest {
    private static final int N = 400;

    private final GpuSpace space = GpuSpace.open("cuda", new RecordingDriver(), CppDialect.CUDA, BinaryCache.off());
    private final Random random = new Random(23);

    /** The codes that a graph has, as errors or warnings. */
    private List<String> codes(Graph graph) {
        try (ExecutableGraph exec = graph.instantiate(space, InstantiateOption.Merging.OFF)) {
            return exec.warnings().stream().map(Diagnostic::code).toList();
        } catch (GraphException refused) {
            return refused.diagnostics().stream().map(Diagnostic::code).toList();
        }
    }

    private int[] elements() {
        int step = 1 + random.nextInt(4);
        int from = random.nextInt(20);
        boolean sparse = random.nextBoolean();
        return IntStream.range(0, 2 + random.nextInt(20))
                .map(k -> 20 + from + k * step)
                .filter(i -> !sparse || random.nextInt(3) > 0 || i == 20 + from)
                .toArray();
    }

    private static boolean meet(int[] one, IntUnaryOperator f, int[] other, IntUnaryOperator g, boolean sameKernel) {
        for (int i : one) {
            for (int j : other) {
                if (f.applyAsInt(i) == g.applyAsInt(j) && !(sameKernel && i == j)) {
                    return true;
                }
            }
        }
        return false;
    }

    private static void compare(boolean race, List<String> codes, String certain, String possible, String what) {
        if (race) {
            assertThat(codes).as(what).containsAnyOf(certain, possible);
        } else {
            assertThat(codes).as(what).doesNotContain(certain);
        }
    }

    @Test
    void no_race_between_nodes_is_missed_and_none_is_invented() {
        int silent = 0;
        int free = 0;
        try (DoubleView x = DoubleView.of("x", space, N)) {
            for (int round = 0; round < 150; round++) {
                int[] left = elements();
                int[] right = elements();
                int a = 1 + random.nextInt(3);
                int c = random.nextInt(7) - 3;
                int d = random.nextInt(7) - 3;
                Graph graph = Graph.define("g", root -> {
                    root.thenParallelFor("left", IndexSet.of(left), i -> x.set(a * i + c, 1));
                    root.thenParallelFor("right", IndexSet.of(right), i -> x.set(a * i + d, 2));
                });
                boolean race = meet(left, i -> a * i + c, right, i -> a * i + d, false);
                List<String> codes = codes(graph);
                compare(race, codes, "G102", "G108", "round " + round + ": " + codes);
                free += race ? 0 : 1;
                silent += !race && codes.isEmpty() ? 1 : 0;
            }
        }
        assertThat(silent).as("of those without a race").isEqualTo(free).isGreaterThan(20);
        space.close();
    }

    @Test
    void no_race_inside_of_a_node_is_missed_and_none_is_invented() {
        int silent = 0;
        int free = 0;
        try (DoubleView x = DoubleView.of("x", space, N)) {
            for (int round = 0; round < 150; round++) {
                int[] elements = elements();
                int a = 1 + random.nextInt(3);
                int c = random.nextInt(7) - 3;
                int d = random.nextInt(7) - 3;
                Graph graph = Graph.define("g", root -> {
                    root.thenParallelFor("node", IndexSet.of(elements), i -> x.set(a * i + c, x.get(a * i + d)));
                });
                boolean race = meet(elements, i -> a * i + c, elements, i -> a * i + d, true);
                List<String> codes = codes(graph);
                compare(race, codes, "G110", "G111", "round " + round + ": " + codes);
                free += race ? 0 : 1;
                silent += !race && codes.isEmpty() ? 1 : 0;
            }
        }
        assertThat(silent).as("of those without a race").isEqualTo(free).isGreaterThan(20);
        space.close();
    }
}
