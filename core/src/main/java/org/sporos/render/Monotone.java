package org.sporos.render;

/** Isotonic regression by pooling adjacent violators (Ayer and others, 1955). */
final class Monotone {

    private Monotone() {}

    /** Replaces the values by the non-decreasing ones that are nearest to them in the sum of squares. Linear. */
    static void fit(double[] values) {
        double[] mean = new double[values.length];
        int[] count = new int[values.length];
        int pools = 0;
        for (double value : values) {
            mean[pools] = value;
            count[pools++] = 1;
            while (pools > 1 && mean[pools - 2] > mean[pools - 1]) {
                int both = count[pools - 2] + count[pools - 1];
                mean[pools - 2] = (mean[pools - 2] * count[pools - 2] + mean[pools - 1] * count[pools - 1]) / both;
                count[pools - 2] = both;
                pools--;
            }
        }
        int at = 0;
        for (int pool = 0; pool < pools; pool++) {
            for (int i = 0; i < count[pool]; i++) {
                values[at++] = mean[pool];
            }
        }
    }
}
