package org.sporos.samples;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.sporos.samples.picture.Picture;
import org.sporos.space.ExecutionSpace;

/** The output of a sample: first the verdicts on its numbers, then its time, then the paths of its pictures. */
final class Report {
    private static final Path PICTURES = Path.of("target", "pictures");
    private static final double GIGA = 1e9;

    private final PrintStream out;
    private int failures;

    /** Begins the report of a sample on standard output. */
    Report(String sample, ExecutionSpace space) {
        this(System.out, sample + " on " + space.description());
    }

    Report(PrintStream out, String title) {
        this.out = out;
        out.println(title);
    }

    /** Prints a fact. */
    void note(String what, String value) {
        line("note", what, value);
    }

    /** Checks a condition. */
    void check(String what, boolean holds) {
        verdict(holds, what, holds ? "yes" : "no");
    }

    /** Checks that a number is at most a limit; NaN fails. */
    void checkAtMost(String what, double value, double limit) {
        verdict(value <= limit, what, number(value) + "  (at most " + number(limit) + ")");
    }

    /** Checks that a number is in an interval; NaN fails. */
    void checkBetween(String what, double value, double low, double high) {
        verdict(value >= low && value <= high, what, number(value) + "  (" + number(low) + " to " + number(high) + ")");
    }

    /**
     * Prints the time of all steps of a simulation, including the first ones, in which the JVM and the library compile.
     *
     * @param steps the name of the steps, in the plural
     */
    void time(String steps, long count, double seconds) {
        line("time", format("%,d %s, the first ones included", count, steps), each(count, seconds));
    }

    /**
     * Prints the speed of equal steps after a warm-up.
     *
     * @param steps the name of the steps, in the plural
     * @param bytes the memory traffic of one step, each element once
     */
    void speed(String steps, long count, double seconds, double bytes) {
        String speed = format(", %.2f GB/s of memory", bytes * count / seconds / GIGA);
        line("speed", format("%,d %s, after a warm-up", count, steps), each(count, seconds) + speed);
    }

    private static String each(long count, double seconds) {
        return format("%.3f s, %.2f us each", seconds, seconds / count * 1e6);
    }

    /** Saves a picture as an SVG file. */
    void picture(String name, Picture picture) throws IOException {
        Path file = PICTURES.resolve(name + ".svg");
        picture.write(file);
        file(picture.frames() == 1 ? "picture" : "moving picture of " + picture.frames() + " frames", file);
    }

    /** Saves the picture of a graph as an SVG file. */
    void svg(String name, String text) throws IOException {
        Path file = PICTURES.resolve(name + ".svg");
        Files.createDirectories(PICTURES);
        Files.writeString(file, text);
        file("picture of the graph", file);
    }

    /** Prints the absolute path of a file: Maven runs samples in another directory than the user's. */
    void file(String what, Path file) {
        line("file", what, file.toAbsolutePath().toString());
    }

    /** Ends the report; failed checks end the program with the exit code 1. */
    void end() {
        if (failures > 0) {
            out.println(failures + " of the numbers above are wrong");
            System.exit(1);
        }
    }

    /** Returns the number of failed checks. */
    int failures() {
        return failures;
    }

    private void verdict(boolean holds, String what, String value) {
        failures += holds ? 0 : 1;
        line(holds ? "ok" : "WRONG", what, value);
    }

    private void line(String mark, String what, String value) {
        out.println(format("  %-5s  %-48s %s", mark, what, value).stripTrailing());
    }

    private static String number(double value) {
        double size = Math.abs(value);
        return size == 0 || (size >= 0.01 && size < 1e4) ? format("%.4g", value) : format("%.2e", value);
    }

    private static String format(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
