package org.sporos.host.task;

/** The order of scans for floats, as {@link Reference} has it for doubles. */
final class FloatReference {

    private FloatReference() {}

    /** Returns inclusive prefix sums: rows of 32 by halving, then 64 units after each other at each level. */
    static float[] scan(float[] contributions) {
        float[] sums = contributions.clone();
        long unit = 32;
        while (unit < sums.length) {
            unit *= 64;
        }
        units(sums, 0, Math.max(2048, unit));
        return sums;
    }

    private static void units(float[] a, long begin, long unit) {
        if (unit == 32) {
            halves(a, begin, 32);
            return;
        }
        float running = 0f;
        for (long at = begin; at < begin + unit && at < a.length; at += unit / 64) {
            units(a, at, unit / 64);
            int end = (int) Math.min(a.length, at + unit / 64);
            for (int i = (int) at; i < end; i++) {
                a[i] = running + a[i];
            }
            running = a[end - 1];
        }
    }

    private static void halves(float[] a, long begin, int n) {
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
