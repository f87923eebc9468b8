package org.sporos.samples.picture;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RasterTest {
    @Test
    void a_square_of_a_zoomed_raster_has_one_colour() {
        Raster raster = Raster.of(2, 3, 4, (x, y) -> 10 * x + y);
        assertThat(raster.width()).isEqualTo(8);
        assertThat(raster.height()).isEqualTo(12);
        assertThat(raster.colour(0, 0)).isZero();
        assertThat(raster.colour(7, 11)).isEqualTo(12);
        assertThat(raster.colour(4, 3)).isEqualTo(10);
    }

    @Test
    void a_row_holds_all_pictures_with_gaps_between_them() {
        Raster row = Raster.row(2, 9, new Raster(3, 4, 1), new Raster(5, 2, 2));
        assertThat(row.width()).isEqualTo(10);
        assertThat(row.height()).isEqualTo(4);
        assertThat(new int[] {row.colour(2, 3), row.colour(3, 0), row.colour(5, 1), row.colour(5, 2)})
                .containsExactly(1, 9, 2, 9);
    }

    @Test
    void a_line_covers_its_pixels_and_leaves_the_others() {
        Raster raster = new Raster(20, 20, 0xffffff);
        raster.line(2, 5, 15, 5, 1, 0);
        assertThat(raster.colour(2, 5)).isZero();
        assertThat(raster.colour(10, 5)).isZero();
        assertThat(raster.colour(10, 6)).isEqualTo(0xffffff);
        assertThat(raster.colour(17, 5)).isEqualTo(0xffffff);
    }

    @Test
    void a_line_may_leave_the_raster() {
        Raster raster = new Raster(5, 5, 0);
        raster.line(-30, -30, 60, 60, 2, 0xffffff);
        assertThat(raster.colour(3, 3)).isEqualTo(0xffffff);
    }

    @Test
    void text_paints_what_is_known_and_leaves_blank_what_is_not() {
        Raster raster = new Raster(40, 10, 0);
        raster.text(0, 0, 1, 1, "\u00e9");
        assertThat(ink(raster)).isZero();
        raster.text(0, 0, 1, 1, "1");
        assertThat(ink(raster)).isEqualTo(13);
    }

    @Test
    void every_character_of_numbers_and_words_can_be_written() {
        for (char c : "0123456789.-+/|=():,%^abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ".toCharArray()) {
            Raster raster = new Raster(5, 9, 0);
            raster.text(0, 0, 1, 1, String.valueOf(c));
            assertThat(ink(raster)).as("%s", c).isPositive();
        }
    }

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

    private static int ink(Raster raster) {
        int ink = 0;
        for (int at = 0; at < raster.width() * raster.height(); at++) {
            ink += raster.colour(at % raster.width(), at / raster.width()) != 0 ? 1 : 0;
        }
        return ink;
    }
}
