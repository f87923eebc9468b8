package org.sporos.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.GraphRunException;
import org.sporos.graph.NodeRef;
import org.sporos.graph.Scan;
import org.sporos.host.cpp.NativeRequests;
import org.sporos.policy.LongRangePolicy;
import org.sporos.policy.RangePolicy;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;
import org.sporos.view.DoubleView;
import org.sporos.view.FloatView;
import org.sporos.view.IntView;
import org.sporos.view.LongView;

/**
 * Scans have the same bits in one pass and in three, in each code and on any number of threads. The lambdas that are called as they
 * are, on one thread, are the reference. The property {@code sporos.fuzz.seed} repeats a run.
 */
class ScanTierTest {
    /** Around the ends of rows, blocks, tiles and groups of tiles. */
    private static final int[] SIZES = {
        0, 1, 31, 32, 33, 255, 256, 257, 2047, 2048, 2049, 10_000, 64 * 2048, 64 * 2048 + 1, 130 * 2048 + 77
    };

    private final long seed = Long.getLong("sporos.fuzz.seed", new Random().nextLong());

    private static List<String> specs() {
        List<String> specs =
                new ArrayList<>(List.of("host,threads=1,kernels=bytecode", "host,threads=3,kernels=bytecode"));
        if (NativeRequests.isPossible()) {
            specs.addAll(List.of("host,threads=1,kernels=native", "host,threads=3,kernels=native"));
        }
        return specs;
    }

    /** What is scanned, and where the sums go. */
    private static final class Data {
        final DoubleView d;
        final FloatView f;
        final IntView k;
        final LongView l;
        private final List<DoubleView> doubles = new ArrayList<>();
        private final List<FloatView> floats = new ArrayList<>();
        private final List<IntView> ints = new ArrayList<>();
        private final List<LongView> longs = new ArrayList<>();
        private final ExecutionSpace space;
        private final int n;

        Data(ExecutionSpace space, int n, long seed) {
            this.space = space;
            this.n = n;
            Random random = new Random(seed);
            double[] wild = new double[n];
            // All of one sign, so that infinity is never taken from infinity: it gives a NaN of another sign.
            Arrays.setAll(wild, i -> wild(random, i));
            float[] narrow = new float[n];
            for (int i = 0; i < n; i++) {
                narrow[i] = (float) wild(random, i);
            }
            d = DoubleView.copyOf("d", space, wild);
            f = FloatView.copyOf("f", space, narrow);
            k = IntView.copyOf("k", space, random.ints(n).toArray());
            l = LongView.copyOf("l", space, random.longs(n).toArray());
        }

        private double wild(Random random, int i) {
            int kind = random.nextInt(200);
            if (kind < 20) {
                return kind < 10 ? -0.0 : 0.0;
            } else if (i > 0.9 * n && kind < 22) {
                return kind == 20 ? Double.NaN : Double.POSITIVE_INFINITY;
            }
            return (random.nextDouble() - 0.5) * Math.pow(10, random.nextInt(21) - 10);
        }

        DoubleView toDoubles() {
            doubles.add(DoubleView.of("doubles" + doubles.size(), space, n));
            return doubles.get(doubles.size() - 1);
        }

        FloatView toFloats() {
            floats.add(FloatView.of("floats" + floats.size(), space, n));
            return floats.get(floats.size() - 1);
        }

        IntView toInts() {
            ints.add(IntView.of("ints" + ints.size(), space, n));
            return ints.get(ints.size() - 1);
        }

        LongView toLongs() {
            longs.add(LongView.of("longs" + longs.size(), space, n));
            return longs.get(longs.size() - 1);
        }

        /** Returns the bits of all results, and of what a consumer may have overwritten. */
        List<long[]> bits() {
            List<long[]> bits = new ArrayList<>();
            bits.add(bits(d));
            doubles.forEach(view -> bits.add(bits(view)));
            floats.forEach(view -> bits.add(bits(view)));
            ints.forEach(view ->
                    bits.add(Arrays.stream(view.toArray()).asLongStream().toArray()));
            longs.forEach(view -> bits.add(view.toArray()));
            return bits;
        }

        private static long[] bits(DoubleView view) {
            return Arrays.stream(view.toArray())
                    .mapToLong(Double::doubleToRawLongBits)
                    .toArray();
        }

        private static long[] bits(FloatView view) {
            float[] values = view.toArray();
            long[] bits = new long[values.length];
            Arrays.setAll(bits, i -> Float.floatToRawIntBits(values[i]));
            return bits;
        }
    }

