package org.sporos.samples;

import java.util.List;
import java.util.Locale;
import org.sporos.samples.picture.Colours;
import org.sporos.samples.picture.Raster;

/**
 * A square plate at several times, with the times above, the length of an edge below and the temperature scale beside.
 * Colours show the cube root of the temperature, so that low final temperatures are visible.
 */
final class HeatPicture {
    private static final int PAPER = 0xffffff;
    private static final int INK = 0x333a45;
    private static final int TEXT = 2;
    private static final int TEXT_HEIGHT = 18;
    private static final int GAP = 10;
    private static final int SIDE = 256;

    private static final int BAR_WIDTH = 18;
    private static final int TICK = 5;
    private static final double HOTTEST = 4;
    private static final List<Double> TICKS = List.of(0.0, 0.1, 0.5, 1.0, 2.0, 4.0);

    private HeatPicture() {}

    /** Returns the picture of the plate, with its frames side by side. */
    static Raster of(List<Frame> frames) {
        int points = (int) Math.round(Math.sqrt(frames.get(0).heat().length));
        int zoom = Math.max(1, SIDE / points);
        int side = points * zoom;
        int top = GAP + TEXT_HEIGHT + GAP;
        int bar = GAP + frames.size() * (side + GAP) + GAP;
        int width = bar + BAR_WIDTH + TICK + GAP + Raster.textWidth("0.0", TEXT) + GAP;
        Raster picture = new Raster(width, top + side + GAP + TEXT_HEIGHT + GAP, PAPER);
        for (int f = 0; f < frames.size(); f++) {
            Frame frame = frames.get(f);
            int left = GAP + f * (side + GAP);
            picture.paste(plate(frame.heat(), points, zoom), left, top);
            picture.text(left, GAP, TEXT, INK, String.format(Locale.ROOT, "t = %.4f", frame.time()));
            drawEdge(picture, left, top + side + GAP, side);
        }
        drawScale(picture, bar, top, side);
        return picture;
    }

    private static Raster plate(double[] heat, int points, int zoom) {
        return Raster.of(points, points, zoom, (x, y) -> colour(heat[y * points + x]));
    }

    private static int colour(double heat) {
        return Colours.ember(StrictMath.cbrt(heat / HOTTEST));
    }

    /** Labels the ends of an edge of the plate. */
    private static void drawEdge(Raster picture, int left, int top, int side) {
        picture.text(left, top, TEXT, INK, "0");
        picture.text(left + (side - Raster.textWidth("x", TEXT)) / 2, top, TEXT, INK, "x");
        picture.text(left + side - Raster.textWidth("1", TEXT), top, TEXT, INK, "1");
    }

    /** Draws the colour scale from cold, at the bottom, to hot, with some temperatures. */
    private static void drawScale(Raster picture, int left, int top, int height) {
        for (int y = 0; y < height; y++) {
            double part = 1 - (double) y / (height - 1);
            picture.fill(left, top + y, BAR_WIDTH, 1, colour(HOTTEST * part * part * part));
        }
        for (double heat : TICKS) {
            int at = (int) Math.round((1 - StrictMath.cbrt(heat / HOTTEST)) * (height - 1));
            picture.fill(left + BAR_WIDTH, top + at, TICK, 1, INK);
            int text = Math.max(0, Math.min(height - TEXT_HEIGHT, at - TEXT_HEIGHT / 2 + TEXT));
            String number = String.format(Locale.ROOT, "%.1f", heat);
            picture.text(left + BAR_WIDTH + TICK + GAP, top + text, TEXT, INK, number);
        }
        picture.text(left, GAP, TEXT, INK, "u");
    }

    /**
     * The plate at a time.
     *
     * @param heat the temperatures, row by row
     */
    record Frame(double time, double[] heat) {}
}
