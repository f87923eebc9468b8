package org.sporos.samples.picture;

import java.util.ArrayList;
import java.util.List;
import org.sporos.samples.picture.Canvas.Style;

/**
 * Fields on grids as colours: panels side by side over equal axes, and one bar of colours, built by one thread:
 *
 * <pre>{@code
 * new FieldPlot("x / m", "y / m", "speed / (m/s)").over(0, 2, 0, 1).range(0, 3).panel("", 200, 100, field).draw()
 * }</pre>
 */
public final class FieldPlot {
    /** The frames of all panels together are as wide, or as high, as this. */
    private static final int WIDTH = 840;

    private static final int HEIGHT = 400;
    private static final int BAR = 16;
    /** The gap between panels: half of the last number of one, and of the first number of the next. */
    private static final int SPACE = 26;
    /** Indexes of the palette: colours of the scale, then that of no number. */
    private static final int COLOURS = 255;

    private static final int NOTHING = 0x8a8f99;

    private final String xLabel;
    private final String yLabel;
    private final String quantity;
    private final List<Panel> panels = new ArrayList<>();
    private String title = "";
    private double[] ends = {0, 1, 0, 1};
    private double[] cuts = {};
    private double low;
    private double high = 1;
    private boolean logarithmic;
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

    /** Begins a plot with the names of its axes and of the colours' quantity, each with its unit if it has one. */
    public FieldPlot(String xLabel, String yLabel, String quantity) {
        this.xLabel = xLabel;
        this.yLabel = yLabel;
        this.quantity = quantity;
    }

    /** Writes a line above the plot. */
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

    /** Sets the same for colours at equal ratios of values. */
    public FieldPlot logRange(double first, double last) {
        logarithmic = true;
        return range(first, last);
    }

    /** Sets the colours, by default {@link Colours#ember}. */
    public FieldPlot colours(ColourScale colours) {
        scale = colours;
        return this;
    }

    /** Draws white lines through the panels at values of both axes. */
    public FieldPlot cuts(double... values) {
        cuts = values.clone();
        return this;
    }

    /** Adds a field, to the right of those before it, with a line above it such as the time. */
    public FieldPlot panel(String caption, int columns, int rows, GridValues field) {
        panels.add(new Panel(caption, columns, rows, field));
        return this;
    }

    /**
     * Returns the picture; fields keep the ratio of their columns and rows.
     *
     * @throws IllegalArgumentException if there is no panel, or an axis or the range of colours goes from higher to
     *     lower
     */
    public Picture draw() {
        if (panels.isEmpty()) {
            throw new IllegalArgumentException("a plot without a field; add one with panel(...)");
        }
        Axis x = Axis.between(xLabel, ends[0], ends[1]);
        Axis y = Axis.between(yLabel, ends[2], ends[3]);
        Axis values = logarithmic
                ? Axis.logarithmicBetween(quantity + ", logarithmic", low, high)
                : Axis.between(quantity + ", linear", low, high);

        int columns = panels.get(0).columns;
        int rows = panels.get(0).rows;
        double space = (panels.size() - 1) * SPACE;
        double side = Math.min((WIDTH - space) / (panels.size() * columns), (double) HEIGHT / rows);
        boolean captions = panels.stream().anyMatch(panel -> !panel.caption.isEmpty());
        double left = PlotFrame.MARGIN + PlotFrame.beside(y);
        double top = PlotFrame.MARGIN + PlotFrame.above(title) + (captions ? Canvas.LABEL + PlotFrame.GAP : 0);
        double barLeft = left + panels.size() * (columns * side + SPACE);
        PlotFrame bar = new PlotFrame(x, values, barLeft, top, BAR, rows * side);
        double end = bar.right() + PlotFrame.beside(values);
        int width = (int) Math.ceil(Math.max(end, Canvas.width(title, Canvas.TITLE)) + PlotFrame.MARGIN);
        int height = (int) Math.ceil(bar.bottom() + PlotFrame.below() + PlotFrame.MARGIN);

        Canvas canvas = new Canvas();
        canvas.text("title middle", width / 2.0, PlotFrame.MARGIN + Canvas.TITLE - 2, title);
        int[] palette = palette();
        for (int p = 0; p < panels.size(); p++) {
            PlotFrame frame =
                    new PlotFrame(x, y, left + p * (columns * side + SPACE), top, columns * side, rows * side);
            drawPanel(canvas, frame, panels.get(p), values, palette);
            if (p == 0) {
                frame.drawLeft(canvas);
            }
        }
        byte[] colours = Png.encode(1, COLOURS, palette, (column, row) -> COLOURS - 1 - row);
        canvas.image(bar.left(), bar.top(), bar.width(), bar.height(), colours, false);
        bar.drawBorder(canvas);
        bar.drawRight(canvas);
        return Picture.of(width, height, title, canvas);
    }

    private void drawPanel(Canvas canvas, PlotFrame frame, Panel panel, Axis values, int[] palette) {
        byte[] field = Png.encode(panel.columns, panel.rows, palette, (column, row) -> {
            double value = panel.field.at(column, panel.rows - 1 - row);
            double position = values.position(Math.max(low, Math.min(high, value)));
            return Double.isNaN(value) ? COLOURS : (int) Math.round(position * (COLOURS - 1));
        });
        boolean squares = frame.width() >= panel.columns;
        canvas.image(frame.left(), frame.top(), frame.width(), frame.height(), field, squares);
        for (double cut : cuts) {
            canvas.line(Style.CUT, frame.column(cut), frame.top(), frame.column(cut), frame.bottom());
            canvas.line(Style.CUT, frame.left(), frame.row(cut), frame.right(), frame.row(cut));
        }
        frame.drawBorder(canvas);
        frame.drawBelow(canvas);
        canvas.text("label middle", frame.left() + frame.width() / 2, frame.top() - PlotFrame.GAP, panel.caption);
    }

    private int[] palette() {
        int[] palette = new int[COLOURS + 1];
        for (int k = 0; k < COLOURS; k++) {
            palette[k] = scale.colour(k / (COLOURS - 1.0));
        }
        palette[COLOURS] = NOTHING;
        return palette;
    }

    private record Panel(String caption, int columns, int rows, GridValues field) {}
}
