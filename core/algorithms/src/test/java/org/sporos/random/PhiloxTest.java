package org.sporos.random;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The words of the published test vectors, and that each argument matters in all of its bits. */
final class PhiloxTest {

    private static Philox.Block words(int first, int second, int third, int fourth) {
        return new Philox.Block(
                Integer.toUnsignedLong(first) | (long) second << 32,
                Integer.toUnsignedLong(third) | (long) fourth << 32);
    }

    @Test
    void blocks_are_those_of_the_published_vectors() {
        assertThat(Philox.block(0, 0, 0)).isEqualTo(words(0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8));
        assertThat(Philox.block(-1, -1, -1)).isEqualTo(words(0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd));
        assertThat(Philox.block(0x299f31d0_a4093822L, 0x03707344_13198a2eL, 0x85a308d3_243f6a88L))
                .isEqualTo(words(0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1));
    }

    @Test
    void bits_are_the_low_half_of_a_block() {
        assertThat(Philox.bits(5, -6, 7)).isEqualTo(Philox.block(5, -6, 7).low());
    }

    @Test
    void a_flipped_bit_of_any_argument_flips_about_half_of_the_bits() {
        Set<Philox.Block> seen = new HashSet<>();
        Philox.Block start = Philox.block(11, 22, 33);
        seen.add(start);
        for (int bit = 0; bit < 64; bit++) {
            long flip = 1L << bit;
            for (Philox.Block other : new Philox.Block[] {
                Philox.block(11 ^ flip, 22, 33), Philox.block(11, 22 ^ flip, 33), Philox.block(11, 22, 33 ^ flip)
            }) {
                assertThat(seen.add(other)).isTrue();
                int flipped = Long.bitCount(start.low() ^ other.low()) + Long.bitCount(start.high() ^ other.high());
                assertThat(flipped).isBetween(34, 94);
            }
        }
    }
}
