package org.sporos.samples.picture;

import java.util.ArrayList;
import java.util.List;

/**
 * Curves over two axes with numbers, built by one thread:
 *
 * <pre>{@code new Plot("iteration", "relative residual").logY().curve(residuals).draw(960, 540)}</pre>
 */
public final class Plot {
    private static final int PAPER = 0xffffff;
    private static final int GRID = 0xe3e6ec;
    private static final int INK = 0x333a45;
    private static final int[] CURVES = {0x7a2b7f, 0xe8743b, 0x2a788e};
    private static final int SCALE = 2;
    private static final int LINE_HEIGHT = Glyphs.HEIGHT * SCALE;
    private static final int GAP = 12;
    private static final int MARGIN = 28;

    private final String xLabel;
    private final String yLabel;
    private final List<double[][]> curves = new ArrayList<>();
    private boolean logX;
    private boolean logY;
    private boolean dots;

    /** Begins a plot with the names of its axes. */
    public Plot(String xLabel, String yLabel) {
        this.xLabel = xLabel;
        this.yLabel = yLabel;
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

    /** Marks each point with a dot. */
    public Plot dots() {
        dots = true;
        return this;
    }

    /**
     * Adds a curve through points.
     *
     * @throws IllegalArgumentException if there are no points, or not as many xs as ys
     */
    public Plot curve(double[] xs, double[] ys) {
        if (xs.length != ys.length || xs.length == 0) {
            throw new IllegalArgumentException(
                    "a curve of " + xs.length + " xs and " + ys.length + " ys; give as many of both, at least one");
        }
        curves.add(new double[][] {xs.clone(), ys.clone()});
        return this;
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
     * Returns the picture.
     *
     * @throws IllegalArgumentException if there is no curve, or one has a value that its axis cannot show
     */
    public Raster draw(int width, int height) {
        Axis x = axis(0, logX, xLabel);
        Axis y = axis(1, logY, yLabel);
        int labels = y.ticks().stream()
                .mapToInt(tick -> Raster.textWidth(y.text(tick), SCALE))
                .max()
                .orElse(0);
        int left = MARGIN + labels + GAP;
        int top = MARGIN + LINE_HEIGHT + GAP;
        Frame frame = new Frame(left, top, width - MARGIN - left, height - MARGIN - 2 * LINE_HEIGHT - 2 * GAP - top);
        Raster raster = new Raster(width, height, PAPER);
        drawAxes(raster, frame, x, y);
        for (int i = 0; i < curves.size(); i++) {
            drawCurve(raster, frame, x, y, curves.get(i), CURVES[i % CURVES.length]);
        }
        return raster;
    }

    private Axis axis(int direction, boolean logarithmic, String label) {
        double least = Double.POSITIVE_INFINITY;
        double greatest = Double.NEGATIVE_INFINITY;
        for (double[][] curve : curves) {
            for (double value : curve[direction]) {
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

    private static void drawAxes(Raster raster, Frame frame, Axis x, Axis y) {
        int below = frame.bottom() + GAP;
        for (double tick : x.ticks()) {
            double at = frame.x(x.position(tick));
            raster.line(at, frame.top(), at, frame.bottom(), 1, GRID);
            String text = x.text(tick);
            raster.text((int) at - Raster.textWidth(text, SCALE) / 2, below, SCALE, INK, text);
        }
        for (double tick : y.ticks()) {
            double at = frame.y(y.position(tick));
            raster.line(frame.left(), at, frame.right(), at, 1, GRID);
            String text = y.text(tick);
            int start = frame.left() - GAP - Raster.textWidth(text, SCALE);
            raster.text(start, (int) at - Glyphs.ASCENT * SCALE / 2, SCALE, INK, text);
        }
        raster.line(frame.left(), frame.top(), frame.left(), frame.bottom(), 1, INK);
        raster.line(frame.left(), frame.bottom(), frame.right(), frame.bottom(), 1, INK);
        raster.text(frame.left(), frame.top() - GAP - LINE_HEIGHT, SCALE, INK, y.label());
        int end = frame.right() - Raster.textWidth(x.label(), SCALE);
        raster.text(end, below + LINE_HEIGHT + GAP / 2, SCALE, INK, x.label());
    }

    private void drawCurve(Raster raster, Frame frame, Axis x, Axis y, double[][] points, int colour) {
        for (int i = 0; i < points[0].length; i++) {
            double x1 = frame.x(x.position(points[0][i]));
            double y1 = frame.y(y.position(points[1][i]));
            int before = Math.max(0, i - 1);
            double x0 = frame.x(x.position(points[0][before]));
            double y0 = frame.y(y.position(points[1][before]));
            raster.line(x0, y0, x1, y1, 2, colour);
            if (dots) {
                raster.line(x1, y1, x1, y1, 8, colour);
            }
        }
    }

    /** The rectangle between the axes, in pixels. */
    private record Frame(int left, int top, int width, int height) {
        int right() {
            return left + width;
        }

        int bottom() {
            return top + height;
        }

        double x(double position) {
            return left + position * width;
        }

        double y(double position) {
            return bottom() - position * height;
        }
    }
}
