package org.sporos.internal.base;

import java.util.Locale;

/** Numbers of bytes for reports: three digits and a binary unit. */
public final class ByteText {
    private static final String[] UNITS = {"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};

    private ByteText() {}

    /** Returns the text of a number of bytes, such as {@code 3.20 GiB}. */
    public static String of(double bytes) {
        double value = bytes;
        int unit = 0;
        // 1023.5 would be shown as 1024.
        while (value >= 1023.5 && unit < UNITS.length - 1) {
            value /= 1024;
            unit++;
        }
        int digits = unit == 0 || value >= 99.95 ? 0 : value >= 9.995 ? 1 : 2;
        return String.format(Locale.ROOT, "%." + digits + "f %s", value, UNITS[unit]);
    }
}
