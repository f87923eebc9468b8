package org.sporos.samples.picture;

/**
 * The rectangle between two axes, in pixels: the positions of values, and the drawing of the axes.
 *
 * @param x the horizontal axis
 * @param y the vertical axis
 */
record PlotFrame(Axis x, Axis y, int left, int top, int width, int height) {
    static final int PAPER = 0xffffff;
    static final int INK = 0x333a45;
    static final int SCALE = 2;
    static final int LINE_HEIGHT = Glyphs.HEIGHT * SCALE;
    static final int GAP = 12;
    static final int MARGIN = 28;

    private static final int GRID = 0xe3e6ec;
    private static final int TICK = 5;

    /** Returns the margin left of the frame in pixels, for the numbers of an axis. */
    static int leftOf(Axis y) {
        return MARGIN + widthOfNumbers(y) + GAP;
    }

    /** Returns the height above the frame: the label of the vertical axis, and optionally a title. */
    static int above(String title) {
        return MARGIN + (title.isEmpty() ? 1 : 2) * (LINE_HEIGHT + GAP);
    }

    /** Returns the height below the frame: the numbers and the label of the horizontal axis. */
    static int below() {
        return MARGIN + 2 * LINE_HEIGHT + 2 * GAP;
    }

    /** Returns the width in pixels of the widest number of an axis. */
    static int widthOfNumbers(Axis axis) {
        return axis.ticks().stream()
                .mapToInt(tick -> Raster.textWidth(axis.text(tick), SCALE))
                .max()
                .orElse(0);
    }

    int right() {
        return left + width;
    }

    int bottom() {
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
    void drawGrid(Raster raster) {
        for (double tick : x.ticks()) {
            raster.line(column(tick), top, column(tick), bottom(), 1, GRID);
        }
        for (double tick : y.ticks()) {
            raster.line(left, row(tick), right(), row(tick), 1, GRID);
        }
    }

    /** Draws axes, numbers, labels and the title, if any. */
    void drawAxes(Raster raster, String title) {
        for (double tick : x.ticks()) {
            double at = column(tick);
            String text = x.text(tick);
            raster.line(at, bottom(), at, bottom() + TICK, 1, INK);
            raster.text((int) at - Raster.textWidth(text, SCALE) / 2, bottom() + GAP, SCALE, INK, text);
        }
        drawScale(raster);
        raster.line(left, bottom(), right(), bottom(), 1, INK);
        int end = right() - Raster.textWidth(x.label(), SCALE);
        raster.text(end, bottom() + GAP + LINE_HEIGHT + GAP / 2, SCALE, INK, x.label());
        raster.text(MARGIN, MARGIN, SCALE, INK, title);
    }

    /** Draws the vertical axis alone, with its numbers and its label. */
    void drawScale(Raster raster) {
        for (double tick : y.ticks()) {
            drawNumber(raster, tick);
        }
        raster.line(left, top, left, bottom(), 1, INK);
        raster.text(left, top - GAP - LINE_HEIGHT, SCALE, INK, y.label());
    }

    private void drawNumber(Raster raster, double tick) {
        double at = row(tick);
        String text = y.text(tick);
        int start = left - GAP - Raster.textWidth(text, SCALE);
        raster.line(left - TICK, at, left, at, 1, INK);
        raster.text(start, (int) at - Glyphs.ASCENT * SCALE / 2, SCALE, INK, text);
    }
}
