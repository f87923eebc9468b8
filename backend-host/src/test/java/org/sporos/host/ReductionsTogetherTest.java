package org.sporos.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.sporos.reduce.Reducers.BitXor;
import static org.sporos.reduce.Reducers.LogicalOr;
import static org.sporos.reduce.Reducers.Max;
import static org.sporos.reduce.Reducers.MaxLoc;
import static org.sporos.reduce.Reducers.Min;
import static org.sporos.reduce.Reducers.Prod;
import static org.sporos.reduce.Reducers.Sum;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.GraphRunException;
import org.sporos.host.natives.NativeCompileQueue;
import org.sporos.policy.LongRangePolicy;
import org.sporos.policy.RangePolicy;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;
import org.sporos.view.DoubleView;
import org.sporos.view.FloatView;
import org.sporos.view.IntView;
import org.sporos.view.LongView;
import org.sporos.view.Slice;

/** Several reductions of one node, which C++ does in one loop over each tile, give the bits of each by itself. */
class ReductionsTogetherTest {
    private static final int N = 20_001;

    /** Views that reductions read, with zeros of both signs among the numbers. */
    private record Data(ExecutionSpace space, DoubleView x, FloatView f, IntView q, LongView l) {
        static Data of(ExecutionSpace space) {
            Random random = new Random(7);
            Data data = new Data(
                    space,
                    DoubleView.of("x", space, N),
                    FloatView.of("f", space, N),
                    IntView.of("q", space, N),
                    LongView.of("l", space, N));
            double[] special = {-0.0, 0.0};
            for (int i = 0; i < N; i++) {
                int rare = random.nextInt(4000);
                data.x.set(i, rare < special.length ? special[rare] : random.nextGaussian());
                data.f.set(i, (float) random.nextGaussian());
                data.q.set(i, random.nextInt(1000));
                data.l.set(i, random.nextLong());
            }
            return data;
        }
    }

    /** Results of some reductions. */
    private static final class Results {
        private final ExecutionSpace space;
        private final List<DoubleView> doubles = new ArrayList<>();
        private final List<FloatView> floats = new ArrayList<>();
        private final List<IntView> ints = new ArrayList<>();
        private final List<LongView> longs = new ArrayList<>();

        Results(ExecutionSpace space) {
            this.space = space;
        }

        DoubleView newDouble() {
            doubles.add(DoubleView.of("double " + doubles.size(), space));
            return doubles.get(doubles.size() - 1);
        }

        FloatView newFloat() {
            floats.add(FloatView.of("float " + floats.size(), space));
            return floats.get(floats.size() - 1);
        }

        IntView newInt() {
            ints.add(IntView.of("int " + ints.size(), space));
            return ints.get(ints.size() - 1);
        }

        LongView newLong() {
            longs.add(LongView.of("long " + longs.size(), space));
            return longs.get(longs.size() - 1);
        }

        List<Long> bits() {
            List<Long> bits = new ArrayList<>();
            doubles.forEach(view -> bits.add(Double.doubleToRawLongBits(view.get())));
            floats.forEach(view -> bits.add((long) Float.floatToRawIntBits(view.get())));
            ints.forEach(view -> bits.add((long) view.get()));
            longs.forEach(view -> bits.add(view.get()));
            return bits;
        }
    }

    private static Graph graph(Data data, Results results) {
        DoubleView x = data.x;
        FloatView f = data.f;
        IntView q = data.q;
        LongView l = data.l;
        DoubleView squares = results.newDouble();
        DoubleView least = results.newDouble();
        DoubleView product = results.newDouble();
        FloatView greatest = results.newFloat();
        IntView count = results.newInt();
        IntView any = results.newInt();
        LongView mixed = results.newLong();
        DoubleView branching = results.newDouble();
        DoubleView gathered = results.newDouble();
        IntView chosen = results.newInt();
        DoubleView longSum = results.newDouble();
        LongView longMost = results.newLong();
        DoubleView parts = DoubleView.of("parts", data.space, 2);
        DoubleView low = parts.subview(Slice.at(0));
        DoubleView high = parts.subview(Slice.at(1));
        results.doubles.add(low);
        results.doubles.add(high);
        return Graph.define("together", root -> {
            root.thenParallelReduce(
                    "plain",
                    RangePolicy.of(N),
                    Sum.into(squares, i -> x.get(i) * x.get(i)),
                    Min.into(least, i -> x.get(i)),
                    Prod.into(product, i -> 1 + 1e-4 * f.get(i)),
                    Max.into(greatest, i -> f.get(i)),
                    Sum.into(count, i -> q.get(i) * 7_654_321),
                    BitXor.into(mixed, i -> l.get(i)),
                    LogicalOr.into(any, i -> q.get(i) > 998));
            root.thenParallelReduce(
                    "branches",
                    RangePolicy.of(5, N),
                    Min.into(branching, i -> x.get(i) > 0.1 ? 1 / x.get(i) : x.get(q.get(i))),
                    Sum.into(gathered, i -> x.get(q.get(i)) * f.get(i)),
                    Max.into(chosen, i -> f.get(i) > 0 ? q.get(i) : -i));
            root.thenParallelReduce(
                    "longs",
                    LongRangePolicy.of(3, N),
                    Sum.intoLongRange(longSum, i -> x.get((int) i)),
                    Max.intoLongRange(longMost, i -> l.get((int) i)));
            root.thenParallelReduce(
                    "one array", RangePolicy.of(4096), Min.into(low, i -> f.get(i)), Max.into(high, i -> f.get(i)));
        });
    }

