package org.sporos.samples.picture;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ColoursTest {
    @Test
    void colours_grow_from_dark_to_light_and_stop_at_the_ends() {
        assertThat(Colours.ember(-1)).isEqualTo(Colours.ember(0)).isEqualTo(Colours.ember(Double.NaN));
        assertThat(Colours.meadow(2)).isEqualTo(Colours.meadow(1));
        for (int k = 0; k < 100; k++) {
            assertThat(brightness(Colours.ember((k + 1) / 100.0))).isGreaterThan(brightness(Colours.ember(k / 100.0)));
            assertThat(brightness(Colours.meadow((k + 1) / 100.0)))
                    .isGreaterThan(brightness(Colours.meadow(k / 100.0)));
        }
    }

    private static double brightness(int colour) {
        return 0.299 * (colour >> 16 & 0xff) + 0.587 * (colour >> 8 & 0xff) + 0.114 * (colour & 0xff);
    }
}
