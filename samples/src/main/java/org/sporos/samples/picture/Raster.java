package org.sporos.samples.picture;

import java.util.Arrays;
import java.util.function.IntBinaryOperator;

/** A rectangle of pixels, each a colour {@code 0xRRGGBB}; (0, 0) is the top left one. Not thread-safe. */
public final class Raster {
    private final int width;
    private final int height;
    private final int[] pixels;

    /** Creates a raster of one colour. */
    public Raster(int width, int height, int colour) {
        this.width = width;
        this.height = height;
        this.pixels = new int[Math.multiplyExact(width, height)];
        Arrays.fill(pixels, colour);
    }

    /**
     * Returns a raster of squares, each {@code side} pixels wide.
     *
     * @param colour the colour of a square by its column and row
     */
    public static Raster of(int columns, int rows, int side, IntBinaryOperator colour) {
        Raster raster = new Raster(columns * side, rows * side, 0);
        for (int row = 0; row < rows; row++) {
            for (int column = 0; column < columns; column++) {
                raster.fill(column * side, row * side, side, side, colour.applyAsInt(column, row));
            }
        }
        return raster;
    }

    /** Returns pictures side by side, separated by {@code gap} pixels of a colour. */
    public static Raster row(int gap, int colour, Raster... pictures) {
        int width = -gap;
        int height = 0;
        for (Raster picture : pictures) {
            width += picture.width + gap;
            height = Math.max(height, picture.height);
        }
        Raster row = new Raster(width, height, colour);
        int x = 0;
        for (Raster picture : pictures) {
            row.paste(picture, x, 0);
            x += picture.width + gap;
        }
        return row;
    }

    /** Returns the width in pixels. */
    public int width() {
        return width;
    }

    /** Returns the height in pixels. */
    public int height() {
        return height;
    }

    /** Returns the colour of a pixel. */
    public int colour(int x, int y) {
        return pixels[y * width + x];
    }

    /** Paints a rectangle, clipped to the raster. */
    public void fill(int x, int y, int columns, int rows, int colour) {
        for (int v = Math.max(0, y); v < Math.min(height, y + rows); v++) {
            for (int u = Math.max(0, x); u < Math.min(width, x + columns); u++) {
                pixels[v * width + u] = colour;
            }
        }
    }

    /** Paints another raster, which must fit. */
    public void paste(Raster picture, int x, int y) {
        for (int row = 0; row < picture.height; row++) {
            System.arraycopy(picture.pixels, row * picture.width, pixels, (y + row) * width + x, picture.width);
        }
    }

    /** Paints a straight anti-aliased line with round ends. */
    public void line(double x0, double y0, double x1, double y1, double thickness, int colour) {
        double reach = thickness / 2 + 0.5;
        int left = (int) Math.floor(Math.max(0, Math.min(x0, x1) - reach));
        int right = (int) Math.ceil(Math.min(width - 1, Math.max(x0, x1) + reach));
        int top = (int) Math.floor(Math.max(0, Math.min(y0, y1) - reach));
        int bottom = (int) Math.ceil(Math.min(height - 1, Math.max(y0, y1) + reach));
        for (int y = top; y <= bottom; y++) {
            for (int x = left; x <= right; x++) {
                blend(x, y, reach - distance(x, y, x0, y0, x1, y1), colour);
            }
        }
    }

    /** Paints text with squares of {@code scale} pixels, its top left corner at (x, y). */
    public void text(int x, int y, int scale, int colour, String text) {
        for (int i = 0; i < text.length(); i++) {
            for (int row = 0; row < Glyphs.HEIGHT; row++) {
                for (int column = 0; column < Glyphs.WIDTH; column++) {
                    if (Glyphs.isInk(text.charAt(i), column, row)) {
                        fill(x + (i * Glyphs.PITCH + column) * scale, y + row * scale, scale, scale, colour);
                    }
                }
            }
        }
    }

    /** Returns the width of a text in pixels. */
    public static int textWidth(String text, int scale) {
        return text.isEmpty() ? 0 : (text.length() * Glyphs.PITCH - 1) * scale;
    }

    private void blend(int x, int y, double coverage, int colour) {
        if (coverage > 0) {
            int at = y * width + x;
            pixels[at] = Colours.mix(pixels[at], colour, Math.min(1, coverage));
        }
    }

    private static double distance(double x, double y, double x0, double y0, double x1, double y1) {
        double dx = x1 - x0;
        double dy = y1 - y0;
        double square = dx * dx + dy * dy;
        double t = square == 0 ? 0 : Math.max(0, Math.min(1, ((x - x0) * dx + (y - y0) * dy) / square));
        return Math.hypot(x - x0 - t * dx, y - y0 - t * dy);
    }
}
