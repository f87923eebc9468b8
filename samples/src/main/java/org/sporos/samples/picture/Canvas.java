package org.sporos.samples.picture;

import java.util.Base64;
import java.util.Locale;

/** SVG elements in the order of their calls, each over those before it. */
final class Canvas {
    static final int NUMBER = 12;
    static final int LABEL = 14;
    static final int TITLE = 16;

    /** The mean width of a character over the size of the font: enough for Helvetica, Arial and DejaVu Sans. */
    private static final double EM = 0.6;
    /** Points of a curve that are nearer to each other, in pixels, are drawn as one. */
    private static final double NEAR = 0.3;

    private static final double DOT = 3.2;

    private final StringBuilder out = new StringBuilder();

    /** Classes of elements, with their colours on light and on dark pages. */
    enum Style {
        PAPER("fill", "#ffffff", "#12161d"),
        INK("stroke", "#1b2330", "#dfe5ee"),
        GRID("stroke", "#e3e6ec", "#2d3542"),
        CUT("stroke", "#ffffff", "#ffffff"),
        /** Colours that differ for the colour-blind, too, by Okabe and Ito. */
        C0("color", "#0072b2", "#56b4e9"),
        C1("color", "#d55e00", "#f28e3c"),
        C2("color", "#00855f", "#2fc898"),
        C3("color", "#a8467c", "#dd9cc0");

        private static final String FIXED = """
                svg{font-family:Helvetica,Arial,"Liberation Sans","DejaVu Sans",sans-serif}
                text{fill:#1b2330;font-size:%dpx}
                .label{font-size:%dpx}
                .title{font-size:%dpx;font-weight:bold}
                .middle{text-anchor:middle}
                .end{text-anchor:end}
                line,rect{fill:none}
                polyline{fill:none;stroke:currentColor;stroke-width:1.8;stroke-linejoin:round}
                circle{fill:currentColor}
                polyline.c1{stroke-dasharray:8 4}
                polyline.c2{stroke-dasharray:2 3}
                polyline.c3{stroke-dasharray:8 3 2 3}
                """.formatted(NUMBER, LABEL, TITLE);

        private final String property;
        private final String light;
        private final String dark;

        Style(String property, String light, String dark) {
            this.property = property;
            this.light = light;
            this.dark = dark;
        }

        static Style curve(int number) {
            return values()[C0.ordinal() + number % 4];
        }

        /** Returns the style sheet of a picture. */
        static String sheet() {
            StringBuilder sheet = new StringBuilder(FIXED);
            for (Style style : values()) {
                sheet.append(style.rule(style.light)).append('\n');
            }
            sheet.append("@media (prefers-color-scheme:dark){\ntext{fill:#dfe5ee}\n");
            for (Style style : values()) {
                sheet.append(style.rule(style.dark)).append('\n');
            }
            return sheet.append("}\n").toString();
        }

        private String rule(String colour) {
            return "." + css() + "{" + property + ":" + colour + "}";
        }

        String css() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Returns about how wide a text is, in pixels. */
    static int width(String text, int size) {
        return (int) Math.ceil(text.length() * EM * size);
    }

    static String escape(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }

    String elements() {
        return out.toString();
    }

    void line(Style style, double x0, double y0, double x1, double y1) {
        element("<line class=\"%s\" x1=\"%s\" y1=\"%s\" x2=\"%s\" y2=\"%s\"/>", style.css(), x0, y0, x1, y1);
    }

    void box(Style style, double x, double y, double width, double height) {
        element("<rect class=\"%s\" x=\"%s\" y=\"%s\" width=\"%s\" height=\"%s\"/>", style.css(), x, y, width, height);
    }

    /** Draws a curve through points. */
    void curve(Style style, double[] xs, double[] ys) {
        StringBuilder points = new StringBuilder();
        double x = Double.NaN;
        double y = Double.NaN;
        for (int i = 0; i < xs.length; i++) {
            if (!(Math.hypot(xs[i] - x, ys[i] - y) < NEAR) || i == xs.length - 1) {
                x = xs[i];
                y = ys[i];
                points.append(i == 0 ? "" : " ").append(number(x)).append(',').append(number(y));
            }
        }
        element("<polyline class=\"%s\" points=\"%s\"/>", style.css(), points);
    }

    void dot(Style style, double x, double y) {
        element("<circle class=\"%s\" cx=\"%s\" cy=\"%s\" r=\"%s\"/>", style.css(), x, y, DOT);
    }

    /**
     * Writes text on a base line; the classes are "middle" or "end" for its anchor, "label" or "title" for its size.
     */
    void text(String classes, double x, double y, String text) {
        element("<text class=\"%s\" x=\"%s\" y=\"%s\">%s</text>", classes, x, y, escape(text));
    }

    /** Writes a label that runs upwards, its middle at a point of its base line. */
    void upright(double x, double y, String text) {
        element(
                "<text class=\"label middle\" transform=\"translate(%s %s) rotate(-90)\">%s</text>",
                x, y, escape(text));
    }

    /**
     * Draws a PNG file, stretched to a rectangle.
     *
     * @param squares whether its points are squares with sharp edges
     */
    void image(double x, double y, double width, double height, byte[] png, boolean squares) {
        String data = Base64.getEncoder().encodeToString(png);
        String style = squares ? " style=\"image-rendering:pixelated\"" : "";
        element(
                "<image x=\"%s\" y=\"%s\" width=\"%s\" height=\"%s\" preserveAspectRatio=\"none\"%s"
                        + " href=\"data:image/png;base64,%s\"/>",
                x, y, width, height, style, data);
    }

    private void element(String format, Object... values) {
        for (int v = 0; v < values.length; v++) {
            if (values[v] instanceof Double value) {
                values[v] = number(value);
            }
        }
        out.append(String.format(Locale.ROOT, format, values)).append('\n');
    }

    /** Returns a coordinate in tenths of a pixel. */
    private static String number(double value) {
        long tenths = Math.round(10 * value);
        return tenths % 10 == 0 ? Long.toString(tenths / 10) : String.format(Locale.ROOT, "%.1f", tenths / 10.0);
    }
}