    private static void scans(NodeRef root, Data data, int n, int begin, long far) {
        RangePolicy range = RangePolicy.of(begin, begin + n);
        LongRangePolicy longs = LongRangePolicy.of(far, far + n);
        DoubleView d = data.d;
        FloatView f = data.f;
        IntView k = data.k;
        LongView l = data.l;
        DoubleView d0 = data.toDoubles();
        DoubleView d1 = data.toDoubles();
        FloatView f0 = data.toFloats();
        FloatView f1 = data.toFloats();
        IntView k0 = data.toInts();
        IntView k1 = data.toInts();
        IntView k2 = data.toInts();
        LongView l0 = data.toLongs();
        LongView l1 = data.toLongs();
        NodeRef last = root.thenParallelScan(
                "d0", range, i -> d.get(i - begin) * 0.75, (i, s) -> d0.set(i - begin, s), Scan.inclusiveDouble());
        last = last.thenParallelScan(
                "d1",
                longs,
                i -> Math.abs(d.get(i - far)),
                (i, s) -> d1.set(i - far, s + d.get(i - far)),
                Scan.exclusiveDouble());
        last = last.thenParallelScan(
                "f0", range, i -> f.get(i - begin), (i, s) -> f0.set(i - begin, s), Scan.exclusiveFloat());
        last = last.thenParallelScan(
                "f1", longs, i -> f.get(i - far), (i, s) -> f1.set(i - far, s), Scan.inclusiveFloat());
        last = last.thenParallelScan(
                "k0", range, i -> k.get(i - begin), (i, s) -> k0.set(i - begin, s), Scan.exclusiveInt());
        last = last.thenParallelScan(
                "k1", longs, i -> k.get(i - far) * 7, (i, s) -> k1.set(i - far, s), Scan.inclusiveInt());
        last = last.thenParallelScan(
                "k2",
                range,
                i -> k.get(i - begin) > 0 ? 1 : 0,
                (i, s) -> {
                    if (k.get(i - begin) > 0) {
                        k2.set(s, i);
                    }
                },
                Scan.exclusiveInt());
        last = last.thenParallelScan(
                "l0", range, i -> l.get(i - begin), (i, s) -> l0.set(i - begin, s), Scan.inclusiveLong());
        last = last.thenParallelScan(
                "l1", longs, i -> l.get(i - far) ^ i, (i, s) -> l1.set(i - far, s - i), Scan.exclusiveLong());
        // A consumer may overwrite what its own index contributes.
        last.thenParallelScan("d", range, i -> d.get(i - begin), (i, s) -> d.set(i - begin, s), Scan.exclusiveDouble());
    }

    private List<long[]> run(String spec, int n, int begin, long far) {
        try (ExecutionSpace space = ExecutionSpaces.open(spec)) {
            Data data = new Data(space, n, seed + n);
            Graph graph = Graph.define("scans", root -> scans(root, data, n, begin, far));
            try (ExecutableGraph executable = graph.instantiate(space)) {
                executable.submit();
                space.fence();
                executable.submit();
                space.fence();
            }
            return data.bits();
        }
    }

    @Test
    void all_codes_have_the_bits_of_the_lambdas_on_any_number_of_threads() {
        Random random = new Random(seed);
        for (int n : SIZES) {
            int[] begins = {0, -40, 1000, Integer.MIN_VALUE, Integer.MAX_VALUE - n};
            long[] fars = {0, -40, (1L << 31) - 100, 1L << 40, Long.MAX_VALUE - n};
            int begin = begins[random.nextInt(begins.length)];
            long far = fars[random.nextInt(fars.length)];
            List<long[]> expected = run("host,threads=1,kernels=loop", n, begin, far);
            for (String spec : specs()) {
                List<long[]> bits = run(spec, n, begin, far);
                for (int view = 0; view < bits.size(); view++) {
                    assertThat(Arrays.mismatch(bits.get(view), expected.get(view)))
                            .as("%s, n = %d from %d and %d, result %d, seed %d", spec, n, begin, far, view, seed)
                            .isEqualTo(-1);
                }
            }
        }
    }

    @Test
    void what_fails_in_a_contribution_or_a_consumer_names_the_index() {
        for (String spec : specs()) {
            try (ExecutionSpace space = ExecutionSpaces.open(spec)) {
                LongView x = LongView.of("x", space, 5000);
                LongView y = LongView.of("y", space, 4999);
                IntView at = IntView.of("at", space, 5000);
                for (int i = 0; i < 5000; i++) {
                    at.set(i, i);
                }
                Graph takes = Graph.define(
                        "takes",
                        root -> root.thenParallelScan(
                                "scan",
                                RangePolicy.of(5000),
                                i -> x.get(i),
                                (i, s) -> y.set(at.get(i), s),
                                Scan.exclusiveLong()));
                assertFails(takes, space, spec, "'y'", "4999");
                Graph gives = Graph.define(
                        "gives",
                        root -> root.thenParallelScan(
                                "scan",
                                RangePolicy.of(5000),
                                i -> y.get(at.get(i)),
                                (i, s) -> x.set(i, s),
                                Scan.exclusiveLong()));
                assertFails(gives, space, spec, "'y'", "4999");
            }
        }
    }

    private static void assertFails(Graph graph, ExecutionSpace space, String spec, String... words) {
        try (ExecutableGraph executable = graph.instantiate(space)) {
            executable.submit();
            assertThatThrownBy(space::fence)
                    .as(spec)
                    .isInstanceOf(GraphRunException.class)
                    .hasMessageContaining("'scan'")
                    .hasMessageContainingAll(words);
        }
    }
}
