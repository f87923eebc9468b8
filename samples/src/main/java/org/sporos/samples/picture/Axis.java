package org.sporos.samples.picture;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * An axis of a plot: its interval of values, and its ticks.
 *
 * @param label its label, of characters in {@link Glyphs}
 * @param logarithmic whether the scale is logarithmic
 * @param low the value at the beginning
 * @param high the value at the end
 * @param ticks the marked values
 */
record Axis(String label, boolean logarithmic, double low, double high, List<Double> ticks) {
    private static final int TICKS = 6;

    /**
     * Returns an axis from 0 or below that covers all values, with ticks at multiples of 1, 2 or 5 times a power of
     * ten.
     */
    static Axis linear(String label, double least, double greatest) {
        double low = Math.min(0, least);
        double step = step(Math.max(greatest - low, Double.MIN_NORMAL) / TICKS);
        long first = (long) Math.floor(low / step + 1e-9);
        long last = Math.max(first + 1, (long) Math.ceil(greatest / step - 1e-9));
        List<Double> ticks = new ArrayList<>();
        for (long k = first; k <= last; k++) {
            ticks.add(k * step);
        }
        return new Axis(label, false, first * step, last * step, List.copyOf(ticks));
    }

    /** Returns an axis with given ends, with ticks at multiples of 1, 2 or 5 times a power of ten between them. */
    static Axis between(String label, double low, double high) {
        if (!(low < high)) {
            throw new IllegalArgumentException("the axis '" + label + "' cannot go from " + low + " to " + high
                    + "; its first end is the lower one");
        }
        double step = step((high - low) / TICKS);
        List<Double> ticks = new ArrayList<>();
        for (long k = (long) Math.ceil(low / step - 1e-9); k * step <= high + 1e-9 * step; k++) {
            ticks.add(k * step);
        }
        return new Axis(label, false, low, high, List.copyOf(ticks));
    }

    /** Returns an axis between powers of ten, with ticks at powers of ten. The values must be positive. */
    static Axis logarithmic(String label, double least, double greatest) {
        int first = (int) Math.floor(Math.log10(least) + 1e-9);
        int last = Math.max(first + 1, (int) Math.ceil(Math.log10(greatest) - 1e-9));
        int step = Math.max(1, (last - first + TICKS) / TICKS);
        List<Double> ticks = new ArrayList<>();
        for (int power = last; power >= first; power -= step) {
            ticks.add(0, Math.pow(10, power));
        }
        return new Axis(label, true, Math.pow(10, first), Math.pow(10, last), List.copyOf(ticks));
    }

    /** Returns the relative position of a value, from 0 at the beginning to 1 at the end. */
    double position(double value) {
        return logarithmic ? Math.log(value / low) / Math.log(high / low) : (value - low) / (high - low);
    }

    /** Returns the text of a tick. */
    String text(double tick) {
        if (logarithmic) {
            return tick == 1 ? "1" : "1e" + Math.round(Math.log10(tick));
        }
        double size = Math.max(Math.abs(low), Math.abs(high));
        int decimals = (int) Math.max(0, -Math.floor(Math.log10(ticks.get(1) - ticks.get(0)) + 1e-9));
        boolean plain = size < 1e7 && decimals <= 4;
        return String.format(Locale.ROOT, plain ? "%." + decimals + "f" : "%.1e", tick);
    }

    private static double step(double least) {
        double power = Math.pow(10, Math.floor(Math.log10(least)));
        for (int factor : new int[] {1, 2, 5}) {
            if (factor * power >= least * (1 - 1e-9)) {
                return factor * power;
            }
        }
        return 10 * power;
    }
}
