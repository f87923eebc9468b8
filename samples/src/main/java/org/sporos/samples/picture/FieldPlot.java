package org.sporos.samples.picture;

/**
 * A plot of a field on a grid by colours, with two axes and a colour scale, built by one thread:
 *
 * <pre>{@code
 * new FieldPlot("x / m", "y / m", "speed / (m/s)").over(0, 2, 0, 1).range(0, 3).draw(200, 100, 2, field)
 * }</pre>
 */
public final class FieldPlot {
    private static final int BAR = 18;
    private static final int NOTHING = 0x8a8f99;

    private final String xLabel;
    private final String yLabel;
    private final String quantity;
    private String title = "";
    private double[] ends = {0, 1, 0, 1};
    private double low;
    private double high = 1;
    private ColourScale scale = Colours::ember;

    /** Values at the points of a grid. */
    @FunctionalInterface
    public interface GridValues {
        /** Returns the value at a point; row 0 is the lowest. NaN is painted grey, for points outside of the field. */
        double at(int column, int row);
    }

    /** Colours for numbers from 0 to 1, such as {@link Colours#ember}. */
    @FunctionalInterface
    public interface ColourScale {
        /** Returns the colour {@code 0xRRGGBB} of a number. */
        int colour(double value);
    }

    /** Begins a plot with the labels of its axes and of its quantity, with units. */
    public FieldPlot(String xLabel, String yLabel, String quantity) {
        this.xLabel = xLabel;
        this.yLabel = yLabel;
        this.quantity = quantity;
    }

    /** Sets the title, such as the time. */
    public FieldPlot title(String text) {
        title = text;
        return this;
    }

    /** Sets the ends of the axes, by default 0 and 1. */
    public FieldPlot over(double xLow, double xHigh, double yLow, double yHigh) {
        ends = new double[] {xLow, xHigh, yLow, yHigh};
        return this;
    }

    /** Sets the values of the first and the last colour, by default 0 and 1; other values are clamped. */
    public FieldPlot range(double first, double last) {
        low = first;
        high = last;
        return this;
    }

    /** Sets the colours, by default {@link Colours#ember}. */
    public FieldPlot colours(ColourScale colours) {
        scale = colours;
        return this;
    }

    /**
     * Returns the picture, with a square per point.
     *
     * @param side the side of the square in pixels
     * @throws IllegalArgumentException if an axis or the range of colours is descending
     */
    public Raster draw(int columns, int rows, int side, GridValues field) {
        Axis x = Axis.between(xLabel, ends[0], ends[1]);
        Axis y = Axis.between(yLabel, ends[2], ends[3]);
        Axis values = Axis.between(quantity, low, high);
        int left = PlotFrame.leftOf(y);
        int top = PlotFrame.above(title);
        PlotFrame frame = new PlotFrame(x, y, left, top, columns * side, rows * side);
        int numbers = frame.right() + PlotFrame.GAP + PlotFrame.leftOf(values);
        PlotFrame bar = new PlotFrame(Axis.between("", 0, 1), values, numbers, top, BAR, rows * side);
        int end = Math.max(bar.right(), bar.left() + Raster.textWidth(quantity, PlotFrame.SCALE));
        end = Math.max(end, PlotFrame.MARGIN + Raster.textWidth(title, PlotFrame.SCALE));
        Raster raster = new Raster(end + PlotFrame.MARGIN, frame.bottom() + PlotFrame.below(), PlotFrame.PAPER);
        raster.paste(
                Raster.of(columns, rows, side, (column, row) -> {
                    double value = field.at(column, rows - 1 - row);
                    return Double.isNaN(value) ? NOTHING : scale.colour(values.position(value));
                }),
                left,
                top);
        frame.drawAxes(raster, title);
        drawBar(raster, bar);
        return raster;
    }

    private void drawBar(Raster raster, PlotFrame bar) {
        for (int row = 0; row < bar.height(); row++) {
            double part = 1 - (row + 0.5) / bar.height();
            raster.fill(bar.left(), bar.top() + row, BAR, 1, scale.colour(part));
        }
        bar.drawScale(raster);
    }
}
