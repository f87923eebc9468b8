package org.sporos.samples.picture;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * An axis of a plot: its interval of values, and its ticks.
 *
 * @param label the quantity, with its unit if it has one
 * @param logarithmic whether equal ratios are equally far apart
 * @param low the value at the beginning
 * @param high the value at the end
 * @param ticks the marked values
 */
record Axis(String label, boolean logarithmic, double low, double high, List<Double> ticks) {
    private static final int TICKS = 8;
    /** The fraction of the data's interval added at each end of an axis, so that no point is on the frame. */
    private static final double MARGIN = 0.04;

    private static final String SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹";

    /** Returns an axis of all values and 0. */
    static Axis linear(String label, double least, double greatest) {
        double low = Math.min(0, least);
        double high = Math.max(0, greatest);
        double margin = low == high ? 1 : MARGIN * (high - low);
        return between(label, low < 0 ? low - margin : low, high > 0 || low == high ? high + margin : high);
    }

    /** Returns an axis with given ends, with ticks at multiples of 1, 2 or 5 times a power of ten between them. */
    static Axis between(String label, double low, double high) {
        requireOrder(label, low, high);
        double step = step((high - low) / TICKS);
        List<Double> ticks = new ArrayList<>();
        for (long k = (long) Math.ceil(low / step - 1e-9); k * step <= high + 1e-9 * step; k++) {
            ticks.add(k * step);
        }
        return new Axis(label, false, low, high, List.copyOf(ticks));
    }

    /** Returns a logarithmic axis of all values, which must be positive. */
    static Axis logarithmic(String label, double least, double greatest) {
        double decades = Math.log10(greatest / least);
        double margin = Math.pow(10, decades == 0 ? 0.5 : MARGIN * decades);
        return logarithmicBetween(label, least / margin, greatest * margin);
    }

    /**
     * Returns a logarithmic axis with these ends, marked at powers of ten, or at 1, 2 and 5 times them if it is short.
     */
    static Axis logarithmicBetween(String label, double low, double high) {
        requireOrder(label, low, high);
        if (!(low > 0)) {
            throw new IllegalArgumentException(
                    "the logarithmic axis '" + label + "' cannot begin at " + low + "; begin it above 0");
        }
        int first = (int) Math.ceil(Math.log10(low) - 1e-9);
        int last = (int) Math.floor(Math.log10(high) + 1e-9);
        List<Double> ticks = new ArrayList<>();
        int step = Math.max(1, (last - first + TICKS) / TICKS);
        for (int power = last; power >= first; power -= step) {
            ticks.add(0, Math.pow(10, power));
        }
        if (ticks.size() < 2) {
            ticks.clear();
            for (int power = first - 1; power <= last; power++) {
                for (int factor : new int[] {1, 2, 5}) {
                    double tick = factor * Math.pow(10, power);
                    if (tick >= low && tick <= high) {
                        ticks.add(tick);
                    }
                }
            }
        }
        return new Axis(label, true, low, high, List.copyOf(ticks));
    }

    private static void requireOrder(String label, double low, double high) {
        if (!(low < high)) {
            throw new IllegalArgumentException("the axis '" + label + "' cannot go from " + low + " to " + high
                    + "; its first end is the lower one");
        }
    }

    /** Returns the position of a value, from 0 at the beginning to 1 at the end; equal on all machines. */
    double position(double value) {
        return logarithmic ? StrictMath.log(value / low) / StrictMath.log(high / low) : (value - low) / (high - low);
    }

    /** Returns the text of a marked value. */
    String text(double tick) {
        double first = ticks.get(0);
        double last = ticks.get(ticks.size() - 1);
        if (logarithmic && (first < 1e-3 || last > 1e4)) {
            long power = Math.round(Math.log10(tick));
            return tick == 1 ? "1" : power == 1 ? "10" : "10" + superscript(power);
        }
        if (logarithmic) {
            BigDecimal rounded = new BigDecimal(tick).round(new MathContext(3));
            return rounded.stripTrailingZeros().toPlainString();
        }
        double step = ticks.size() < 2 ? high - low : ticks.get(1) - first;
        int decimals = (int) Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
        boolean plain = Math.max(Math.abs(low), Math.abs(high)) < 1e7 && decimals <= 4;
        return String.format(Locale.ROOT, plain ? "%." + decimals + "f" : "%.1e", tick)
                .replace('-', '−');
    }

    private static String superscript(long power) {
        StringBuilder text = new StringBuilder(power < 0 ? "⁻" : "");
        for (char digit : Long.toString(Math.abs(power)).toCharArray()) {
            text.append(SUPERSCRIPTS.charAt(digit - '0'));
        }
        return text.toString();
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
