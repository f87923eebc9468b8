package org.sporos.samples.picture;

import org.sporos.samples.picture.Canvas.Style;

/**
 * The rectangle between two axes, in pixels, and the axes around it.
 *
 * @param x the horizontal axis
 * @param y the vertical axis
 */
record PlotFrame(Axis x, Axis y, double left, double top, double width, double height) {
    static final int GAP = 8;
    static final int MARGIN = 14;

    private static final int TICK = 5;
    /** The distance from the middle of a line of numbers to its base line. */
    private static final int BASE = 4;

    /** Returns the pixels that numbers and name of a vertical axis take beside the frame. */
    static int beside(Axis y) {
        return widthOfNumbers(y) + Canvas.LABEL + 2 * GAP;
    }

    /** Returns the height of the title above everything else, 0 if it is empty. */
    static int above(String title) {
        return title.isEmpty() ? 0 : Canvas.TITLE + GAP;
    }

    /** Returns the height of the numbers and the name of a horizontal axis below the frame. */
    static int below() {
        return TICK + Canvas.NUMBER + Canvas.LABEL + 2 * GAP;
    }

    private static int widthOfNumbers(Axis axis) {
        return TICK
                + axis.ticks().stream()
                        .mapToInt(tick -> Canvas.width(axis.text(tick), Canvas.NUMBER))
                        .max()
                        .orElse(0);
    }

    double right() {
        return left + width;
    }

    double bottom() {
        return top + height;
    }

    /** Returns the column of a value on the horizontal axis. */
    double column(double value) {
        return left + x.position(value) * width;
    }

    /** Returns the row of a value on the vertical axis. */
    double row(double value) {
        return bottom() - y.position(value) * height;
    }

    /** Draws the grid lines at the ticks. */
    void drawGrid(Canvas canvas) {
        for (double tick : x.ticks()) {
            canvas.line(Style.GRID, column(tick), top, column(tick), bottom());
        }
        for (double tick : y.ticks()) {
            canvas.line(Style.GRID, left, row(tick), right(), row(tick));
        }
    }

    /** Draws the numbers and the name of the horizontal axis, below the frame. */
    void drawBelow(Canvas canvas) {
        for (double tick : x.ticks()) {
            canvas.line(Style.INK, column(tick), bottom(), column(tick), bottom() + TICK);
            canvas.text("middle", column(tick), bottom() + TICK + Canvas.NUMBER, x.text(tick));
        }
        canvas.text("label middle", left + width / 2, bottom() + below() - GAP, x.label());
    }

    /** Draws the numbers and the name of the vertical axis, to the left of the frame. */
    void drawLeft(Canvas canvas) {
        for (double tick : y.ticks()) {
            canvas.line(Style.INK, left - TICK, row(tick), left, row(tick));
            canvas.text("end", left - TICK - 3, row(tick) + BASE, y.text(tick));
        }
        canvas.upright(left - widthOfNumbers(y) - GAP, top + height / 2, y.label());
    }

    /** Draws the numbers and the name of the vertical axis, to the right of the frame. */
    void drawRight(Canvas canvas) {
        for (double tick : y.ticks()) {
            canvas.line(Style.INK, right(), row(tick), right() + TICK, row(tick));
            canvas.text("begin", right() + TICK + 3, row(tick) + BASE, y.text(tick));
        }
        canvas.upright(right() + beside(y) - GAP, top + height / 2, y.label());
    }

    void drawBorder(Canvas canvas) {
        canvas.box(Style.INK, left, top, width, height);
    }
}
