package org.sporos.kernel.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.sporos.kernel.analysis.interval.Lifting;
import org.sporos.kernel.ir.ConstantFolding;
import org.sporos.kernel.ir.ControlFlow;
import org.sporos.kernel.ir.Op.Compare;
import org.sporos.kernel.ir.Region;
import org.sporos.kernel.ir.Region.Argument;
import org.sporos.policy.RangeBody;
import org.sporos.space.MemorySpace;
import org.sporos.view.IntView;

/** Loops as javac writes them: their exit test, induction variables and trip count; trip counts against counting. */
class LoopInfoTest {
    private static final IntView V = IntView.of("v", MemorySpace.host(), 64);
    private static final int LONGEST = 5000;

    private static LoopInfo loop(RangeBody body) {
        Region region = Lifting.lift("loop", body).body();
        List<LoopInfo> all = LoopInfo.of(region, ControlFlow.of(region));
        assertThat(all).hasSize(1);
        return all.get(0);
    }

    private static Argument counter(LoopInfo loop) {
        return Objects.requireNonNull(loop.counter());
    }

    @Test
    void a_loop_that_counts_up_has_a_test_a_counter_and_a_trip_count() {
        LoopInfo loop = loop(i -> {
            for (int k = 3; k < 10; k += 2) {
                V.set(k, i);
            }
        });
        LoopInfo.Test test = Objects.requireNonNull(loop.test());
        assertThat(test.stays()).isEqualTo(Compare.LT);
        assertThat(loop.contains(test.inside().target())).isTrue();
        assertThat(loop.contains(test.exit().target())).isFalse();
        assertThat(ConstantFolding.literal(test.right())).isEqualTo(10);
        assertThat(loop.literalStart(counter(loop))).isEqualTo(3);
        assertThat(loop.step(counter(loop), ConstantFolding::literal)).isEqualTo(2);
        assertThat(loop.countsUp(counter(loop))).isFalse();
        assertThat(loop.tripCount()).isEqualTo(4);
        assertThat(loop.exitsFromHeaderAlone()).isTrue();
        assertThat(loop.onlyBody()).isNotNull();
    }

    @Test
    void a_loop_may_count_down_or_in_longs() {
        LoopInfo down = loop(i -> {
            for (int k = 9; k >= 0; k--) {
                V.set(k, i);
            }
        });
        assertThat(down.step(counter(down), ConstantFolding::literal)).isEqualTo(-1);
        assertThat(down.tripCount()).isEqualTo(10);
        LoopInfo longs = loop(i -> {
            for (long k = 1L << 40; k != (1L << 40) + 6; k += 3) {
                V.set(i, (int) k);
            }
        });
        assertThat(longs.tripCount()).isEqualTo(2);
    }

    @Test
    void a_bound_or_start_that_is_not_known_gives_no_trip_count() {
        LoopInfo loop = loop(i -> {
            for (int k = i; k < V.get(i); k++) {
                V.set(k, i);
            }
        });
        assertThat(loop.countsUp(counter(loop))).isTrue();
        assertThat(loop.start(counter(loop))).isNotNull();
        assertThat(loop.literalStart(counter(loop))).isNull();
        assertThat(loop.tripCount()).isNull();
    }

    @Test
    void a_counter_that_overflows_before_the_end_has_no_trip_count() {
        LoopInfo loop = loop(i -> {
            for (int k = Integer.MAX_VALUE - 3; k > 0; k += 2) {
                V.set(i, k);
            }
        });
        assertThat(loop.tripCount()).isNull();
        LoopInfo beyond = loop(i -> {
            for (int k = 0; k <= Integer.MAX_VALUE - 1; k += Integer.MAX_VALUE) {
                V.set(i, k);
            }
        });
        assertThat(beyond.tripCount()).isEqualTo(1);
    }

