package org.sporos.render;

import java.util.List;
import java.util.Locale;
import org.sporos.internal.base.ByteText;
import org.sporos.internal.error.Labels;

/**
 * Bytes over steps as an SVG picture: a band for each buffer, with a height by its size, and a box in it for each
 * memory that uses the buffer, from its first step to its last.
 *
 * <pre>{@code
 * ByteChart.Box box = new ByteChart.Box("work", 1, 3, 4096);
 * ByteChart.Band place = new ByteChart.Band(true, 4096, List.of(box));
 * Files.writeString(Path.of("memory.svg"), ByteChart.of("memory", List.of("a", "b", "c", "d"), List.of(place)));
 * }</pre>
 */
public final class ByteChart {
    private static final int MARGIN = 20;
    private static final int TITLE = 34;
    private static final int LEFT = 80;
    private static final int WIDTH = 1040;
    private static final int HEIGHT = 420;
    private static final int TICKS = 8;
    private static final int LABEL_ROOM = 60;
    private static final int LABEL_HEIGHT = 13;
    private static final double CHARACTER = 6.2;

    private final StringBuilder out = new StringBuilder();
    private final double perByte;
    private final double perStep;

    private ByteChart(long bytes, int steps) {
        this.perByte = HEIGHT / (double) Math.max(1, bytes);
        this.perStep = WIDTH / (double) Math.max(1, steps);
    }

    /**
     * The live range of a memory.
     *
     * @param begin its first step, from 0
     * @param end its end step, exclusive
     */
    public record Box(String label, int begin, int end, long bytes) {}

    /**
     * A buffer.
     *
     * @param isNew whether it is a new allocation instead of existing memory
     * @param bytes its size
     * @param boxes the memories that use it, none of them larger
     */
    public record Band(boolean isNew, long bytes, List<Box> boxes) {
        /** Keeps an unmodifiable copy. */
        public Band {
            boxes = List.copyOf(boxes);
        }
    }

    /**
     * Returns the text of an {@code .svg} file.
     *
     * @param steps the labels of the steps
     * @param bands the bands from bottom to top
     */
    public static String of(String title, List<String> steps, List<Band> bands) {
        long bytes = bands.stream().mapToLong(Band::bytes).sum();
        ByteChart chart = new ByteChart(bytes, steps.size());
        chart.begin(title);
        chart.bytesAxis(bytes);
        chart.stepsAxis(steps);
        long below = 0;
        for (Band band : bands) {
            chart.band(band, below);
            below += band.bytes;
        }
        return chart.out.append("</g>\n</svg>\n").toString();
    }

    private void begin(String title) {
        int width = LEFT + WIDTH + 2 * MARGIN;
        int height = HEIGHT + TITLE + LABEL_ROOM + 2 * MARGIN;
        add(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\">%n",
                width, height, width, height);
        String shown = Escape.xml(Escape.shortened(title));
        add("<title>%s</title>%n<style>%n", shown);
        out.append("svg{background:#fff;font-family:Helvetica,Arial,sans-serif}\n");
        out.append("rect{stroke-width:1}line{stroke:#e2e8f0}.b{fill:#f8fafc;stroke:#e2e8f0}\n");
        out.append(".t{font-size:13px;font-weight:600;fill:#0f172a}.l{font-size:11px;fill:#0f172a}\n");
        out.append(".y{font-size:10.5px;fill:#475569;text-anchor:end}.x{font-size:10.5px;fill:#475569}\n");
        for (Palette colour : List.of(Palette.MEMORY, Palette.TRANSFER)) {
            add(".%s{fill:%s;stroke:%s}%n", colour.css(), colour.fill(), colour.stroke());
        }
        out.append(Palette.DARK);
        add("</style>%n<text class=\"t\" x=\"%d\" y=\"%d\">%s</text>%n", MARGIN, MARGIN + 12, shown);
        add("<g transform=\"translate(%d %d)\">%n", MARGIN + LEFT, MARGIN + TITLE);
    }

    private void bytesAxis(long bytes) {
        // A power of two, so that its text is short.
        long step = Math.max(1, Long.highestOneBit(Math.max(1, bytes / TICKS)) * 2);
        for (long tick = 0; tick <= bytes; tick += step) {
            double y = HEIGHT - tick * perByte;
            add("<line x1=\"0\" y1=\"%.1f\" x2=\"%d\" y2=\"%.1f\"/>%n", y, WIDTH, y);
            add("<text class=\"y\" x=\"-8\" y=\"%.1f\">%s</text>%n", y + 4, ByteText.of(tick));
        }
    }

    /** Writes as many labels as fit, each rotated with its end at its step. */
    private void stepsAxis(List<String> steps) {
        int every = (int) Math.max(1, Math.ceil(LABEL_HEIGHT / perStep));
        for (int step = 0; step < steps.size(); step += every) {
            double x = (step + 0.5) * perStep;
            add(
                    "<text class=\"x\" transform=\"translate(%.1f %d) rotate(35)\">%s</text>%n",
                    x, HEIGHT + 14, Escape.xml(cut(steps.get(step), LABEL_ROOM * 1.6)));
        }
    }

    private void band(Band band, long below) {
        double height = band.bytes * perByte;
        double top = HEIGHT - below * perByte - height;
        add("<rect class=\"b\" x=\"0\" y=\"%.2f\" width=\"%d\" height=\"%.2f\"/>%n", top, WIDTH, height);
        for (Box box : band.boxes) {
            box(box, band.isNew ? Palette.MEMORY : Palette.TRANSFER, top + height);
        }
    }

    private void box(Box box, Palette colour, double bottom) {
        double height = box.bytes * perByte;
        double x = box.begin * perStep;
        double width = (box.end - box.begin) * perStep;
        add(
                "<rect class=\"%s\" x=\"%.2f\" y=\"%.2f\" width=\"%.2f\" height=\"%.2f\">",
                colour.css(), x, bottom - height, width, height);
        String text = Labels.shown(box.label) + ": " + ByteText.of(box.bytes);
        add("<title>%s</title></rect>%n", Escape.xml(text));
        if (height >= LABEL_HEIGHT && width >= 5 * CHARACTER) {
            add(
                    "<text class=\"l\" x=\"%.1f\" y=\"%.1f\">%s</text>%n",
                    x + 4, bottom - height / 2 + 4, Escape.xml(cut(text, width - 8)));
        }
    }

    private static String cut(String text, double room) {
        int most = (int) (room / CHARACTER);
        int count = text.codePointCount(0, text.length());
        return count <= most ? text : text.substring(0, text.offsetByCodePoints(0, Math.max(0, most - 1))) + "\u2026";
    }

    private void add(String format, Object... values) {
        out.append(String.format(Locale.ROOT, format.replace("%n", "\n"), values));
    }
}
