package org.sporos.hip;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sporos.reduce.Reducers.Sum;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.InstantiateOption;
import org.sporos.graph.InstantiateOption.PersistentLoops;
import org.sporos.graph.NodeRef;
import org.sporos.policy.RangePolicy;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;
import org.sporos.view.DoubleView;
import org.sporos.view.IntView;
import org.sporos.view.View;

/**
 * Conjugate gradients in a loop of the device: as on the host to the bit, while the host polls once for each chunk of
 * passes.
 */
class HipConjugateGradientTest {
    private static final int SIZE = 40;
    /** Too many points for one block. */
    private static final int LARGE = 110;

    private static final int MOST_PASSES = 500;

    /**
     * What came out of a solution.
     *
     * @param residuals the square of the residual after each pass
     */
    @SuppressWarnings("ArrayRecordComponent")
    private record Solution(int passes, double[] x, double[] residuals) {}

    @ParameterizedTest
    @CsvSource({"1, 0", "1e-2, 33", "1e-8, 65"})
    void passes_and_bits_are_those_of_the_host_and_polls_are_few(double tolerance, int fewest) {
        Solution expected = onHost(SIZE, tolerance);
        try (ExecutionSpace hip = HipSpaces.open();
                Problem problem = new Problem(hip, SIZE, tolerance)) {
            int chunk = HipSpaces.chunk(problem.executable);
            for (int run = 0; run < 2; run++) {
                int before = HipSpaces.polls(problem.executable);
                Solution solution = problem.solve();
                int polls = HipSpaces.polls(problem.executable) - before;

                assertThat(solution.passes).isEqualTo(expected.passes).isGreaterThanOrEqualTo(fewest);
                assertThat(bits(solution.x)).isEqualTo(bits(expected.x));
                assertThat(bits(solution.residuals)).isEqualTo(bits(expected.residuals));
                assertThat(chunk).isGreaterThan(1);
                assertThat(polls).isBetween(1, solution.passes / chunk + 2);
            }
        }
    }

    @Test
    void in_one_launch_passes_and_bits_are_the_same() {
        Solution expected = onHost(SIZE, 1e-8);
        try (ExecutionSpace hip = HipSpaces.open();
                Problem problem = new Problem(hip, SIZE, 1e-8, PersistentLoops.BLOCK)) {
            assertThat(problem.executable.explain()).contains("\na loop in one launch of one block: 4 phases");
            Solution solution = problem.solve();
            assertThat(solution.passes).isEqualTo(expected.passes);
            assertThat(bits(solution.x)).isEqualTo(bits(expected.x));
            assertThat(bits(solution.residuals)).isEqualTo(bits(expected.residuals));
        }
    }

    @Test
    void in_one_wave_passes_and_bits_are_the_same() {
        Solution expected = onHost(LARGE, 1e-4);
        try (ExecutionSpace hip = HipSpaces.open();
                Problem problem = new Problem(hip, LARGE, 1e-4, PersistentLoops.WAVE)) {
            assertThat(problem.executable.explain()).contains("\na loop in one launch of one wave: 4 phases");
            Solution solution = problem.solve();
            assertThat(solution.passes).isEqualTo(expected.passes).isGreaterThan(50);
            assertThat(bits(solution.x)).isEqualTo(bits(expected.x));
            assertThat(bits(solution.residuals)).isEqualTo(bits(expected.residuals));
        }
    }

    private static Solution onHost(int size, double tolerance) {
        try (ExecutionSpace host = ExecutionSpaces.open("host");
                Problem problem = new Problem(host, size, tolerance)) {
            return problem.solve();
        }
    }

    private static long[] bits(double... values) {
        return Arrays.stream(values).mapToLong(Double::doubleToRawLongBits).toArray();
    }