    @ParameterizedTest(name = "{0} threads, {1}")
    @CsvSource({"1, bytecode", "1, native", "1, auto", "2, native", "2, auto"})
    void results_of_one_node_have_the_same_bits_in_each_code(int threads, String code) {
        assumeTrue(NativeCompileQueue.isPossible(), "no C++ compiler here");
        assertThat(bits(threads, code, 3)).isEqualTo(bits(threads, "loop", 1));
    }

    private static List<Long> bits(int threads, String code, int runs) {
        try (ExecutionSpace space = ExecutionSpaces.open("host,threads=" + threads + ",kernels=" + code)) {
            Data data = Data.of(space);
            Results results = new Results(space);
            try (ExecutableGraph exec = graph(data, results).instantiate(space)) {
                for (int run = 0; run < runs; run++) {
                    exec.submit();
                    space.fence();
                }
                if (code.equals("native")) {
                    assertThat(exec.explain()).contains("code: native").doesNotContain("code: bytecode");
                }
            }
            return results.bits();
        }
    }

    @Test
    void a_result_with_a_location_keeps_the_others_of_its_node_apart() {
        assumeTrue(NativeCompileQueue.isPossible(), "no C++ compiler here");
        try (ExecutionSpace space = ExecutionSpaces.open("host,threads=1,kernels=native")) {
            Data data = Data.of(space);
            DoubleView sum = DoubleView.of("sum", space);
            DoubleView most = DoubleView.of("most", space);
            LongView where = LongView.of("where", space);
            FloatView f = data.f;
            Graph graph = Graph.define(
                    "apart",
                    root -> root.thenParallelReduce(
                            "both",
                            RangePolicy.of(N),
                            MaxLoc.into(most, where, i -> (double) f.get(i)),
                            Sum.into(sum, i -> (double) (i % 5))));
            try (ExecutableGraph exec = graph.instantiate(space)) {
                exec.submit();
                space.fence();
            }
            assertThat(most.get()).isEqualTo(f.get((int) where.get()));
            assertThat(sum.get()).isEqualTo(N / 5 * 10);
        }
    }

    @Test
    void the_second_of_two_contributions_that_fails_names_its_work_item_in_each_code() {
        assumeTrue(NativeCompileQueue.isPossible(), "no C++ compiler here");
        for (int item : new int[] {12_345, N - 1}) {
            String expected = failure("loop", item);
            assertThat(expected).contains("in work item " + item);
            assertThat(failure("bytecode", item)).isEqualTo(expected);
            assertThat(failure("native", item)).isEqualTo(expected);
        }
    }

    private static String failure(String code, int item) {
        try (ExecutionSpace space = ExecutionSpaces.open("host,threads=1,kernels=" + code)) {
            DoubleView x = DoubleView.of("x", space, N);
            IntView q = IntView.of("q", space, N);
            q.set(item, 2 * N);
            DoubleView least = DoubleView.of("least", space);
            DoubleView most = DoubleView.of("most", space);
            Graph graph = Graph.define(
                    "fails",
                    root -> root.thenParallelReduce(
                            "limits",
                            RangePolicy.of(N),
                            Min.into(least, i -> x.get(i) + 1.5),
                            Max.into(most, i -> x.get(q.get(i)))));
            try (ExecutableGraph exec = graph.instantiate(space)) {
                exec.submit();
                return catchThrowableOfType(GraphRunException.class, space::fence)
                        .getMessage();
            }
        }
    }
}