    @Test
    void a_loop_that_is_left_early_exits_from_more_than_its_header() {
        LoopInfo loop = loop(i -> {
            for (int k = 0; k < 9; k++) {
                if (V.get(k) == i) {
                    break;
                }
            }
        });
        assertThat(loop.exitsFromHeaderAlone()).isFalse();
        assertThat(loop.onlyBody()).isNull();
        assertThat(loop.tripCount()).isEqualTo(9);
    }

    @Test
    void a_counter_with_two_steps_has_none() {
        LoopInfo loop = loop(i -> {
            int k = 0;
            while (k < 20) {
                if (V.get(k) == i) {
                    k += 2;
                    continue;
                }
                k++;
            }
        });
        assertThat(loop.step(counter(loop), ConstantFolding::literal)).isNull();
        assertThat(loop.tripCount()).isNull();
    }

    @Test
    void a_test_of_something_else_has_no_counter() {
        LoopInfo loaded = loop(i -> {
            int k = 0;
            while (V.get(k) < 3) {
                k++;
            }
            V.set(k, i);
        });
        assertThat(loaded.test()).isNotNull();
        assertThat(loaded.counter()).isNull();
        LoopInfo real = loop(i -> {
            double x = i;
            while (x > 0.0) {
                x -= 0.5;
            }
            V.set(i, (int) x);
        });
        // The opposite of a comparison of numbers is none: a NaN makes both false.
        assertThat(real.test()).isNull();
    }

    @ParameterizedTest
    @EnumSource(Compare.class)
    void trip_counts_are_those_of_counting(Compare stays) {
        Random random = new Random(3);
        for (int k = 0; k < 20_000; k++) {
            long distance = random.nextInt(81) - 40;
            long step = random.nextInt(13) - 6;
            assertThat(LoopInfo.tripCount(stays, distance, step))
                    .as("%d + k * %d %s 0", distance, step, stays)
                    .isEqualTo(counted(stays, BigInteger.valueOf(distance), BigInteger.valueOf(step)));
        }
    }

    @ParameterizedTest
    @EnumSource(Compare.class)
    void trip_counts_of_large_numbers_do_not_overflow(Compare stays) {
        Random random = new Random(4);
        for (int k = 0; k < 200; k++) {
            long large = Long.MAX_VALUE / (1 + random.nextInt(50)) * (random.nextBoolean() ? 1 : -1);
            long distance =
                    random.nextInt(5) == 0 ? (random.nextBoolean() ? Long.MIN_VALUE + 1 : Long.MAX_VALUE) : large;
            long step = large / (1 + random.nextInt(50)) * (random.nextBoolean() ? 1 : -1);
            assertThat(LoopInfo.tripCount(stays, distance, step))
                    .as("%d + k * %d %s 0", distance, step, stays)
                    .isEqualTo(counted(stays, BigInteger.valueOf(distance), BigInteger.valueOf(step)));
        }
        assertThat(LoopInfo.tripCount(Compare.LE, -Long.MAX_VALUE, 1)).isEqualTo(-1);
        assertThat(LoopInfo.tripCount(Compare.LT, -Long.MAX_VALUE, 1)).isEqualTo(Long.MAX_VALUE);
    }

    private static long counted(Compare stays, BigInteger distance, BigInteger step) {
        BigInteger now = distance;
        for (int k = 0; k < LONGEST; k++) {
            if (!ConstantFolding.holds(stays, now.signum(), 0)) {
                return k;
            }
            now = now.add(step);
        }
        return -1;
    }

    @Test
    void a_step_is_a_sum_of_the_variable_and_a_known_number() {
        LoopInfo loop = loop(i -> {
            for (int k = 20; k > 0; k -= i) {
                V.set(k, i);
            }
        });
        assertThat(loop.step(counter(loop), ConstantFolding::literal)).isNull();
        assertThat(loop.step(counter(loop), by -> 5L)).isEqualTo(-5);
        @Nullable Long least = loop.step(counter(loop), by -> Long.MIN_VALUE);
        assertThat(least).isNull();
    }
}
