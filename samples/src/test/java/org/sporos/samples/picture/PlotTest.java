package org.sporos.samples.picture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class PlotTest {
    @Test
    void a_linear_axis_has_zero_the_data_and_little_more() {
        Axis axis = Axis.linear("iteration", 3, 2170);
        assertThat(texts(axis)).isEqualTo("0 500 1000 1500 2000");
        assertThat(axis.position(0)).isZero();
        assertThat(axis.position(2170)).isBetween(0.95, 0.97);
        assertThat(texts(Axis.linear("x", -0.3, 0.9))).isEqualTo("−0.2 0.0 0.2 0.4 0.6 0.8");
    }

    @Test
    void a_logarithmic_axis_has_the_data_and_marks_powers_of_ten() {
        Axis axis = Axis.logarithmic("residual", 3e-9, 1);
        assertThat(texts(axis)).isEqualTo("10⁻⁸ 10⁻⁶ 10⁻⁴ 10⁻² 1");
        assertThat(axis.position(1)).isBetween(0.95, 0.97);
        assertThat(axis.position(3e-9)).isBetween(0.03, 0.05);
        assertThat(texts(Axis.logarithmic("x", 20, 9000))).isEqualTo("100 1000 10000");
        assertThat(texts(Axis.logarithmic("x", 20, 90))).isEqualTo("20 50");
        assertThat(texts(Axis.logarithmic("x", 1, 2e11))).isEqualTo("10 10³ 10⁵ 10⁷ 10⁹ 10¹¹");
    }

    @Test
    void a_constant_still_has_an_axis() {
        assertThat(Axis.linear("x", 0, 0).position(0)).isZero();
        assertThat(Axis.linear("x", -2, -2).position(-2)).isBetween(0.03, 0.05);
        assertThat(Axis.logarithmic("x", 1, 1).position(1)).isEqualTo(0.5, within(1e-9));
    }

    @Test
    void a_curve_goes_through_its_points_from_the_first_to_the_last() {
        String svg = new Plot("iteration", "residual")
                .logY()
                .curve(1, 0.1, 0.01)
                .draw()
                .svg();
        List<double[]> points = points(svg);
        assertThat(points).hasSize(3);
        assertThat(points.get(1)[0] - points.get(0)[0])
                .isEqualTo(points.get(2)[0] - points.get(1)[0], within(0.11))
                .isGreaterThan(200);
        assertThat(points.get(1)[1] - points.get(0)[1])
                .as("one power of ten is as high as the other")
                .isEqualTo(points.get(2)[1] - points.get(1)[1], within(0.11))
                .isGreaterThan(100);
    }

    @Test
    void points_that_nobody_can_tell_apart_are_one() {
        double[] ys = new double[100_000];
        Arrays.setAll(ys, i -> Math.sin(i / 20_000.0));
        assertThat(points(new Plot("x", "y").curve(ys).draw().svg())).hasSizeBetween(500, 5000);
    }

    @Test
    void an_axis_between_two_values_ends_there() {
        Axis axis = Axis.between("x", -0.5, 2.2);
        assertThat(texts(axis)).isEqualTo("−0.5 0.0 0.5 1.0 1.5 2.0");
        assertThat(axis.position(-0.5)).isZero();
        assertThat(axis.position(2.2)).isEqualTo(1);
        assertThatThrownBy(() -> Axis.between("x", 2, 2))
                .hasMessage("the axis 'x' cannot go from 2.0 to 2.0; its first end is the lower one");
    }

    @Test
    void a_legend_names_curves_and_points_beside_the_frame() {
        double[] xs = {0, 1, 2};
        Plot plot = new Plot("x", "y").curve("first", xs, xs).points("second", xs, xs);
        String svg = plot.title("both").draw().svg();
        assertThat(svg).contains(">both<", ">first<", ">second<");
        assertThat(svg.split("<polyline class=\"c0\""))
                .as("the curve, and one in the legend")
                .hasSize(3);
        assertThat(svg.split("<circle class=\"c1\""))
                .as("three points, and one in the legend")
                .hasSize(5);
    }

    @Test
    void what_an_axis_cannot_show_is_refused() {
        assertThatThrownBy(() -> new Plot("x", "y").logY().curve(1, 0).draw())
                .hasMessage("the axis 'y' cannot show the value 0.0");
        assertThatThrownBy(() -> new Plot("x", "y").curve(1, Double.NaN).draw())
                .hasMessage("the axis 'y' cannot show the value NaN");
        assertThatThrownBy(() -> new Plot("x", "y").draw())
                .hasMessage("a plot without a curve; add one with curve(...)");
        assertThatThrownBy(() -> new Plot("x", "y").curve(new double[1], new double[2]))
                .hasMessage("a curve of 1 xs and 2 ys; give as many of both, at least one");
    }

    private static String texts(Axis axis) {
        return axis.ticks().stream().map(axis::text).collect(Collectors.joining(" "));
    }

    /** The points of the first curve. */
    private static List<double[]> points(String svg) {
        String points = svg.replaceAll("(?s).*?<polyline class=\"c0\" points=\"([^\"]*)\".*", "$1");
        return Arrays.stream(points.split(" "))
                .map(point -> Arrays.stream(point.split(","))
                        .mapToDouble(Double::parseDouble)
                        .toArray())
                .toList();
    }
}
