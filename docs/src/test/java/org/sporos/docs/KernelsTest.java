package org.sporos.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.sporos.graph.Graph;
import org.sporos.kernel.Replacement;
import org.sporos.policy.RangeBody;
import org.sporos.policy.RangePolicy;
import org.sporos.view.DoubleView;
import org.sporos.view.IntView;

/** The page on the language of kernels. */
final class KernelsTest extends OnASpace {

    // snippet: kernels-helper
    /** The number of steps of z = z^2 + c before |z| exceeds 2. */
    static int escape(double re, double im, int limit) {
        double x = 0;
        double y = 0;
        int steps = 0;
        while (steps < limit && x * x + y * y <= 4) {
            double next = x * x - y * y + re;
            y = 2 * x * y + im;
            x = next;
            steps++;
        }
        return steps;
    }
    // end

    // snippet: kernels-table
    /** The weights of a five-point derivative. */
    static final double[] WEIGHTS = {1.0 / 12, -2.0 / 3, 0, 2.0 / 3, -1.0 / 12};
    // end

    // snippet: kernels-functor
    /** y = a x + y, as a class: its fields are final. */
    record Axpy(double a, DoubleView x, DoubleView y) implements RangeBody {
        @Override
        public void at(int i) {
            y.set(i, Math.fma(a, x.get(i), y.get(i)));
        }
    }
    // end

    @Test
    void the_table_says_what_messages_say() throws IOException {
        String page = Files.readString(DocFile.ROOT.resolve("docs/guide/kernels.md"))
                .replaceAll("\\[([^]]*)\\]\\([^)]*\\)", "$1");
        for (Replacement replacement : Replacement.values()) {
            assertThat(page).contains("| " + replacement.what() + " | " + replacement.instead() + " |");
        }
    }

    @Test
    void helpers() {
        int n = 100;
        IntView steps = IntView.of("steps", space, n);
        // snippet: kernels-call
        Graph graph = Graph.define("row", root -> {
            root.thenParallelFor("mandelbrot", RangePolicy.of(n), i -> steps.set(i, escape(-2 + 0.03 * i, 0.5, 50)));
        });
        // end
        run(graph);
        assertThat(steps.toArray()[0]).isEqualTo(escape(-2, 0.5, 50));
    }

    @Test
    void tables() {
        int n = 20;
        DoubleView u = DoubleView.of("u", space, n);
        DoubleView slope = DoubleView.of("slope", space, n);
        u.assign(IntStream.range(0, n).mapToDouble(i -> 3.0 * i).toArray());
        // snippet: kernels-table-use
        Graph graph = Graph.define("slope", root -> {
            root.thenParallelFor("slope", RangePolicy.of(2, n - 2), i -> {
                double sum = 0;
                for (int k = 0; k < WEIGHTS.length; k++) {
                    sum += WEIGHTS[k] * u.get(i + k - 2);
                }
                slope.set(i, sum);
            });
        });
        // end
        run(graph);
        assertThat(slope.toArray()[9]).isCloseTo(3, within(1e-12));
        assertThat(slope.toArray()[1]).isZero();
    }

    @Test
    void functors() {
        int n = 100;
        DoubleView x = DoubleView.of("x", space, n);
        DoubleView y = DoubleView.of("y", space, n);
        // snippet: kernels-functor-use
        Graph graph = Graph.define("axpy", root -> {
            root.thenFill("x", x, 1).thenParallelFor("axpy", RangePolicy.of(n), new Axpy(2.0, x, y));
        });
        // end
        run(graph);
        assertThat(y.toArray()).containsOnly(2);
    }
}
