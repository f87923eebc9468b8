package org.sporos.samples.picture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FieldPlotTest {
    private static final int BLACK = 0x010203;

    @Test
    void each_value_is_a_square_of_its_colour_and_the_bar_has_all_colours() {
        Raster raster = new FieldPlot("x", "y", "u")
                .title("t = 1")
                .over(0, 2, 0, 1)
                .range(10, 20)
                .colours(value -> value < 0.25 ? 0xff0000 : value < 0.75 ? 0x00ff00 : 0x0000ff)
                .draw(4, 2, 40, (i, j) -> i < 2 ? 10 : j == 0 ? 15 : 20);
        Map<Integer, Integer> pixels = count(raster);
        int bar = 18 * 80;
        assertThat(pixels.get(0xff0000)).isBetween(4 * 1600, 4 * 1600 + bar / 4);
        assertThat(pixels.get(0x00ff00)).isBetween(2 * 1600 + bar / 4, 2 * 1600 + bar / 2);
        assertThat(pixels.get(0x0000ff)).isBetween(2 * 1600, 2 * 1600 + bar / 4);
        int green = first(raster, 0x00ff00);
        int blue = first(raster, 0x0000ff);
        assertThat(green / raster.width()).as("row 0 is the lowest").isGreaterThan(blue / raster.width());
    }

    @Test
    void what_is_not_a_number_is_grey() {
        Raster raster = new FieldPlot("x", "y", "u")
                .colours(value -> BLACK)
                .draw(2, 2, 50, (i, j) -> i == j ? Double.NaN : 0.5);
        assertThat(count(raster).get(0x8a8f99)).isBetween(4800, 5000);
    }

    @Test
    void ranges_the_wrong_way_round_are_refused() {
        FieldPlot plot = new FieldPlot("x", "y", "u").range(3, 2);
        assertThatThrownBy(() -> plot.draw(2, 2, 1, (i, j) -> 0))
                .hasMessage("the axis 'u' cannot go from 3.0 to 2.0; its first end is the lower one");
    }

    private static Map<Integer, Integer> count(Raster raster) {
        Map<Integer, Integer> pixels = new HashMap<>();
        for (int y = 0; y < raster.height(); y++) {
            for (int x = 0; x < raster.width(); x++) {
                pixels.merge(raster.colour(x, y), 1, Integer::sum);
            }
        }
        return pixels;
    }

    private static int first(Raster raster, int colour) {
        int at = 0;
        while (raster.colour(at % raster.width(), at / raster.width()) != colour) {
            at++;
        }
        return at;
    }
}
