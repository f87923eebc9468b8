package org.sporos.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.GraphRunException;
import org.sporos.policy.RangePolicy;
import org.sporos.view.DoubleView;
import org.sporos.view.IntView;

/** Local arrays of one and two dimensions, and the calls of the JDK on them, do what Java does. */
abstract class LocalArrayContract extends Contract {
    private static final int N = 6;

    private static double rows(int i, int way) {
        double[][] a = new double[3][4];
        for (int r = 0; r < 3; r++) {
            for (int c = 0; c < a[r].length; c++) {
                a[r][c] = 10 * r + c + i;
            }
        }
        double[] row = a[i % 3];
        Arrays.fill(a[1], -i);
        double[] copy = a[2].clone();
        a[2][3] = 77;
        switch (way) {
            case 0 -> System.arraycopy(row, 0, copy, 1, 3);
            case 1 -> System.arraycopy(copy, 0, copy, 1, 3);
            case 2 -> System.arraycopy(copy, 1, copy, 0, i % 4);
            case 3 -> System.arraycopy(a[0], 0, a[2], 0, 4);
            default -> Arrays.fill(copy, i % 2, 3, 0.5);
        }
        double sum = 0;
        for (double[] each : a) {
            for (double element : each) {
                sum = 1.5 * sum + element;
            }
        }
        for (int c = 0; c < copy.length; c++) {
            sum = 1.25 * sum + copy[c];
        }
        return sum;
    }

    private static int narrow(int i) {
        byte[] bytes = new byte[5];
        Arrays.fill(bytes, (byte) (100 * i));
        boolean[] flags = new boolean[3];
        Arrays.fill(flags, 1, 2, i % 2 == 0);
        boolean[] other = flags.clone();
        char[][] chars = new char[2][2];
        chars[1][i % 2] = (char) (-i);
        long[] longs = new long[4];
        Arrays.fill(longs, 1L << 40);
        System.arraycopy(longs, 0, longs, 2, 2);
        float[] none = new float[0];
        Arrays.fill(none, 1f);
        return bytes[4] + (other[1] ? 1000 : 0) + chars[1][1] + (int) (longs[3] >> 30) + none.clone().length;
    }

    @Test
    void rows_are_filled_copied_and_cloned() {
        DoubleView y = doubles("y", N * 5);
        IntView z = ints("z", N);
        run(root -> root.thenParallelFor("rows", RangePolicy.of(N * 5), i -> y.set(i, rows(i, i % 5)))
                .thenParallelFor("narrow", RangePolicy.of(N), i -> z.set(i, narrow(i))));
        assertThat(y.toArray())
                .isEqualTo(IntStream.range(0, N * 5)
                        .mapToDouble(i -> rows(i, i % 5))
                        .toArray());
        assertThat(z.toArray())
                .isEqualTo(IntStream.range(0, N).map(LocalArrayContract::narrow).toArray());
    }

    /** All backends say the same up to here; what Java throws has a text of its own. */
    private static void assertOutside(String failure) {
        assertThat(failure).startsWith("R301: node 'k' (LINE) of graph 'g' ").contains(" at LINE in work item 2: ");
    }

    @Test
    void an_index_outside_of_a_row_or_of_the_rows_is_a_failure() {
        IntView at = intsOf("at", 0, 1, 2);
        DoubleView y = doubles("y", 3);
        assertOutside(failureOfLoop(i -> {
            double[][] a = new double[3][2];
            a[1][at.get(i)] = 1;
            y.set(i, a[1][0]);
        }));
        assertOutside(failureOfLoop(i -> {
            double[][] a = new double[2][3];
            y.set(i, a[at.get(i)][0]);
        }));
        assertOutside(failureOfLoop(i -> {
            double[][] a = new double[2][3];
            y.set(i, a[1][-at.get(i) / 2]);
        }));
    }

    @Test
    void a_copy_or_a_fill_outside_is_a_failure() {
        IntView at = intsOf("at", 0, 1, 3);
        DoubleView y = doubles("y", 3);
        assertOutside(failureOfLoop(i -> {
            double[] a = new double[4];
            System.arraycopy(a, at.get(i), a, 0, 2);
            y.set(i, a[0]);
        }));
        assertOutside(failureOfLoop(i -> {
            double[] a = new double[4];
            System.arraycopy(new double[5], 1, a, at.get(i), 2);
            y.set(i, a[0]);
        }));
        assertOutside(failureOfLoop(i -> {
            double[] a = new double[4];
            System.arraycopy(a, 0, a, 0, 2 - at.get(i));
            y.set(i, a[0]);
        }));
        assertOutside(failureOfLoop(i -> {
            double[] a = new double[4];
            Arrays.fill(a, 0, 2 + at.get(i), 1);
            y.set(i, a[0]);
        }));
    }

    @Test
    void a_fill_that_begins_behind_its_end_fails_as_in_java() {
        IntView at = intsOf("at", 2, 1, 2);
        IntView y = ints("y", 1);
        Graph graph = Graph.define(
                "g",
                root -> root.then("k", () -> {
                    int[] a = {5, 6, 7, 8};
                    Arrays.fill(a, at.get(0), at.get(1), -1);
                    y.set(0, a[1]);
                }));
        ExecutableGraph exec = instantiate(graph);
        GraphRunException failure = failure(exec);
        assertThat(withoutLines(failure))
                .startsWith("R302: node 'k' (LINE) of graph 'g' throws IllegalArgumentException at LINE")
                .contains(": fromIndex");
        assertThat(failure).hasCauseInstanceOf(IllegalArgumentException.class);
        at.assign(1, 2, 2);
        run(exec);
        assertThat(y.toArray()).containsExactly(-1);
    }

    @Test
    void a_fill_behind_the_last_element_names_its_end() {
        IntView at = intsOf("at", 2, 3, 7);
        DoubleView y = doubles("y", 3);
        String failure = failureOfLoop(i -> {
            double[] a = new double[4];
            Arrays.fill(a, 1, at.get(i), 1);
            y.set(i, a[0]);
        });
        assertOutside(failure);
        assertThat(failure).containsPattern("(range: |Index |index \\()7\\b");
    }
}
