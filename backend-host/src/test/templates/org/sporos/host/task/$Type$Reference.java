[@perType reals; t]
package org.sporos.host.task;

/** The fixed order of scans of ${t.type}s, written down as plainly as the design has it. */
final class ${t.Type}Reference {

    private ${t.Type}Reference() {}

    /** Returns inclusive prefix sums: rows of 32 by halving, then 64 units after each other at each level. */
    static ${t.type}[] scan(${t.type}[] contributions) {
        ${t.type}[] sums = contributions.clone();
        long unit = 32;
        while (unit < sums.length) {
            unit *= 64;
        }
        units(sums, 0, Math.max(2048, unit));
        return sums;
    }

    private static void units(${t.type}[] a, long begin, long unit) {
        if (unit == 32) {
            halves(a, begin, 32);
            return;
        }
        ${t.type} running = 0;
        for (long at = begin; at < begin + unit && at < a.length; at += unit / 64) {
            units(a, at, unit / 64);
            int end = (int) Math.min(a.length, at + unit / 64);
            for (int i = (int) at; i < end; i++) {
                a[i] = running + a[i];
            }
            running = a[end - 1];
        }
    }

    private static void halves(${t.type}[] a, long begin, int n) {
        if (n == 1) {
            return;
        }
        int half = n / 2;
        halves(a, begin, half);
        halves(a, begin + half, half);
        for (long i = begin + half; i < begin + n && i < a.length; i++) {
            a[(int) i] = a[(int) begin + half - 1] + a[(int) i];
        }
    }
}
[/@perType]
