package org.sporos.trace;

import java.util.Locale;

/** Formats times with three digits and a unit. */
final class TimeText {
    private static final String[] UNITS = {"ns", "us", "ms", "s"};

    private TimeText() {}

    static String of(double nanos) {
        double value = nanos;
        int unit = 0;
        // 999.5 would round to 1000.
        while (value >= 999.5 && unit < UNITS.length - 1) {
            value /= 1000;
            unit++;
        }
        int digits = unit == 0 || value >= 99.95 ? 0 : value >= 9.995 ? 1 : 2;
        return String.format(Locale.ROOT, "%." + digits + "f %s", value, UNITS[unit]);
    }

    static String percent(double part) {
        return String.format(Locale.ROOT, "%.1f %%", 100 * part);
    }
}
