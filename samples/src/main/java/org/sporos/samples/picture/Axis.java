package org.sporos.samples.picture;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * One direction of a plot: the interval of values that it shows, and the values that it marks.
 *
 * @param label what is shown; lower-case letters, digits, and what else the plot can write
 * @param logarithmic whether equal ratios are equally far apart
 * @param low the value at the beginning
 * @param high the value at the end
 * @param ticks the marked values
 */
record Axis(String label, boolean logarithmic, double low, double high, List<Double> ticks) {
    private static final int TICKS = 6;

    /** Returns an axis that begins at 0 or below and shows all values, marked at multiples of 1, 2 or 5 powers of ten. */
    static Axis linear(String label, double least, double greatest) {
        double low = Math.min(0, least);
        double step = step(Math.max(greatest - low, Double.MIN_NORMAL) / TICKS);
        List<Double> ticks = new ArrayList<>();
        long first = (long) Math.ceil(low / step);
        for (long k = first; k * step <= greatest * (1 + 1e-9); k++) {
            ticks.add(k * step);
        }
        return new Axis(label, false, low, Math.max(greatest, low + step), List.copyOf(ticks));
    }

    /** Returns an axis from a power of ten to a power of ten, marked at powers of ten. The values must be positive. */
    static Axis logarithmic(String label, double least, double greatest) {
        int first = (int) Math.floor(Math.log10(least) + 1e-9);
        int last = Math.max(first + 1, (int) Math.ceil(Math.log10(greatest) - 1e-9));
        int step = Math.max(1, (last - first + TICKS) / TICKS);
        List<Double> ticks = new ArrayList<>();
        for (int power = first; power <= last; power += step) {
            ticks.add(Math.pow(10, power));
        }
        return new Axis(label, true, Math.pow(10, first), Math.pow(10, last), List.copyOf(ticks));
    }

    /** Returns where a value is, from 0 at the beginning to 1 at the end. */
    double position(double value) {
        return logarithmic ? Math.log(value / low) / Math.log(high / low) : (value - low) / (high - low);
    }

    /** Returns how a marked value is written. */
    String text(double tick) {
        if (logarithmic) {
            return "1e" + Math.round(Math.log10(tick));
        }
        String text = String.format(Locale.ROOT, "%.4g", tick);
        return tick == Math.rint(tick) && Math.abs(tick) < 1e9 ? Long.toString((long) tick) : text;
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
