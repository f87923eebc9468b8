package org.sporos.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sporos.reduce.Reducers.Sum;

import org.junit.jupiter.api.Test;
import org.sporos.graph.Graph;
import org.sporos.policy.RangePolicy;
import org.sporos.random.Direction;
import org.sporos.random.Distributions;
import org.sporos.random.Philox;
import org.sporos.random.SplitMix;
import org.sporos.view.DoubleView;
import org.sporos.view.LongView;

/** Random numbers have the bits of host Java on every backend. */
abstract class RandomNumbersContract extends Contract {
    private static final int N = 3000;

    @Test
    void generators_have_the_bits_of_the_jvm() {
        LongView low = longs("low", N);
        LongView high = longs("high", N);
        LongView mixed = longs("mixed", N);
        long seed = 0xFEDCBA9876543210L;
        run(Graph.define("bits", root -> {
            root.thenParallelFor("philox", RangePolicy.of(N), i -> {
                Philox.Block block = Philox.block(seed, i - 1500, -1L - i);
                low.set(i, block.low());
                high.set(i, block.high());
            });
            root.thenParallelFor(
                    "splitmix", RangePolicy.of(N), i -> mixed.set(i, SplitMix.bits(seed, i - 1500, -1L - i)));
        }));
        for (int i = 0; i < N; i++) {
            Philox.Block block = Philox.block(seed, i - 1500, -1L - i);
            assertThat(low.toArray()[i]).isEqualTo(block.low());
            assertThat(high.toArray()[i]).isEqualTo(block.high());
            assertThat(mixed.toArray()[i]).isEqualTo(SplitMix.bits(seed, i - 1500, -1L - i));
        }
    }

    @Test
    void distributions_have_the_bits_of_the_jvm() {
        DoubleView x = doubles("x", N, 8);
        run(root -> root.thenParallelFor("draw", RangePolicy.of(N), i -> {
            long bits = Philox.bits(4, 0, i);
            Direction direction = Distributions.direction(bits);
            x.set(i, 0, Distributions.uniform(bits));
            x.set(i, 1, Distributions.uniformFloat(bits));
            x.set(i, 2, Distributions.below(bits, 1000));
            x.set(i, 3, Distributions.exponential(bits));
            x.set(i, 4, Distributions.normal(bits));
            x.set(i, 5, direction.x() + 2 * direction.y() + 4 * direction.z());
            x.set(i, 6, Distributions.poisson(bits, 3.5));
            x.set(i, 7, Distributions.poisson(bits, 120.25));
        }));
        double[] found = x.toArray();
        for (int i = 0; i < N; i++) {
            long bits = Philox.bits(4, 0, i);
            Direction direction = Distributions.direction(bits);
            assertThat(java.util.Arrays.copyOfRange(found, 8 * i, 8 * i + 8))
                    .containsExactly(
                            Distributions.uniform(bits),
                            Distributions.uniformFloat(bits),
                            Distributions.below(bits, 1000),
                            Distributions.exponential(bits),
                            Distributions.normal(bits),
                            direction.x() + 2 * direction.y() + 4 * direction.z(),
                            Distributions.poisson(bits, 3.5),
                            Distributions.poisson(bits, 120.25));
        }
    }

    @Test
    void a_monte_carlo_integral_is_one_reduction() {
        DoubleView hits = doubles("hits");
        int points = 100_000;
        run(root -> root.thenParallelReduce("count", RangePolicy.of(points), Sum.into(hits, i -> {
            Philox.Block block = Philox.block(1, 0, i);
            double x = Distributions.uniform(block.low());
            double y = Distributions.uniform(block.high());
            return x * x + y * y < 1 ? 1 : 0;
        })));
        assertThat(4 * hits.toArray()[0] / points).isBetween(3.12, 3.16);
    }
}
