package org.sporos.samples.picture;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * A plot of curves and points over two axes, with a legend of the named ones, built by one thread:
 *
 * <pre>{@code new Plot("iteration", "relative residual").logY().curve(residuals).draw(960, 540)}</pre>
 */
public final class Plot {
    private static final int[] CURVES = {0x7a2b7f, 0xe8743b, 0x2a788e, 0x5c8f2b};
    private static final int DOT = 8;
    private static final int SAMPLE = 24;

    private final String xLabel;
    private final String yLabel;
    private final List<Series> curves = new ArrayList<>();
    private String title = "";
    private boolean logX;
    private boolean logY;
    private boolean dots;

    /** Begins a plot with the labels of its axes. */
    public Plot(String xLabel, String yLabel) {
        this.xLabel = xLabel;
        this.yLabel = yLabel;
    }

    /** Sets the title, such as the time. */
    public Plot title(String text) {
        title = text;
        return this;
    }

    /** Makes the horizontal axis logarithmic. */
    public Plot logX() {
        logX = true;
        return this;
    }

    /** Makes the vertical axis logarithmic. */
    public Plot logY() {
        logY = true;
        return this;
    }

    /** Marks each point of the curves with a dot. */
    public Plot dots() {
        dots = true;
        return this;
    }

    /**
     * Adds a curve through points.
     *
     * @throws IllegalArgumentException if there are no points, or the numbers of xs and ys differ
     */
    public Plot curve(double[] xs, double[] ys) {
        return curve("", xs, ys);
    }

    /** Adds a curve through values over 0, 1, 2 and so on. */
    public Plot curve(double... ys) {
        double[] xs = new double[ys.length];
        for (int i = 0; i < xs.length; i++) {
            xs[i] = i;
        }
        return curve(xs, ys);
    }

    /**
     * Adds a curve through points, with a name in the legend.
     *
     * @throws IllegalArgumentException if there are no points, or the numbers of xs and ys differ
     */
    public Plot curve(String name, double[] xs, double[] ys) {
        return add(new Series(name, xs.clone(), ys.clone(), true));
    }

    /**
     * Adds points without a curve, with a name in the legend.
     *
     * @throws IllegalArgumentException if there are no points, or the numbers of xs and ys differ
     */
    public Plot points(String name, double[] xs, double[] ys) {
        return add(new Series(name, xs.clone(), ys.clone(), false));
    }

    private Plot add(Series series) {
        int count = series.xs.length;
        if (count != series.ys.length || count == 0) {
            throw new IllegalArgumentException(
                    "a curve of " + count + " xs and " + series.ys.length + " ys; give as many of both, at least one");
        }
        curves.add(series);
        return this;
    }

    /**
     * Returns the picture.
     *
     * @throws IllegalArgumentException if there is no curve, or one has a value that its axis cannot show
     */
    public Raster draw(int width, int height) {
        Axis x = axis(logX, xLabel, series -> series.xs);
        Axis y = axis(logY, yLabel, series -> series.ys);
        int left = PlotFrame.leftOf(y);
        int top = PlotFrame.above(title);
        int right = width - PlotFrame.MARGIN - widthOfLegend();
        PlotFrame frame = new PlotFrame(x, y, left, top, right - left, height - PlotFrame.below() - top);
        Raster raster = new Raster(width, height, PlotFrame.PAPER);
        frame.drawGrid(raster);
        frame.drawAxes(raster, title);
        int row = top;
        for (int i = 0; i < curves.size(); i++) {
            Series series = curves.get(i);
            drawSeries(raster, frame, series, CURVES[i % CURVES.length]);
            if (!series.name.isEmpty()) {
                drawName(raster, right + PlotFrame.GAP, row, series, CURVES[i % CURVES.length]);
                row += PlotFrame.LINE_HEIGHT + PlotFrame.GAP;
            }
        }
        return raster;
    }

    private Axis axis(boolean logarithmic, String label, Function<Series, double[]> direction) {
        double least = Double.POSITIVE_INFINITY;
        double greatest = Double.NEGATIVE_INFINITY;
        for (Series series : curves) {
            for (double value : direction.apply(series)) {
                if (!Double.isFinite(value) || (logarithmic && value <= 0)) {
                    throw new IllegalArgumentException("the axis '" + label + "' cannot show the value " + value);
                }
                least = Math.min(least, value);
                greatest = Math.max(greatest, value);
            }
        }
        if (curves.isEmpty()) {
            throw new IllegalArgumentException("a plot without a curve; add one with curve(...)");
        }
        return logarithmic ? Axis.logarithmic(label, least, greatest) : Axis.linear(label, least, greatest);
    }

    private int widthOfLegend() {
        int widest = curves.stream()
                .mapToInt(series -> Raster.textWidth(series.name, PlotFrame.SCALE))
                .max()
                .orElse(0);
        return widest == 0 ? 0 : PlotFrame.GAP + SAMPLE + PlotFrame.GAP + widest;
    }

    private void drawName(Raster raster, int left, int top, Series series, int colour) {
        int middle = top + Glyphs.ASCENT * PlotFrame.SCALE / 2;
        if (series.line) {
            raster.line(left, middle, left + SAMPLE, middle, 2, colour);
        }
        if (dots || !series.line) {
            raster.line(left + SAMPLE / 2, middle, left + SAMPLE / 2, middle, DOT, colour);
        }
        raster.text(left + SAMPLE + PlotFrame.GAP, top, PlotFrame.SCALE, PlotFrame.INK, series.name);
    }

    private void drawSeries(Raster raster, PlotFrame frame, Series series, int colour) {
        for (int i = 0; i < series.xs.length; i++) {
            double x1 = frame.column(series.xs[i]);
            double y1 = frame.row(series.ys[i]);
            if (series.line) {
                int before = Math.max(0, i - 1);
                raster.line(frame.column(series.xs[before]), frame.row(series.ys[before]), x1, y1, 2, colour);
            }
            if (dots || !series.line) {
                raster.line(x1, y1, x1, y1, DOT, colour);
            }
        }
    }

    /** Points, optionally connected by a line; the legend omits those without a name. */
    @SuppressWarnings("ArrayRecordComponent")
    private record Series(String name, double[] xs, double[] ys, boolean line) {}
}
