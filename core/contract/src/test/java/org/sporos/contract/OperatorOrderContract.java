package org.sporos.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.sporos.reduce.Reducers.Custom;
import static org.sporos.reduce.Reducers.Sum;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.BinaryOperator;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sporos.algorithm.RecordReduction;
import org.sporos.algorithm.RecordScan;
import org.sporos.algorithm.Workspace;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.Scan;
import org.sporos.param.IntParam;
import org.sporos.policy.DoubleJoin;
import org.sporos.policy.IndexSet;
import org.sporos.policy.LongRangePolicy;
import org.sporos.policy.MDRangePolicy;
import org.sporos.policy.RangePolicy;
import org.sporos.policy.TeamPolicy;
import org.sporos.reduce.Reduction;
import org.sporos.reference.ScanOrder;
import org.sporos.space.ExecutionSpace;
import org.sporos.view.DoubleView;
import org.sporos.view.FloatView;
import org.sporos.view.IntView;
import org.sporos.view.LongView;
import org.sporos.view.RecordView;

/** Operators of users combine contributions in ascending order: a reduction is the last sum of the inclusive scan. */
abstract class OperatorOrderContract extends Contract {

    /** A factor in the upper half, a shift in the lower one: x -> factor x + shift. */
    private static long then(long a, long b) {
        int factor = (int) (b >> 32) * (int) (a >> 32);
        int shift = (int) (b >> 32) * (int) a + (int) b;
        return (long) factor << 32 | shift & 0xffffffffL;
    }

    private static final long SAME = 1L << 32;

    private static long step(int i) {
        return (long) (2 * i + 3) << 32 | 7 * i - 11 & 0xffffffffL;
    }

    private record Affine(double factor, float shift) {
        static Affine then(Affine a, Affine b) {
            return new Affine(b.factor * a.factor, (float) b.factor * a.shift + b.shift);
        }
    }

    private record Matrix(long a, long b, long c, long d) {
        static Matrix times(Matrix x, Matrix y) {
            return new Matrix(
                    x.a * y.a + x.b * y.c, x.a * y.b + x.b * y.d, x.c * y.a + x.d * y.c, x.c * y.b + x.d * y.d);
        }
    }

    private static <T> T inOrder(int n, T identity, BinaryOperator<T> operator, IntFunction<T> each) {
        return ScanOrder.last(IntStream.range(0, n).mapToObj(each).toList(), identity, operator);
    }

    private static double[] values(int n) {
        Random random = new Random(n);
        double[] values = new double[n];
        Arrays.setAll(values, i -> (random.nextDouble() - 0.5) * Math.pow(10, random.nextInt(20) - 10));
        return values;
    }

    @Test
    void the_last_number_that_is_not_zero_is_found() {
        IntView x = intsOf("x", 0, 2, 3, 0, 5);
        IntView last = ints("last");
        run(root -> root.thenParallelReduce(
                "last", RangePolicy.of(5), Custom.into(last, 0, (a, b) -> b != 0 ? b : a, i -> x.get(i))));
        assertThat(last.toArray()).containsExactly(5);
    }

    /** Around the ends of rows, tiles and groups of tiles. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 5, 31, 32, 33, 1000, 2047, 2048, 2049, 4095, 100_000, 64 * 2048 + 33})
    void a_custom_reduction_is_the_last_sum_of_the_scan(int n) {
        compare(n);
    }

    @Test
    @Tag("full")
    void a_custom_reduction_of_groups_of_groups_is_the_last_sum_of_the_scan() {
        compare(64 * 64 * 2048 + 65 * 2048 + 5);
    }

    private void compare(int n) {
        double[] values = values(n);
        int[] gaps = IntStream.range(0, n).map(i -> i % 37 == 5 ? i : 0).toArray();
        DoubleView x = doublesOf("x", values);
        IntView gap = intsOf("gap", gaps);
        IntView last = ints("last");
        LongView steps = longs("steps");
        DoubleView odd = doubles("odd");
        FloatView oddFloat = floats("odd float");
        DoubleView sum = doubles("sum");
        DoubleView ofScan = doubles("of scan");
        RangePolicy range = RangePolicy.of(n);
        run(root -> root.thenParallelReduce(
                        "custom",
                        range,
                        Custom.into(last, 0, (a, b) -> b != 0 ? b : a, i -> gap.get(i)),
                        Custom.into(steps, SAME, OperatorOrderContract::then, i -> step(i)),
                        Custom.into(odd, 1.25, (a, b) -> b + 0.5 * (a - 1.25), i -> x.get(i)),
                        Custom.into(oddFloat, 1.25f, (a, b) -> b + 0.5f * (a - 1.25f), i -> (float) x.get(i)),
                        Custom.into(sum, 0.0, (a, b) -> a + b, i -> x.get(i)))
                .thenParallelScan(
                        "scan",
                        range,
                        i -> x.get(i),
                        (i, s) -> {
                            if (i == n - 1) {
                                ofScan.set(s);
                            }
                        },
                        Scan.inclusiveDouble()));
        assertThat(last.toArray()).containsExactly(Arrays.stream(gaps).reduce(0, (a, b) -> b != 0 ? b : a));
        assertThat(steps.toArray())
                .containsExactly(IntStream.range(0, n)
                        .mapToLong(OperatorOrderContract::step)
                        .reduce(SAME, OperatorOrderContract::then));
        assertThat(odd.toArray()).containsExactly(odd(values));
        assertThat(oddFloat.toArray())
                .containsExactly(inOrder(n, 1.25f, (a, b) -> b + 0.5f * (a - 1.25f), i -> (float) values[i]));
        assertThat(sum.toArray()).containsExactly(ofScan.toArray());
    }

    /** Neither associative nor commutative, with an identity that is none: shows each operation. */
    private static double odd(double... values) {
        return Reference.ascending(values.length, 1.25, (a, b) -> b + 0.5 * (a - 1.25), i -> values[i]);
    }

