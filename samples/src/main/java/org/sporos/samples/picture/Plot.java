package org.sporos.samples.picture;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.DoubleStream;
import org.sporos.samples.picture.Canvas.Style;

/**
 * A plot of curves and points over two axes, with a legend of the named ones, built by one thread:
 *
 * <pre>{@code new Plot("iteration", "relative residual").logY().curve(residuals).draw()}</pre>
 */
public final class Plot {
    private static final int WIDTH = 560;
    private static final int HEIGHT = 340;
    /** The length of a curve in the legend. */
    private static final int SAMPLE = 28;

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
    public Picture draw() {
        Axis x = axis(logX, xLabel, series -> series.xs);
        Axis y = axis(logY, yLabel, series -> series.ys);
        int left = PlotFrame.MARGIN + PlotFrame.beside(y);
        int top = PlotFrame.MARGIN + PlotFrame.above(title);
        PlotFrame frame = new PlotFrame(x, y, left, top, WIDTH, HEIGHT);
        int end = left + WIDTH + widthOfLegend();
        int width = Math.max(end, Canvas.width(title, Canvas.TITLE)) + PlotFrame.MARGIN + PlotFrame.GAP;

        Canvas canvas = new Canvas();
        canvas.text("title middle", width / 2.0, PlotFrame.MARGIN + Canvas.TITLE - 2, title);
        frame.drawGrid(canvas);
        frame.drawBorder(canvas);
        frame.drawBelow(canvas);
        frame.drawLeft(canvas);
        double middle = top + Canvas.NUMBER / 2.0;
        for (int i = 0; i < curves.size(); i++) {
            Series series = curves.get(i);
            drawSeries(canvas, series, Style.curve(i), frame);
            if (!series.name.isEmpty()) {
                drawName(canvas, frame.right() + 2 * PlotFrame.GAP, middle, series, Style.curve(i));
                middle += Canvas.LABEL + PlotFrame.GAP;
            }
        }
        return Picture.of(width, top + HEIGHT + PlotFrame.below() + PlotFrame.MARGIN, title, canvas);
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
                .mapToInt(series -> Canvas.width(series.name, Canvas.NUMBER))
                .max()
                .orElse(0);
        return widest == 0 ? 0 : 3 * PlotFrame.GAP + SAMPLE + widest;
    }

    private void drawName(Canvas canvas, double left, double middle, Series series, Style style) {
        if (series.line) {
            canvas.curve(style, new double[] {left, left + SAMPLE}, new double[] {middle, middle});
        }
        if (dots || !series.line) {
            canvas.dot(style, left + SAMPLE / 2.0, middle);
        }
        canvas.text("begin", left + SAMPLE + PlotFrame.GAP, middle + 4, series.name);
    }

    private void drawSeries(Canvas canvas, Series series, Style style, PlotFrame frame) {
        double[] columns = DoubleStream.of(series.xs).map(frame::column).toArray();
        double[] rows = DoubleStream.of(series.ys).map(frame::row).toArray();
        if (series.line) {
            canvas.curve(style, columns, rows);
        }
        for (int i = 0; i < columns.length && (dots || !series.line); i++) {
            canvas.dot(style, columns[i], rows[i]);
        }
    }

    /** Points, optionally connected by a line; the legend omits those without a name. */
    @SuppressWarnings("ArrayRecordComponent")
    private record Series(String name, double[] xs, double[] ys, boolean line) {}
}
