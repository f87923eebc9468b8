package org.sporos.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.sporos.reduce.Reducers.Sum;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.Scan;
import org.sporos.policy.RangeBody;
import org.sporos.policy.RangePolicy;
import org.sporos.view.DoubleView;
import org.sporos.view.IntView;
import org.sporos.view.LongView;

/** Kernels read Java arrays of primitives as tables of constants. */
abstract class ConstantTableContract extends Contract {
    private static final int N = 9;

    private static final double[] WEIGHTS = {4.0 / 9, 1.0 / 9, -0.0, Double.MIN_VALUE, 1e300, 1.0 / 36};
    private static final int[][] DIRECTIONS = {{0, 0}, {1, 0}, {0, 1}, {-1, 0}, {0, -1}, {1, 1}, {-1, 1}};
    private static final double[] EDGES = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, 0.1};
    private static final float[] FLOATS = {1.1f, Float.NaN, Float.MAX_VALUE, -0f};
    private static final byte[] BYTES = {-128, 127, 5};
    private static final short[] SHORTS = {-32768, 32767, 6};
    private static final char[] CHARS = {'a', '\uffff', 0};
    private static final boolean[] FLAGS = {true, false, true};
    private static final long[] LONGS = {Long.MIN_VALUE, Long.MAX_VALUE, -1};
    private static final int[] INTS = {Integer.MIN_VALUE, Integer.MAX_VALUE, 3};

    private static double weighted(int i) {
        double sum = 0;
        for (int k = 0; k < WEIGHTS.length; k++) {
            sum = sum * 0.5 + WEIGHTS[k] * (i + k);
        }
        for (double weight : WEIGHTS) {
            sum -= weight;
        }
        return sum + WEIGHTS[i % WEIGHTS.length] + WEIGHTS[1] + WEIGHTS.length;
    }

    private static int directed(int i) {
        int sum = 0;
        for (int[] direction : DIRECTIONS) {
            sum = 3 * sum + direction[0] * i - direction[1];
        }
        for (int q = 0; q < DIRECTIONS.length; q++) {
            for (int d = 0; d < DIRECTIONS[q].length; d++) {
                sum = 5 * sum + DIRECTIONS[q][d];
            }
        }
        return sum + DIRECTIONS[i % 7][i % 2] + DIRECTIONS[3][0];
    }

    private static long mixed(int i) {
        int k = i % 3;
        long sum = BYTES[k] + 3 * SHORTS[k] + 7L * CHARS[k] + (FLAGS[k] ? 1L << 40 : 0) + LONGS[k] + INTS[k];
        return 31 * sum + Float.floatToRawIntBits(FLOATS[i % 4]);
    }

    @Test
    void static_final_arrays_are_tables() {
        DoubleView x = doubles("x", N);
        DoubleView e = doubles("e", N);
        IntView y = ints("y", N);
        LongView z = longs("z", N);
        run(root -> {
            root.thenParallelFor("weights", RangePolicy.of(N), i -> x.set(i, weighted(i)));
            root.thenParallelFor("directions", RangePolicy.of(N), i -> y.set(i, directed(i)));
            root.thenParallelFor("types", RangePolicy.of(N), i -> z.set(i, mixed(i)));
            root.thenParallelFor("edges", RangePolicy.of(N), i -> e.set(i, EDGES[i % 4]));
        });
        assertThat(x.toArray())
                .isEqualTo(IntStream.range(0, N)
                        .mapToDouble(ConstantTableContract::weighted)
                        .toArray());
        assertThat(y.toArray())
                .isEqualTo(IntStream.range(0, N)
                        .map(ConstantTableContract::directed)
                        .toArray());
        assertThat(z.toArray())
                .isEqualTo(IntStream.range(0, N)
                        .mapToLong(ConstantTableContract::mixed)
                        .toArray());
        assertThat(e.toArray())
                .isEqualTo(IntStream.range(0, N).mapToDouble(i -> EDGES[i % 4]).toArray());
    }

    /** The same code with other contents, which may not be taken for the first. */
    @Test
    void each_graph_has_its_own_captured_array() {
        for (double factor : new double[] {1, -3, 1}) {
            double[] table = {factor, 2 * factor, 3};
            DoubleView x = doubles("x", 3);
            run(root -> root.thenParallelFor("k", RangePolicy.of(3), i -> x.set(i, table[i] + table[2])));
            assertThat(x.toArray()).containsExactly(factor + 3, 2 * factor + 3, 6);
        }
        for (int n = 1; n < 4; n++) {
            long[] table = new long[n];
            Arrays.fill(table, n);
            LongView x = longs("x", 1);
            run(root -> root.then("sum", () -> {
                long sum = 0;
                for (long each : table) {
                    sum += each;
                }
                x.set(0, sum);
            }));
            assertThat(x.toArray()).containsExactly((long) n * n);
        }
    }

    /** A kernel with a table in each kind of node. */
    @Test
    void reductions_scans_teams_and_conditions_read_tables() {
        DoubleView total = doubles("total");
        LongView sums = longs("sums", N);
        IntView passes = ints("passes", 1);
        run(root -> {
            root.thenParallelReduce("sum", RangePolicy.of(N), Sum.into(total, i -> WEIGHTS[i % 6]));
            root.thenParallelScan(
                    "scan", RangePolicy.of(N), i -> INTS[i % 3], (i, sum) -> sums.set(i, sum), Scan.inclusiveLong());
            root.thenWhile(
                    "loop",
                    () -> passes.get(0) < CHARS[0],
                    Graph.define("body", body -> body.then("next", () -> passes.set(0, passes.get(0) + BYTES[2]))));
        });
        assertThat(total.toArray()).containsExactly(1e300);
        assertThat(passes.toArray()).containsExactly(100);
        long sum = 0;
        for (int i = 0; i < N; i++) {
            sum += INTS[i % 3];
            assertThat(sums.toArray()[i]).isEqualTo(sum);
        }
    }

    @Test
    void tables_are_copied_to_local_arrays() {
        DoubleView x = doubles("x", N);
        run(root -> root.thenParallelFor("k", RangePolicy.of(N), i -> {
            double[] own = WEIGHTS.clone();
            own[i % 6] = i;
            double[] other = new double[4];
            System.arraycopy(WEIGHTS, i % 3, other, 1, 3);
            int[] direction = DIRECTIONS[i % 7].clone();
            x.set(i, own[0] + other[1] + other[3] + direction[0] + DIRECTIONS[i % 7][1]);
        }));
        for (int i = 0; i < N; i++) {
            double[] own = WEIGHTS.clone();
            own[i % 6] = i;
            double expected = own[0] + WEIGHTS[i % 3] + WEIGHTS[i % 3 + 2] + DIRECTIONS[i % 7][0];
            assertThat(x.toArray()[i]).isEqualTo(expected + DIRECTIONS[i % 7][1]);
        }
    }

    @Test
    void an_index_outside_of_a_table_is_a_failure() {
        IntView at = intsOf("at", 0, 1, 6);
        DoubleView x = doubles("x", 3);
        for (RangeBody body : new RangeBody[] {
            i -> x.set(i, WEIGHTS[at.get(i)]),
            i -> x.set(i, WEIGHTS[-at.get(i) / 3]),
            i -> x.set(i, DIRECTIONS[at.get(i)][at.get(i) / 3]),
            i -> x.set(i, DIRECTIONS[at.get(i) + 1][0])
        }) {
            assertThat(failureOfLoop(body))
                    .startsWith("R301: node 'k' (LINE) of graph 'g' ")
                    .contains(" at LINE in work item 2: ");
        }
    }

    /** Host code sees the array itself, so that a change is refused; a GPU has the contents of the instantiation. */
    @Test
    void an_array_that_has_changed_is_refused_on_host() {
        double[] table = {1, 2, 3};
        int[][] rows = {{1, 2}, {3, 4}};
        DoubleView x = doubles("x", 3);
        ExecutableGraph exec = instantiate(root ->
                root.thenParallelFor("k", RangePolicy.of(3), i -> x.set(i, table[i] + rows[i % 2][1])));
        exec.submit();
        table[2] = 7;
        assertChanged(exec, "table", "[2]");
        table[2] = 3;
        exec.submit();
        rows[1] = new int[] {3, 5};
        assertChanged(exec, "rows", "[1][1]");
        rows[1] = new int[] {3, 4};
        exec.submitTracked().await();
        assertThat(x.toArray()).containsExactly(3, 6, 5);
    }

    private static Graph reading(double[] table, DoubleView x) {
        return Graph.define("g", root -> root.thenParallelFor("k", RangePolicy.of(3), i -> x.set(i, table[i])));
    }

    @Test
    void an_update_knows_the_contents_of_tables() {
        DoubleView x = doubles("x", 3);
        double[] table = {1, 2, 3};
        ExecutableGraph exec = instantiate(reading(table, x));
        double[] other = {1, 2, 4};
        Graph changed = reading(other, x);
        assertThat(exec.update(changed).isDone()).isTrue();
        run(exec);
        assertThat(x.toArray()).containsExactly(1, 2, 4);
        other[2] = 3;
        assertThat(exec.update(reading(other, x)).isDone()).isTrue();
        table[0] = 9;
        run(exec);
        assertThat(x.toArray()).containsExactly(1, 2, 3);
    }

    private void assertChanged(ExecutableGraph exec, String array, String element) {
        Throwable refused = catchThrowable(exec::submit);
        if (isHost()) {
            assertThat(refused).isInstanceOf(IllegalStateException.class);
            assertThat(refused.getMessage().replaceAll("\\w+\\.java:\\d+", "LINE"))
                    .isEqualTo("S275: the Java array '" + array + "', which kernel 'k' (LINE) of graph 'g' reads as a"
                            + " table, has changed since the graph was instantiated, in element " + element
                            + "; instantiate the graph again, or use a view for what changes");
        } else {
            assertThat(refused).isNull();
        }
    }
}
