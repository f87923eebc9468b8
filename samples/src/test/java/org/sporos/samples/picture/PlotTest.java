package org.sporos.samples.picture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class PlotTest {
    @Test
    void a_linear_axis_begins_at_zero_and_has_round_numbers() {
        Axis axis = Axis.linear("pass", 3, 2170);
        assertThat(texts(axis)).isEqualTo("0 500 1000 1500 2000 2500");
        assertThat(axis.position(0)).isZero();
        assertThat(axis.position(2500)).isEqualTo(1);
        assertThat(texts(Axis.linear("x", -0.3, 0.9))).isEqualTo("-0.4 -0.2 0.0 0.2 0.4 0.6 0.8 1.0");
    }

    @Test
    void a_logarithmic_axis_has_powers_of_ten() {
        Axis axis = Axis.logarithmic("residual", 3e-9, 1);
        assertThat(texts(axis)).isEqualTo("1e-8 1e-6 1e-4 1e-2 1");
        assertThat(axis.position(1)).isEqualTo(1);
        assertThat(axis.position(1e-9)).isZero();
    }

    @Test
    void a_constant_still_has_an_axis() {
        assertThat(Axis.linear("x", 0, 0).position(0)).isZero();
        assertThat(Axis.logarithmic("x", 1, 1).position(1)).isZero();
    }

    @Test
    void a_curve_is_painted_from_its_first_point_to_its_last() {
        Raster raster = new Plot("pass", "residual").logY().curve(1, 0.1, 0.01).draw(400, 300);
        assertThat(raster.width()).isEqualTo(400);
        assertThat(raster.height()).isEqualTo(300);
        assertThat(columnsWith(raster, 0x7a2b7f)).isGreaterThan(250);
    }

    @Test
    void an_axis_between_two_values_ends_there() {
        Axis axis = Axis.between("x", -0.5, 2.2);
        assertThat(texts(axis)).isEqualTo("-0.5 0.0 0.5 1.0 1.5 2.0");
        assertThat(axis.position(-0.5)).isZero();
        assertThat(axis.position(2.2)).isEqualTo(1);
        assertThatThrownBy(() -> Axis.between("x", 2, 2))
                .hasMessage("the axis 'x' cannot go from 2.0 to 2.0; its first end is the lower one");
    }

    @Test
    void a_legend_names_curves_and_points_beside_the_frame() {
        double[] xs = {0, 1, 2};
        Plot plot = new Plot("x", "y").curve("first", xs, xs).points("second", xs, xs);
        Raster raster = plot.title("both").draw(500, 300);
        int plain = columnsWith(new Plot("x", "y").curve(xs, xs).draw(500, 300), 0x7a2b7f);
        assertThat(columnsWith(raster, 0x7a2b7f)).isBetween(100, plain - 1);
        assertThat(columnsWith(raster, 0xe8743b))
                .as("three points and one in the legend")
                .isBetween(16, 40);
    }

    @Test
    void what_an_axis_cannot_show_is_refused() {
        assertThatThrownBy(() -> new Plot("x", "y").logY().curve(1, 0).draw(400, 300))
                .hasMessage("the axis 'y' cannot show the value 0.0");
        assertThatThrownBy(() -> new Plot("x", "y").curve(1, Double.NaN).draw(400, 300))
                .hasMessage("the axis 'y' cannot show the value NaN");
        assertThatThrownBy(() -> new Plot("x", "y").draw(400, 300))
                .hasMessage("a plot without a curve; add one with curve(...)");
        assertThatThrownBy(() -> new Plot("x", "y").curve(new double[1], new double[2]))
                .hasMessage("a curve of 1 xs and 2 ys; give as many of both, at least one");
    }

    private static String texts(Axis axis) {
        return axis.ticks().stream().map(axis::text).collect(Collectors.joining(" "));
    }

    private static int columnsWith(Raster raster, int colour) {
        int columns = 0;
        for (int x = 0; x < raster.width(); x++) {
            boolean found = false;
            for (int y = 0; y < raster.height(); y++) {
                found |= raster.colour(x, y) == colour;
            }
            columns += found ? 1 : 0;
        }
        return columns;
    }
}
