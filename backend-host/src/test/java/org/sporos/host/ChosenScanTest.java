package org.sporos.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.GraphRunException;
import org.sporos.graph.Scan;
import org.sporos.host.natives.NativeCompileQueue;
import org.sporos.policy.LongRangePolicy;
import org.sporos.policy.RangePolicy;
import org.sporos.space.ExecutionSpace;
import org.sporos.space.ExecutionSpaces;
import org.sporos.view.IntView;
import org.sporos.view.LongView;

/**
 * Scans whose consumers do something for some indexes only, from none to all, at random and in runs. The property
 * {@code sporos.fuzz.seed} repeats a run.
 */
class ChosenScanTest {
    private static final int[] SIZES = {0, 1, 2, 255, 256, 257, 511, 2048, 2049, 5000, 140_000};
    private static final int[] PERCENT = {0, 1, 6, 7, 20, 50, 93, 94, 99, 100};

    private final long seed = Long.getLong("sporos.fuzz.seed", new Random().nextLong());

    /** Flags of which so many in a hundred are set, in some places in runs. */
    private static int[] flags(Random random, int n) {
        int[] flags = new int[n];
        int percent = PERCENT[random.nextInt(PERCENT.length)];
        for (int k = 0; k < n; k++) {
            if (random.nextInt(700) == 0) {
                percent = PERCENT[random.nextInt(PERCENT.length)];
            }
            flags[k] = random.nextInt(100) < percent ? 1 + random.nextInt(5) : -random.nextInt(3);
        }
        return flags;
    }

    @ParameterizedTest
    @ValueSource(strings = {"loop", "bytecode", "native"})
    void chosen_indexes_get_their_sums_in_order(String tier) {
        assumeTrue(!tier.equals("native") || NativeCompileQueue.isPossible(), "no C++ compiler here");
        Random random = new Random(seed);
        for (int n : SIZES) {
            for (int threads = 1; threads <= 2; threads++) {
                check("host,threads=" + threads + ",kernels=" + tier, random, n, random.nextInt(2000) - 1000);
            }
        }
    }

    private void check(String spec, Random random, int n, int begin) {
        int[] values = flags(random, n);
        long far = (1L << 40) + begin;
        int last = begin + n - 1;
        try (ExecutionSpace space = ExecutionSpaces.open(spec);
                IntView flags = IntView.of("flags", space, n);
                IntView places = IntView.of("places", space, n);
                IntView total = IntView.of("total", space);
                LongView sums = LongView.of("sums", space, n);
                LongView wide = LongView.of("wide", space, n);
                ExecutableGraph exec = Graph.define("chosen", root -> {
                            root.thenParallelScan(
                                    "compaction",
                                    RangePolicy.of(begin, begin + n),
                                    i -> flags.get(i - begin) > 0 ? 1 : 0,
                                    (i, before) -> {
                                        if (flags.get(i - begin) > 0) {
                                            places.set(before, i);
                                        }
                                    },
                                    Scan.exclusiveInt());
                            root.thenParallelScan(
                                    "return",
                                    LongRangePolicy.of(far, far + n),
                                    i -> flags.get((int) (i - far)) * i,
                                    (i, sum) -> {
                                        if (flags.get((int) (i - far)) <= 0) {
                                            return;
                                        }
                                        sums.set((int) (i - far), sum);
                                    },
                                    Scan.inclusiveLong());
                            root.thenParallelScan(
                                    "other condition",
                                    RangePolicy.of(begin, begin + n),
                                    i -> 3L * flags.get(i - begin) + i,
                                    (i, sum) -> {
                                        if ((i & 3) == 1 && flags.get(i - begin) != 2) {
                                            wide.set(i - begin, sum);
                                        }
                                    },
                                    Scan.exclusiveLong());
                            root.thenParallelScan(
                                    "last",
                                    RangePolicy.of(begin, begin + n),
                                    i -> flags.get(i - begin),
                                    (i, sum) -> {
                                        if (i == last) {
                                            total.set(sum);
                                        }
                                    },
                                    Scan.inclusiveInt());
                        })
                        .instantiate(space)) {
            flags.assign(values);
            exec.submit();
            space.fence();
            int[] kept = new int[n];
            long[] longs = new long[n];
            long[] others = new long[n];
            int count = 0;
            int all = 0;
            long sum = 0;
            long other = 0;
            for (int k = 0; k < n; k++) {
                sum += values[k] * (far + k);
                all += values[k];
                if (values[k] > 0) {
                    kept[count++] = begin + k;
                    longs[k] = sum;
                }
                if ((begin + k & 3) == 1 && values[k] != 2) {
                    others[k] = other;
                }
                other += 3L * values[k] + begin + k;
            }
            String as = spec + ", n = " + n + ", seed " + seed;
            assertThat(Arrays.mismatch(places.toArray(), kept)).as(as).isEqualTo(-1);
            assertThat(Arrays.mismatch(sums.toArray(), longs)).as(as).isEqualTo(-1);
            assertThat(Arrays.mismatch(wide.toArray(), others)).as(as).isEqualTo(-1);
            assertThat(total.get()).as(as).isEqualTo(all);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"loop", "bytecode", "native"})
    void the_first_chosen_index_that_fails_is_the_one_that_is_reported(String tier) {
        assumeTrue(!tier.equals("native") || NativeCompileQueue.isPossible(), "no C++ compiler here");
        int n = 3000;
        for (int step : new int[] {1, 2, 3, 40}) {
            try (ExecutionSpace space = ExecutionSpaces.open("host,threads=1,kernels=" + tier);
                    IntView chosen = IntView.of("chosen", space, n);
                    IntView kept = IntView.of("kept", space, 50);
                    ExecutableGraph exec = Graph.define(
                                    "fails",
                                    root -> root.thenParallelScan(
                                            "compaction",
                                            RangePolicy.of(n),
                                            i -> chosen.get(i) == 0 ? 1 : 0,
                                            (i, before) -> {
                                                if (chosen.get(i) == 0) {
                                                    kept.set(before, i);
                                                }
                                            },
                                            Scan.exclusiveInt()))
                            .instantiate(space)) {
                chosen.assign(IntStream.range(0, n).map(i -> i % step).toArray());
                exec.submit();
                assertThatThrownBy(space::fence)
                        .isInstanceOf(GraphRunException.class)
                        .hasMessageContaining("50")
                        .hasMessageContaining("work item " + 50 * step + ":");
                assertThat(kept.get(49)).isEqualTo(49 * step);
            }
        }
    }

    @Test
    void what_a_consumer_changes_is_seen_by_the_conditions_behind_it() {
        assumeTrue(NativeCompileQueue.isPossible(), "no C++ compiler here");
        for (String tier : new String[] {"bytecode", "native"}) {
            try (ExecutionSpace space = ExecutionSpaces.open("host,threads=1,kernels=" + tier);
                    IntView x = IntView.of("x", space, 1000);
                    ExecutableGraph exec = Graph.define(
                                    "own",
                                    root -> root.thenParallelScan(
                                            "own",
                                            RangePolicy.of(1000),
                                            i -> 1,
                                            (i, sum) -> {
                                                if (x.get(i) == 0) {
                                                    x.set(i, sum);
                                                }
                                            },
                                            Scan.inclusiveInt()))
                            .instantiate(space)) {
                exec.submit();
                exec.submit();
                space.fence();
                for (int i = 0; i < 1000; i++) {
                    assertThat(x.get(i)).isEqualTo(i + 1);
                }
            }
        }
    }
}
