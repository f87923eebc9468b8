package org.sporos.host.task;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sporos.graph.NodeRef;
import org.sporos.graph.Scan;
import org.sporos.policy.LongRangePolicy;
import org.sporos.policy.RangePolicy;
import org.sporos.space.MemorySpace;
import org.sporos.view.DoubleView;
import org.sporos.view.FloatView;
import org.sporos.view.IntView;

/** The order of scans, docs/decisions/0002-order-of-scans.md, against a plain reference. */
class ScanTest {
    private static final long SEED = 4711;
    private static final int[] SIZES = {0, 1, 2, 31, 32, 33, 2047, 2048, 2049, 4096, 131_072, 131_073, 300_000};

    private final Random random = new Random(SEED);

    private static DoubleView view(double... values) {
        DoubleView view = DoubleView.of("x", MemorySpace.host(), values.length);
        view.assign(values);
        return view;
    }

    private static void assertSameBits(DoubleView actual, double[] expected, String what) {
        long[] bits = Arrays.stream(actual.toArray())
                .mapToLong(Double::doubleToRawLongBits)
                .toArray();
        long[] wanted =
                Arrays.stream(expected).mapToLong(Double::doubleToRawLongBits).toArray();
        assertThat(Arrays.mismatch(bits, wanted)).as(what + ", seed " + SEED).isEqualTo(-1);
    }

    private static double[] shifted(double[] inclusive) {
        double[] exclusive = new double[inclusive.length];
        if (inclusive.length > 1) {
            System.arraycopy(inclusive, 0, exclusive, 1, inclusive.length - 1);
        }
        return exclusive;
    }

    private static Consumer<NodeRef> scan(RangePolicy policy, DoubleView x, DoubleView y, Scan.OfDouble scan) {
        return root -> root.thenParallelScan("scan", policy, i -> x.get(i), (i, sum) -> y.set(i, sum), scan);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7})
    void inclusive_sums_have_the_bits_of_the_reference_and_exclusive_ones_are_the_same_shifted(int threads) {
        for (int n : SIZES) {
            double[] values = Reference.wild(n, random);
            double[] expected = Reference.scan(values);
            DoubleView x = view(values);
            DoubleView y = view(values);
            HostTask inclusive = Tasks.task(threads, scan(RangePolicy.of(n), x, y, Scan.inclusiveDouble()));
            Tasks.runParallel(inclusive, threads, random);
            assertSameBits(y, expected, "inclusive, n = " + n);
            HostTask exclusive = Tasks.task(threads, scan(RangePolicy.of(n), x, y, Scan.exclusiveDouble()));
            Tasks.runParallel(exclusive, threads, random);
            assertSameBits(y, shifted(expected), "exclusive, n = " + n);
        }
    }

    @Test
    void four_million_sums_have_the_bits_of_the_reference_in_one_pass_and_in_three() {
        int n = 2048 * 2048 + 5;
        double[] values = Reference.wild(n, random);
        double[] expected = Reference.scan(values);
        DoubleView x = view(values);
        DoubleView y = view(new double[n]);
        for (int threads : new int[] {1, 3}) {
            HostTask task = Tasks.task(threads, scan(RangePolicy.of(n), x, y, Scan.inclusiveDouble()));
            assertThat(task.phases()).isEqualTo(threads == 1 ? 1 : 3);
            Tasks.runShuffled(task, random);
            assertSameBits(y, expected, threads + " threads");
        }
    }

    @Test
    void sums_of_what_is_not_negative_never_fall() {
        int n = 300_000;
        DoubleView x = view(random.doubles(n)
                .map(u -> u < 0.3 ? 0 : Math.pow(10, 40 * u - 20))
                .toArray());
        DoubleView y = view(new double[n]);
        Tasks.run(3, scan(RangePolicy.of(n), x, y, Scan.inclusiveDouble()));
        for (int i = 1; i < n; i++) {
            assertThat(y.get(i)).as("index %d, seed %d", i, SEED).isGreaterThanOrEqualTo(y.get(i - 1));
        }
    }

    @Test
    void negative_zeros_sum_up_to_zero() {
        DoubleView x = view(-0.0, -0.0, -0.0);
        DoubleView y = view(1, 1, 1);
        Tasks.run(2, scan(RangePolicy.of(3), x, y, Scan.inclusiveDouble()));
        assertSameBits(y, new double[3], "negative zeros");
    }

    @Test
    void the_consumer_may_overwrite_what_its_index_contributed() {
        for (int threads : new int[] {1, 3}) {
            double[] values = Reference.wild(100_000, random);
            DoubleView x = view(values);
            Tasks.run(threads, scan(RangePolicy.of(values.length), x, x, Scan.exclusiveDouble()));
            assertSameBits(x, shifted(Reference.scan(values)), threads + " threads");
        }
    }

    @Test
    void long_ranges_scan_all_types() {
        int n = 3000;
        double[] values = Reference.wild(n, random);
        DoubleView x = view(values);
        DoubleView y = view(values);
        FloatView f = FloatView.of("f", MemorySpace.host(), n);
        IntView k = IntView.of("k", MemorySpace.host(), n);
        LongRangePolicy policy = LongRangePolicy.of(-2000, 1000);
        Tasks.run(
                3,
                root -> root.thenParallelScan(
                        "d", policy, i -> x.get(i + 2000), (i, sum) -> y.set(i + 2000, sum), Scan.inclusiveDouble()));
        Tasks.run(
                3,
                root -> root.thenParallelScan(
                        "f", policy, i -> 0.5f, (i, sum) -> f.set(i + 2000, sum), Scan.exclusiveFloat()));
        Tasks.run(
                3,
                root -> root.thenParallelScan(
                        "k", policy, i -> 2, (i, sum) -> k.set(i + 2000, sum), Scan.inclusiveInt()));
        assertSameBits(y, Reference.scan(values), "doubles");
        assertThat(f.get(2999)).isEqualTo(2999 * 0.5f);
        assertThat(k.get(2999)).isEqualTo(6000);
    }
}