    @Test
    void all_policies_have_the_order_of_their_positions() {
        int n = 6 * 7 * 113;
        int teams = 2_500;
        long far = 1L << 40;
        double[] values = values(n);
        DoubleView x = doublesOf("x", values);
        DoubleView y = doubles("y", n);
        DoubleView[] to = new DoubleView[8];
        Arrays.setAll(to, k -> doubles("r" + k));
        IntParam size = IntParam.of("size", 0).within(0, n);
        int[] backwards = IntStream.range(0, n).map(i -> n - 1 - i).toArray();
        DoubleJoin odd = (a, b) -> b + 0.5 * (a - 1.25);
        ExecutableGraph exec = instantiate(root -> {
            root.thenParallelReduce(
                    "chunks", RangePolicy.of(-9, n - 9).withChunk(7), Custom.into(to[0], 1.25, odd, i -> x.get(i + 9)));
            root.thenParallelReduce(
                    "longs",
                    LongRangePolicy.of(far, far + n),
                    Custom.intoLongRange(to[1], 1.25, odd, i -> x.get((int) (i - far))));
            root.thenParallelReduce(
                    "pairs", MDRangePolicy.of(42, 113), Custom.into(to[2], 1.25, odd, (i, j) -> x.get(113 * i + j)));
            root.thenParallelReduce(
                    "triples",
                    MDRangePolicy.of(6, 7, 113),
                    Custom.into(to[3], 1.25, odd, (i, j, k) -> x.get(113 * (7 * i + j) + k)));
            root.thenParallelReduce("list", IndexSet.of(backwards), Custom.into(to[4], 1.25, odd, i -> x.get(i)));
            root.thenParallelReduce(
                    "teams", TeamPolicy.of(teams, 4), Custom.intoTeam(to[5], 1.25, odd, t -> x.get(t.leagueRank())));
            root.thenParallelReduce("some", RangePolicy.of(size), Custom.into(to[6], 1.25, odd, i -> x.get(i)));
            root.thenParallelFor("merged", RangePolicy.of(n), i -> y.set(i, 2 * x.get(i)))
                    .thenParallelReduce("doubled", RangePolicy.of(n), Custom.into(to[7], 1.25, odd, i -> y.get(i)));
        });
        for (int some : new int[] {n, 0, 40, 2_049}) {
            size.set(some);
            run(exec);
            assertThat(to[6].toArray()).as("of %s", some).containsExactly(odd(Arrays.copyOf(values, some)));
        }
        for (int k = 0; k < 4; k++) {
            assertThat(to[k].toArray()).as("%s", k).containsExactly(odd(values));
        }
        assertThat(to[4].toArray())
                .containsExactly(
                        odd(Arrays.stream(backwards).mapToDouble(i -> values[i]).toArray()));
        assertThat(to[5].toArray()).containsExactly(odd(Arrays.copyOf(values, teams)));
        assertThat(to[7].toArray())
                .containsExactly(odd(Arrays.stream(values).map(v -> 2 * v).toArray()));
    }

