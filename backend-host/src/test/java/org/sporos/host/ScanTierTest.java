package org.sporos.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.Scan;
import org.sporos.host.natives.NativeCompileQueue;
import org.sporos.policy.LongRangePolicy;
import org.sporos.policy.RangePolicy;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;
import org.sporos.view.DoubleView;
import org.sporos.view.FloatView;
import org.sporos.view.IntView;
import org.sporos.view.LongView;
import org.sporos.view.View;

/**
 * Scans have the same bits in each tier, in one pass and in three, for sizes about blocks, tiles and groups of tiles,
 * and for zeros of both signs, infinities and NaN. The property {@code sporos.fuzz.seed} repeats a run.
 */
class ScanTierTest {
    private static final int TILE = 2048;
    private static final int GROUP = 64 * TILE;
    private static final double[] SPECIAL = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, -0.0};

    private final long seed = Long.getLong("sporos.fuzz.seed", new Random().nextLong());

    /** The outcome of one tier: views of one length, whose elements are compared as bits. */
    private static final class Outcome implements AutoCloseable {
        private final ExecutionSpace space;
        private final int n;
        private final DoubleView x;
        private final DoubleView doubles;
        private final FloatView floats;
        private final IntView ints;
        private final LongView longs;
        private final IntView places;

        Outcome(String spec, int n, long seed) {
            this.space = ExecutionSpaces.open(spec);
            this.n = n;
            Random random = new Random(seed);
            x = DoubleView.of("x", space, n);
            doubles = DoubleView.of("doubles", space, n);
            floats = FloatView.of("floats", space, n);
            ints = IntView.of("ints", space, n);
            longs = LongView.of("longs", space, n);
            places = IntView.of("places", space, n);
            double[] values = new double[n];
            for (int k = 0; k < n; k++) {
                values[k] = random.nextInt(3) == 0
                        ? (random.nextBoolean() ? 0.0 : -0.0)
                        : random.nextGaussian() * Math.pow(10, random.nextInt(21) - 10);
                longs.set(k, random.nextLong());
            }
            values[n - 1 - random.nextInt((n + 9) / 10)] = SPECIAL[random.nextInt(SPECIAL.length)];
            x.assign(values);
            doubles.assign(values);
        }

        /** Scans over ints that begin somewhere, and over longs that begin far off. */
        private Graph graph(int begin, int chunk) {
            RangePolicy range = RangePolicy.of(begin, begin + n).withChunk(chunk);
            long far = (1L << 40) + begin;
            LongRangePolicy wide = LongRangePolicy.of(far, far + n);
            return Graph.define("scans", root -> {
                root.thenParallelScan(
                        "in place",
                        range,
                        i -> doubles.get(i - begin),
                        (i, sum) -> doubles.set(i - begin, sum),
                        Scan.exclusiveDouble());
                root.thenParallelScan(
                        "floats",
                        wide,
                        i -> (float) x.get((int) (i - far)),
                        (i, sum) -> floats.set((int) (i - far), sum),
                        Scan.inclusiveFloat());
                root.thenParallelScan(
                        "ints",
                        range,
                        i -> 1_000_003 * i,
                        (i, sum) -> ints.set(i - begin, sum ^ i),
                        Scan.inclusiveInt());
                root.thenParallelScan(
                        "longs",
                        range,
                        i -> longs.get(i - begin),
                        (i, sum) -> longs.set(i - begin, sum),
                        Scan.exclusiveLong());
                root.thenParallelScan(
                        "compaction",
                        range,
                        i -> x.get(i - begin) > 0 ? 1 : 0,
                        (i, before) -> {
                            if (x.get(i - begin) > 0) {
                                places.set(before, i);
                            }
                        },
                        Scan.exclusiveInt());
            });
        }

        Outcome run(int begin, int chunk, String code) {
            try (ExecutableGraph exec = graph(begin, chunk).instantiate(space)) {
                exec.submit();
                space.fence();
                if (!code.isEmpty()) {
                    assertThat(exec.explain().split("code: " + code, -1)).hasSize(6);
                }
            }
            return this;
        }

        void assertSame(Outcome other, String as) {
            for (View[] pair : new View[][] {
                {doubles, other.doubles},
                {floats, other.floats},
                {ints, other.ints},
                {longs, other.longs},
                {places, other.places}
            }) {
                for (int k = 0; k < n; k++) {
                    if (bits(pair[0], k) != bits(pair[1], k)) {
                        assertThat(bits(pair[0], k))
                                .as("%s, %s[%d]", as, pair[0], k)
                                .isEqualTo(bits(pair[1], k));
                    }
                }
            }
        }

        /** All NaN are one value. */
        private static long bits(View view, int k) {
            if (view instanceof DoubleView reals) {
                return Double.doubleToLongBits(reals.get(k));
            }
            return view instanceof FloatView reals
                    ? Float.floatToIntBits(reals.get(k))
                    : view.allocation().bits(k);
        }

        @Override
        public void close() {
            space.close();
        }
    }

    private static final int[] SIZES = {
        1, 31, 33, 255, 256, 257, TILE - 1, TILE, TILE + 1, GROUP, GROUP + 1, GROUP + 5 * TILE + 300
    };
    private static final int[] BEGINS = {0, -1000, 77};
    private static final int[] CHUNKS = {1, 5000, 1 << 20};

    @ParameterizedTest
    @ValueSource(strings = {"bytecode", "native", "auto"})
    void scans_have_the_same_bits_in_each_tier(String tier) {
        assumeTrue(!tier.equals("native") || NativeCompileQueue.isPossible(), "no C++ compiler here");
        Random random = new Random(seed);
        for (int n : SIZES) {
            long data = random.nextLong();
            int begin = BEGINS[random.nextInt(BEGINS.length)];
            try (Outcome expected = new Outcome("host,threads=1,kernels=loop", n, data)) {
                expected.run(begin, 1 << 20, "");
                for (int threads = 1; threads <= 3; threads++) {
                    int chunk = CHUNKS[random.nextInt(CHUNKS.length)];
                    String spec = "host,threads=" + threads + ",kernels=" + tier;
                    try (Outcome actual = new Outcome(spec, n, data)) {
                        actual.run(begin, chunk, tier.equals("auto") ? "bytecode" : tier)
                                .assertSame(expected, spec + ", n = " + n + ", chunk " + chunk + ", seed " + seed);
                    }
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"bytecode", "native"})
    void sums_go_on_from_one_group_of_groups_of_tiles_to_the_next_in_each_tier(String tier) {
        assumeTrue(!tier.equals("native") || NativeCompileQueue.isPossible(), "no C++ compiler here");
        int n = 64 * GROUP + 65 * TILE + 5;
        int[] expected = floatSums("host,threads=1,kernels=loop", n);
        for (int threads = 1; threads <= 2; threads++) {
            String spec = "host,threads=" + threads + ",kernels=" + tier;
            assertThat(Arrays.mismatch(floatSums(spec, n), expected)).as(spec).isEqualTo(-1);
        }
    }

    private static int[] floatSums(String spec, int n) {
        try (ExecutionSpace space = ExecutionSpaces.open(spec);
                FloatView sums = FloatView.of("sums", space, n)) {
            Graph graph = Graph.define(
                    "long",
                    root -> root.thenParallelScan(
                            "scan",
                            RangePolicy.of(n),
                            i -> 1f / (1 + (i * 7919L & 1023)),
                            (i, sum) -> sums.set(i, sum),
                            Scan.inclusiveFloat()));
            try (ExecutableGraph exec = graph.instantiate(space)) {
                exec.submit();
                space.fence();
            }
            float[] all = sums.toArray();
            int[] bits = new int[n];
            Arrays.setAll(bits, k -> Float.floatToRawIntBits(all[k]));
            return bits;
        }
    }
}
