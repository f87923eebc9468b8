package org.sporos.docs.site;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Columns of a table as a bar chart in SVG: a group of bars for each row, a bar for each column. A comment above the
 * table asks for it: {@code <!-- plot: Sporos | oneTBB; ns; log -->} names the columns, the unit, and a logarithmic
 * axis. The columns left of the first one that is named label the rows.
 *
 * @param columns the headings of the columns that are shown
 * @param unit the unit of their values
 * @param logarithmic whether lengths are logarithms
 */
record BarPlot(List<String> columns, String unit, boolean logarithmic) {
    private static final Pattern COMMENT = Pattern.compile("<!-- plot: ([^;]+); ([^;]+?)(; log)? -->");
    private static final Pattern NUMBER = Pattern.compile("-?[\\d,]*\\d(?:\\.\\d+)?");

    private static final int WIDTH = 560;
    private static final int BARS = 400;
    private static final int BAR = 13;
    private static final int LABEL = 20;
    private static final int GAP = 10;

    /** Returns what a comment asks for, or null if it asks for no plot. */
    static BarPlot parse(String comment) {
        Matcher plot = COMMENT.matcher(comment.strip());
        if (!plot.matches()) {
            if (comment.contains("plot:")) {
                throw new IllegalArgumentException(
                        "not <!-- plot: column | column; unit --> or ...; log -->: " + comment);
            }
            return null;
        }
        return new BarPlot(List.of(plot.group(1).split(" \\| ")), plot.group(2), plot.group(3) != null);
    }

    /**
     * Returns the SVG text for a table.
     *
     * @param table the rows, the headings first
     */
    String svg(List<List<String>> table) {
        List<Integer> places = places(table.get(0));
        List<List<String>> rows = table.subList(1, table.size());
        Axis axis = Axis.of(values(rows, places), logarithmic);
        StringBuilder svg = new StringBuilder();
        int y = legend(svg);
        for (List<String> row : rows) {
            String label = String.join(", ", row.subList(0, places.get(0)));
            if (places.stream().allMatch(place -> value(row.get(place)) == null)) {
                continue;
            }
            y += LABEL;
            text(svg, "label", 0, y - 6, label);
            for (int c = 0; c < places.size(); c++) {
                Double value = value(row.get(places.get(c)));
                if (value != null) {
                    bar(svg, c, y, axis.length(value), row.get(places.get(c)));
                    y += BAR;
                }
            }
            y += GAP;
        }
        String head = String.format(
                Locale.ROOT,
                "<svg class=\"plot\" role=\"img\" viewBox=\"0 0 %d %d\" xmlns=\"http://www.w3.org/2000/svg\">\n<title>%s</title>\n",
                WIDTH,
                y,
                Markup.escape(String.join(", ", columns) + " in " + unit));
        return "<figure>\n" + head + svg + "</svg>\n</figure>\n";
    }

    private List<Integer> places(List<String> headings) {
        List<Integer> places = new ArrayList<>();
        for (String column : columns) {
            int place = headings.indexOf(column);
            if (place < 1) {
                throw new IllegalArgumentException(
                        "a plot of '" + column + "', which is none of the columns " + headings);
            }
            places.add(place);
        }
        return places;
    }

    private static List<Double> values(List<List<String>> rows, List<Integer> places) {
        List<Double> values = new ArrayList<>();
        for (List<String> row : rows) {
            for (int place : places) {
                Double value = value(row.get(place));
                if (value != null) {
                    values.add(value);
                }
            }
        }
        if (values.isEmpty()) {
            throw new IllegalArgumentException("a plot of a table without numbers: " + rows);
        }
        return values;
    }

    /** Returns the number that a cell begins with, or null. */
    static Double value(String cell) {
        Matcher number = NUMBER.matcher(cell);
        return number.lookingAt() ? Double.valueOf(number.group().replace(",", "")) : null;
    }

    private int legend(StringBuilder svg) {
        int x = 0;
        int y = 14;
        for (int c = 0; c < columns.size(); c++) {
            int width = 26 + 7 * columns.get(c).length();
            if (x + width > WIDTH) {
                x = 0;
                y += LABEL;
            }
            rectangle(svg, c, x, y - 10, 11);
            text(svg, "key", x + 16, y, columns.get(c));
            x += width;
        }
        y += LABEL;
        text(svg, "key", 0, y, logarithmic ? unit + ", logarithmic" : unit);
        return y + GAP;
    }

    private static void bar(StringBuilder svg, int column, int y, double length, String value) {
        rectangle(svg, column, 0, y, length);
        text(svg, "value", (int) length + 6, y + BAR - 3, value);
    }

    private static void rectangle(StringBuilder svg, int column, int x, int y, double width) {
        svg.append(String.format(
                Locale.ROOT,
                "<rect class=\"c%d\" x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"%d\" rx=\"2\"/>\n",
                column,
                x,
                y,
                width,
                BAR - 2));
    }

    private static void text(StringBuilder svg, String kind, int x, int y, String text) {
        svg.append("<text class=\"").append(kind).append("\" x=\"").append(x).append("\" y=\"");
        svg.append(y).append("\">").append(Markup.escape(text)).append("</text>\n");
    }

    /** How long the bar of a value is: from zero, or with logarithms from a power of ten below all values. */
    private record Axis(double begin, double end, boolean logarithmic) {
        static Axis of(List<Double> values, boolean logarithmic) {
            double most = values.stream().mapToDouble(Double::doubleValue).max().orElseThrow();
            double least =
                    values.stream().mapToDouble(Double::doubleValue).min().orElseThrow();
            if (logarithmic && least <= 0 || least < 0) {
                throw new IllegalArgumentException("a plot cannot show " + least);
            }
            return logarithmic
                    ? new Axis(Math.floor(Math.log10(least)) - 0.3, Math.log10(most), true)
                    : new Axis(0, Math.max(most, Double.MIN_NORMAL), false);
        }

        double length(double value) {
            double at = logarithmic ? Math.log10(value) : value;
            return Math.max(1, BARS * (at - begin) / (end - begin));
        }
    }
}