    @Test
    void a_reduction_of_a_conditional_and_an_eager_one_have_the_same_order() {
        double[] values = values(5_000);
        DoubleView x = doublesOf("x", values);
        IntView left = intsOf("left", 2);
        DoubleView inLoop = doubles("in loop");
        DoubleView eager = doubles("eager");
        DoubleView sum = doubles("sum");
        Graph body = Graph.define(
                "body",
                root -> root.thenParallelReduce(
                                "reduce",
                                RangePolicy.of(values.length),
                                Custom.into(inLoop, 1.25, (a, b) -> b + 0.5 * (a - 1.25), i -> x.get(i)),
                                Sum.into(sum, i -> x.get(i)))
                        .then("count", () -> left.set(0, left.get(0) - 1)));
        run(root -> root.thenWhile("loop", () -> left.get(0) > 0, body));
        space().parallelReduce(
                        "eager",
                        RangePolicy.of(values.length),
                        Custom.into(eager, 1.25, (a, b) -> b + 0.5 * (a - 1.25), i -> x.get(i)));
        assertThat(inLoop.toArray()).containsExactly(odd(values));
        assertThat(eager.toArray()).containsExactly(odd(values));
        assertThat(sum.toArray()).containsExactly(Reference.reduce(values.length, 0, Double::sum, i -> values[i]));
    }

    @Test
    void records_are_combined_in_the_order_of_their_scan() {
        Workspace workspace = own(Workspace.of(space()));
        for (int n : new int[] {0, 1, 5, 31, 32, 33, 2_047, 2_049, 70_001, 64 * 2048 + 33}) {
            RecordView<Matrix> product = records("product", Matrix.class);
            RecordView<Affine> end = records("end", Affine.class);
            RecordView<Affine> ofScan = records("of scan", Affine.class);
            Matrix one = new Matrix(1, 0, 0, 1);
            Affine same = new Affine(1, 0);
            Graph matrices = RecordReduction.of(one, Matrix::times)
                    .graph("matrices", n, OperatorOrderContract::matrix, product, workspace);
            Graph reduction = RecordReduction.of(same, Affine::then)
                    .graph("reduction", n, OperatorOrderContract::affine, end, workspace);
            Graph scan = RecordScan.inclusive(same, Affine::then)
                    .graph(
                            "scan",
                            n,
                            OperatorOrderContract::affine,
                            (i, sum) -> {
                                if (i == n - 1) {
                                    ofScan.set(sum);
                                }
                            },
                            workspace);
            run(root -> {
                root.thenGraph("matrices", matrices);
                root.thenGraph("reduction", reduction);
                root.thenGraph("scan", scan);
            });
            Matrix expected = one;
            for (int i = 0; i < n; i++) {
                expected = Matrix.times(expected, matrix(i));
            }
            assertThat(product.toArray()).as("of %s", n).containsExactly(expected);
            assertThat(end.toArray())
                    .as("of %s", n)
                    .containsExactly(inOrder(n, same, Affine::then, OperatorOrderContract::affine));
            if (n > 0) {
                assertThat(end.toArray()).as("of %s", n).isEqualTo(ofScan.toArray());
            }
        }
    }

    private static Matrix matrix(int i) {
        return new Matrix(i % 5 - 2, i % 3, 7L * i, 1 - i % 2);
    }

    private static Affine affine(int i) {
        return new Affine(0.5 + i % 11 / 10.0, 1 / (1f + i % 7) - 0.3f);
    }

    @Test
    void threads_chunks_and_kinds_of_code_do_not_change_the_order() {
        assumeTrue(isHost());
        int n = 50_000;
        double[] values = values(n);
        double expected = odd(values);
        double ofFew = odd(Arrays.copyOf(values, 3_000));
        for (String code : List.of("loop", "bytecode", "native", "auto")) {
            for (String threads : List.of("threads=1", "threads=3", "threads=8", "strict")) {
                String spec = "host," + threads + ",kernels=" + code;
                try (ExecutionSpace space = Spaces.open(spec);
                        DoubleView x = DoubleView.copyOf("x", space, values);
                        DoubleView many = DoubleView.of("many", space);
                        DoubleView few = DoubleView.of("few", space)) {
                    Reduction first = Custom.into(many, 1.25, (a, b) -> b + 0.5 * (a - 1.25), i -> x.get(i));
                    Reduction second = Custom.into(few, 1.25, (a, b) -> b + 0.5 * (a - 1.25), i -> x.get(i));
                    Graph graph = Graph.define("g", root -> {
                        root.thenParallelReduce("many", RangePolicy.of(n).withChunk(5_000), first);
                        root.thenParallelReduce("few", RangePolicy.of(3_000), second);
                    });
                    try (ExecutableGraph exec = graph.instantiate(space)) {
                        for (int run = 0; run < 20; run++) {
                            exec.submit();
                            space.fence();
                            assertThat(many.toArray())
                                    .as("%s, run %d", spec, run)
                                    .containsExactly(expected);
                            assertThat(few.toArray())
                                    .as("%s, run %d", spec, run)
                                    .containsExactly(ofFew);
                        }
                    }
                }
            }
        }
    }
}
