package org.sporos.samples.picture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.awt.image.BufferedImage;
import java.util.List;
import org.junit.jupiter.api.Test;

class FieldPlotTest {
    private static final int RED = 0xff0000;
    private static final int GREEN = 0x00ff00;
    private static final int BLUE = 0x0000ff;

    @Test
    void each_value_is_a_pixel_of_its_colour_and_the_bar_has_all_colours() {
        List<BufferedImage> images = SvgImages.images(new FieldPlot("x", "y", "u")
                .range(10, 20)
                .colours(FieldPlotTest::thirds)
                .panel("", 3, 2, (i, j) -> i == 0 ? 10 : j == 0 ? 15 : 20)
                .draw()
                .svg());
        assertThat(rows(images.get(0))).isEqualTo(new int[][] {{RED, BLUE, BLUE}, {RED, GREEN, GREEN}});
        BufferedImage bar = images.get(1);
        assertThat(bar.getHeight()).isEqualTo(255);
        assertThat(rows(bar)[0][0]).as("high values are above").isEqualTo(BLUE);
        assertThat(rows(bar)[254][0]).isEqualTo(RED);
    }

    @Test
    void logarithmic_colours_part_equal_ratios_and_values_outside_take_the_nearest() {
        FieldPlot plot = new FieldPlot("x", "y", "u").logRange(1, 1000).colours(FieldPlotTest::thirds);
        String svg = plot.panel("", 5, 1, (i, j) -> Math.pow(10, 1.5 * (i - 1)))
                .draw()
                .svg();
        assertThat(rows(SvgImages.images(svg).get(0))).isEqualTo(new int[][] {{RED, RED, GREEN, BLUE, BLUE}});
        String zero = plot.panel("", 5, 1, (i, j) -> -i).draw().svg();
        assertThat(rows(SvgImages.images(zero).get(1))[0]).containsOnly(RED);
    }

    @Test
    void the_bar_names_its_scale() {
        FieldPlot plot = new FieldPlot("x", "y", "speed / (m/s)").panel("", 2, 2, (i, j) -> 0);
        assertThat(plot.draw().svg()).contains(">speed / (m/s), linear<");
        assertThat(plot.logRange(0.1, 1).draw().svg()).contains(">speed / (m/s), logarithmic<");
    }

    @Test
    void what_is_not_a_number_is_grey() {
        String svg = new FieldPlot("x", "y", "u")
                .colours(value -> RED)
                .panel("", 2, 1, (i, j) -> i == 0 ? Double.NaN : 0.5)
                .draw()
                .svg();
        assertThat(rows(SvgImages.images(svg).get(0))).isEqualTo(new int[][] {{0x8a8f99, RED}});
    }

    @Test
    void panels_share_one_vertical_axis_and_one_bar() {
        String svg = new FieldPlot("x", "height", "u")
                .panel("before", 4, 4, (i, j) -> 0)
                .panel("after", 4, 4, (i, j) -> 1)
                .draw()
                .svg();
        assertThat(SvgImages.images(svg)).hasSize(3);
        assertThat(svg).contains(">before<", ">after<").containsOnlyOnce(">height<");
    }

    @Test
    void what_cannot_be_drawn_is_refused() {
        assertThatThrownBy(() -> new FieldPlot("x", "y", "u").draw())
                .hasMessage("a plot without a field; add one with panel(...)");
        FieldPlot plot = new FieldPlot("x", "y", "u").panel("", 2, 2, (i, j) -> 0);
        assertThatThrownBy(() -> plot.range(3, 2).draw())
                .hasMessage("the axis 'u, linear' cannot go from 3.0 to 2.0; its first end is the lower one");
        assertThatThrownBy(() -> plot.logRange(0, 2).draw())
                .hasMessage("the logarithmic axis 'u, logarithmic' cannot begin at 0.0; begin it above 0");
    }

    private static int thirds(double value) {
        return value < 0.25 ? RED : value < 0.75 ? GREEN : BLUE;
    }

    private static int[][] rows(BufferedImage image) {
        int[][] rows = new int[image.getHeight()][image.getWidth()];
        for (int y = 0; y < rows.length; y++) {
            for (int x = 0; x < rows[y].length; x++) {
                rows[y][x] = image.getRGB(x, y) & 0xffffff;
            }
        }
        return rows;
    }
}
