package org.sporos.random;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class SplitMixTest {

    @Test
    void stream_0_is_the_sequence_of_the_jdk() {
        for (long seed : new long[] {0, 1, -1, 1234567, Long.MIN_VALUE}) {
            SplittableRandom sequence = new SplittableRandom(seed);
            for (int k = 0; k < 1000; k++) {
                assertThat(SplitMix.bits(seed, 0, k)).isEqualTo(sequence.nextLong());
            }
        }
    }

    @Test
    void streams_and_counters_of_any_sign_differ() {
        assertThat(SplitMix.bits(3, 1, 0)).isNotEqualTo(SplitMix.bits(3, 0, 0)).isNotEqualTo(SplitMix.bits(3, -1, 0));
        assertThat(SplitMix.bits(3, 0, -1)).isEqualTo(SplitMix.hash(3));
        assertThat(SplitMix.hash(0)).isZero();
    }
}
