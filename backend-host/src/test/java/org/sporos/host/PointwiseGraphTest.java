package org.sporos.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.NodeRef;
import org.sporos.policy.RangePolicy;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;
import org.sporos.view.DoubleView;

/**
 * Random graphs of loops over the same few views, most of them index by index and some that look at a neighbour, so
 * that chunks follow chunks and now and then must not: the bits are those of the same loops one after the other.
 */
class PointwiseGraphTest {
    private static final int VIEWS = 4;
    private static final int SIZE = 3000;
    private static final int[] BEGINS = {0, -SIZE / 2, Integer.MIN_VALUE, Integer.MAX_VALUE - SIZE, 0};

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7})
    void chunks_that_follow_chunks_give_the_bits_of_loops_one_after_the_other(int threads) {
        long seed = new Random().nextLong();
        System.out.println("pointwise graphs on " + threads + " threads: seed " + seed);
        Random random = new Random(seed);
        try (ExecutionSpace space = ExecutionSpaces.open("host,threads=" + threads)) {
            for (int g = 0; g < 8; g++) {
                check(space, steps(random, 3 + random.nextInt(20)));
            }
        }
    }

    /** A loop that sets {@code to[k] = 0.5 * a[k] + b[(k + shift) % SIZE]} at the k-th index from its begin. */
    private record Step(int begin, int to, int a, int b, int shift) {
        boolean conflictsWith(Step later) {
            return later.to == to || later.a == to || later.b == to || a == later.to || b == later.to;
        }
    }

    private static List<Step> steps(Random random, int count) {
        List<Step> steps = new ArrayList<>();
        int most = BEGINS[random.nextInt(BEGINS.length)];
        while (steps.size() < count) {
            int to = random.nextInt(VIEWS);
            int b = random.nextInt(VIEWS);
            int shift = b != to && random.nextInt(5) == 0 ? 1 : 0;
            int begin = random.nextInt(8) == 0 ? BEGINS[random.nextInt(BEGINS.length)] : most;
            steps.add(new Step(begin, to, random.nextInt(VIEWS), b, shift));
        }
        return steps;
    }

    private static void check(ExecutionSpace space, List<Step> steps) {
        List<DoubleView> views = IntStream.range(0, VIEWS)
                .mapToObj(v -> DoubleView.of("v" + v, space, SIZE))
                .toList();
        try (ExecutableGraph exec = define(steps, views).instantiate(space)) {
            int runs = 30;
            for (int r = 0; r < runs; r++) {
                exec.submit();
                if (r % 4 == 0) {
                    space.fence();
                }
            }
            space.fence();
            double[][] expected = reference(steps, runs);
            for (int v = 0; v < VIEWS; v++) {
                assertThat(views.get(v).toArray()).isEqualTo(expected[v]);
            }
        } finally {
            views.forEach(DoubleView::close);
        }
    }

    private static Graph define(List<Step> steps, List<DoubleView> views) {
        return Graph.define("pointwise", root -> {
            List<NodeRef> nodes = new ArrayList<>();
            for (int s = 0; s < steps.size(); s++) {
                Set<NodeRef> before = new LinkedHashSet<>();
                for (int p = 0; p < s; p++) {
                    if (steps.get(p).conflictsWith(steps.get(s))) {
                        before.add(nodes.get(p));
                    }
                }
                nodes.add(add(before.isEmpty() ? root : Graph.whenAll(before), s, steps.get(s), views));
            }
        });
    }

    private static NodeRef add(NodeRef at, int number, Step step, List<DoubleView> views) {
        DoubleView to = views.get(step.to);
        DoubleView a = views.get(step.a);
        DoubleView b = views.get(step.b);
        int begin = step.begin;
        RangePolicy range = RangePolicy.of(begin, begin + SIZE);
        if (step.shift == 0) {
            return at.thenParallelFor(
                    "point", range, i -> to.set(i - begin, 0.5 * a.get(i - begin) + b.get(i - begin) + number));
        }
        return at.thenParallelFor(
                "shift",
                range,
                i -> to.set(i - begin, 0.5 * a.get(i - begin) + b.get((i - begin + 1) % SIZE) + number));
    }

    private static double[][] reference(List<Step> steps, int runs) {
        double[][] v = new double[VIEWS][SIZE];
        for (int r = 0; r < runs; r++) {
            for (int s = 0; s < steps.size(); s++) {
                Step step = steps.get(s);
                for (int i = 0; i < SIZE; i++) {
                    v[step.to][i] = 0.5 * v[step.a][i] + v[step.b][(i + step.shift) % SIZE] + s;
                }
            }
        }
        return v;
    }
}