    /** Poisson's equation on a square of points with zeros around it, for a right-hand side without symmetry. */
    private static final class Problem implements AutoCloseable {
        private final int size;
        private final RangePolicy points;
        private final ExecutionSpace space;
        private final DoubleView b;
        private final DoubleView x;
        private final DoubleView r;
        private final DoubleView p;
        private final DoubleView q;
        private final DoubleView rr;
        private final DoubleView next;
        private final DoubleView pq;
        private final DoubleView residuals;
        private final IntView pass;
        private final IntView passes;
        final ExecutableGraph executable;

        /** @param tolerance the wanted length of the residual, relative to that of the right-hand side */
        Problem(ExecutionSpace space, int size, double tolerance, InstantiateOption... options) {
            this.space = space;
            this.size = size;
            points = RangePolicy.of(size * size);
            double[] right = new double[size * size];
            Arrays.setAll(right, i -> 1 + i % 7 - 0.25 * (i % 11));
            b = DoubleView.copyOf("b", space, right);
            x = DoubleView.of("x", space, right.length);
            r = DoubleView.of("r", space, right.length);
            p = DoubleView.of("p", space, right.length);
            q = DoubleView.of("q", space, right.length);
            rr = DoubleView.of("r.r", space);
            next = DoubleView.of("next r.r", space);
            pq = DoubleView.of("p.q", space);
            residuals = DoubleView.of("residuals", space, MOST_PASSES + 1);
            pass = IntView.of("pass", space);
            passes = IntView.of("passes", space);
            double square =
                    tolerance * tolerance * Arrays.stream(right).map(v -> v * v).sum();
            executable = Graph.define("conjugate gradients", root -> {
                        NodeRef begin = root.thenParallelFor("x = 0, r = p = b", points, i -> {
                            x.set(i, 0);
                            r.set(i, b.get(i));
                            p.set(i, b.get(i));
                        });
                        begin.thenParallelReduce("r.r", points, Sum.into(rr, i -> r.get(i) * r.get(i)))
                                .then("first", () -> {
                                    pass.set(0);
                                    residuals.set(0, rr.get());
                                })
                                .thenWhile("until small", () -> rr.get() > square, pass(), MOST_PASSES, passes);
                    })
                    .instantiate(space, options);
        }

        private Graph pass() {
            return Graph.define("pass", root -> {
                NodeRef product = root.thenParallelFor("q = A p", points, i -> q.set(i, aTimesP(i)));
                NodeRef alpha = product.thenParallelReduce("p.q", points, Sum.into(pq, i -> p.get(i) * q.get(i)));
                NodeRef forward = alpha.thenParallelFor(
                        "x += alpha p", points, i -> x.set(i, x.get(i) + rr.get() / pq.get() * p.get(i)));
                NodeRef rest = alpha.thenParallelFor(
                        "r -= alpha q", points, i -> r.set(i, r.get(i) - rr.get() / pq.get() * q.get(i)));
                NodeRef beta = rest.thenParallelReduce("next r.r", points, Sum.into(next, i -> r.get(i) * r.get(i)));
                Graph.whenAll(forward, beta)
                        .thenParallelFor(
                                "p = r + beta p", points, i -> p.set(i, r.get(i) + next.get() / rr.get() * p.get(i)))
                        .then("next", () -> {
                            rr.set(next.get());
                            pass.set(pass.get() + 1);
                            residuals.set(pass.get(), rr.get());
                        });
            });
        }

        private double aTimesP(int i) {
            double sum = 4 * p.get(i);
            int column = i % size;
            if (column > 0) {
                sum -= p.get(i - 1);
            }
            if (column < size - 1) {
                sum -= p.get(i + 1);
            }
            if (i >= size) {
                sum -= p.get(i - size);
            }
            if (i < size * (size - 1)) {
                sum -= p.get(i + size);
            }
            return sum;
        }

        Solution solve() {
            executable.submit();
            space.fence();
            int count = passes.toArray()[0];
            return new Solution(count, x.toArray(), Arrays.copyOf(residuals.toArray(), count + 1));
        }

        @Override
        public void close() {
            executable.close();
            List.of(b, x, r, p, q, rr, next, pq, residuals, pass, passes).forEach(View::close);
        }
    }
}
