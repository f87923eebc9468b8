package org.sporos.samples.bench;

import java.util.Arrays;
import java.util.Locale;

/** The result of one measurement, in nanoseconds: of one run, or of the average run of a sample if runs are short. */
record Sample(double median, double p99) {

    static Sample parse(String line) {
        String[] words = line.trim().split(" ");
        return new Sample(Double.parseDouble(words[0]), Double.parseDouble(words[1]));
    }

    /** Runs something for a while, with samples of a least duration, and returns the line that {@link #parse} reads. */
    static String measure(Runnable run, double millis, double least) {
        run.run();
        int batch = 1;
        while (time(run, batch) < least) {
            batch *= 2;
        }
        double[] samples = new double[1024];
        int count = 0;
        long begin = System.nanoTime();
        do {
            if (count == samples.length) {
                samples = Arrays.copyOf(samples, 2 * count);
            }
            samples[count++] = (double) time(run, batch) / batch;
        } while (System.nanoTime() - begin < millis * 1e6 || count < 5);
        Arrays.sort(samples, 0, count);
        return String.format(Locale.ROOT, "%f %f %d", samples[count / 2], samples[(int) (count * 0.99)], count);
    }

    private static long time(Runnable run, int batch) {
        long begin = System.nanoTime();
        for (int i = 0; i < batch; i++) {
            run.run();
        }
        return System.nanoTime() - begin;
    }
}
