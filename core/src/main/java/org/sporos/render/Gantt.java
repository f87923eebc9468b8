package org.sporos.render;

import java.util.List;
import java.util.Locale;
import java.util.function.DoubleFunction;
import org.sporos.graph.Work;

/**
 * A Gantt chart as an SVG picture: a row for each thread, a bar for each piece of work, in the colours of {@link Svg}.
 * Bars that are too narrow to be visible are merged with their neighbours of the same colour.
 *
 * <pre>{@code
 * Gantt.Bar bar = new Gantt.Bar(graph.nodes().get(0).work(), "a", 0, 10, 90);
 * Files.writeString(Path.of("run.svg"), Gantt.of("a run", 1, 100, List.of(bar), time -> time + " us"));
 * }</pre>
 */
public final class Gantt {
    private static final int MARGIN = 20;
    private static final int TITLE = 34;
    private static final int WIDTH = 1120;
    private static final int ROW = 30;
    private static final int BAR = 24;
    private static final int TICKS = 10;
    private static final double CHARACTER = 6.2;
    private static final double NARROW = 1;

    private final StringBuilder out = new StringBuilder();
    private final double scale;

    private Gantt(double end) {
        this.scale = WIDTH / Math.max(1, end);
    }

    /**
     * A piece of work.
     *
     * @param work its work, which determines its colour
     * @param label its text, if it fits
     * @param row its row, from 0
     * @param begin its start
     * @param end its end
     */
    public record Bar(Work work, String label, int row, double begin, double end) {}

    /**
     * Returns the text of an {@code .svg} file.
     *
     * @param rows the number of rows
     * @param end the end of the time axis, which begins at 0
     * @param bars the bars in the order of their begins
     * @param time the formatter of times
     */
    public static String of(String title, int rows, double end, List<Bar> bars, DoubleFunction<String> time) {
        Gantt gantt = new Gantt(end);
        gantt.begin(title, rows);
        gantt.axis(rows, end, time);
        for (int row = 0; row < rows; row++) {
            int of = row;
            gantt.row(bars.stream().filter(bar -> bar.row == of).toList(), time);
        }
        return gantt.out.append("</g>\n</svg>\n").toString();
    }

    private void begin(String title, int rows) {
        int width = WIDTH + 2 * MARGIN;
        int height = 2 * MARGIN + TITLE + ROW * rows + MARGIN;
        add(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\">%n",
                width, height, width, height);
        String shown = Escape.xml(Escape.shortened(title));
        add("<title>%s</title>%n<style>%n", shown);
        out.append("svg{background:#fff;font-family:Helvetica,Arial,sans-serif}\n");
        out.append("rect{stroke-width:1}line{stroke:#e2e8f0}\n");
        out.append(".t{font-size:13px;font-weight:600;fill:#0f172a}\n");
        out.append(".a{font-size:10.5px;fill:#475569;text-anchor:middle}\n.l{font-size:11px;fill:#0f172a}\n");
        for (Palette colour : Palette.values()) {
            add(".%s{fill:%s;stroke:%s}%n", colour.css(), colour.fill(), colour.stroke());
        }
        out.append(Palette.DARK);
        add("</style>%n<text class=\"t\" x=\"%d\" y=\"%d\">%s</text>%n", MARGIN, MARGIN + 12, shown);
        add("<g transform=\"translate(%d %d)\">%n", MARGIN, MARGIN + TITLE);
    }

    private void axis(int rows, double end, DoubleFunction<String> time) {
        double step = step(end / TICKS);
        for (int tick = 0; tick * step <= end; tick++) {
            double x = tick * step * scale;
            add("<line x1=\"%.1f\" y1=\"0\" x2=\"%.1f\" y2=\"%d\"/>%n", x, x, ROW * rows);
            add(
                    "<text class=\"a\" x=\"%.1f\" y=\"%d\">%s</text>%n",
                    x, ROW * rows + 14, Escape.xml(time.apply(tick * step)));
        }
    }

    /** Returns the least of 1, 2 or 5 times a power of ten that is at least the given one. */
    private static double step(double least) {
        double power = Math.pow(10, Math.floor(Math.log10(Math.max(1, least))));
        double[] factors = {1, 2, 5, 10};
        int at = 0;
        while (factors[at] * power < least) {
            at++;
        }
        return factors[at] * power;
    }

    private void row(List<Bar> bars, DoubleFunction<String> time) {
        for (int from = 0; from < bars.size(); ) {
            int to = from + 1;
            double end = bars.get(from).end;
            while (to < bars.size() && isOne(bars.get(from), end, bars.get(to))) {
                end = Math.max(end, bars.get(to).end);
                to++;
            }
            bar(bars.get(from), to - from, end, time);
            from = to;
        }
    }

    /** Returns whether a bar is merged with previous ones that end at a time. */
    private boolean isOne(Bar first, double end, Bar next) {
        boolean isNarrow = (next.end - next.begin) * scale < NARROW && (next.begin - end) * scale < NARROW;
        boolean isNarrowBefore = (first.end - first.begin) * scale < NARROW;
        return isNarrow && isNarrowBefore && Palette.of(first.work) == Palette.of(next.work);
    }

    private void bar(Bar bar, int count, double end, DoubleFunction<String> time) {
        double x = bar.begin * scale;
        double width = Math.max(0.5, (end - bar.begin) * scale);
        int y = bar.row * ROW + (ROW - BAR) / 2;
        String label = count == 1 ? bar.label : count + " pieces of work";
        add(
                "<rect class=\"%s\" x=\"%.2f\" y=\"%d\" width=\"%.2f\" height=\"%d\">",
                Palette.of(bar.work).css(), x, y, width, BAR);
        String length = time.apply(end - bar.begin);
        add(
                "<title>%s: %s from %s</title></rect>%n",
                Escape.xml(label), Escape.xml(length), Escape.xml(time.apply(bar.begin)));
        int room = (int) ((width - 8) / CHARACTER);
        if (label.codePointCount(0, label.length()) <= room) {
            add("<text class=\"l\" x=\"%.1f\" y=\"%d\">%s</text>%n", x + 4, y + 16, Escape.xml(label));
        }
    }

    private void add(String format, Object... values) {
        out.append(String.format(Locale.ROOT, format.replace("%n", "\n"), values));
    }
}
