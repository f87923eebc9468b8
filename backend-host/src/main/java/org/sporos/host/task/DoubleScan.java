package org.sporos.host.task;

import org.sporos.policy.DoubleScanBody;
import org.sporos.policy.KernelBody;

/** Prefix sums of doubles in the order of scans, which docs/decisions/0002-order-of-scans.md lays down. */
final class DoubleScan implements TileScan {
    private final ScanShape shape;
    private final DoubleSource source;
    private final KernelBody consumer;
    /** The sums of tiles. */
    private final double[] totals;
    /** For each level from tiles up: the sums of the units before each unit in its group. */
    private final double[][] bases;

    DoubleScan(ScanShape shape, DoubleSource source, KernelBody consumer) {
        this.shape = shape;
        this.source = source;
        this.consumer = consumer;
        this.totals = new double[shape.isSinglePass() ? 0 : shape.tiles()];
        this.bases = new double[shape.levels()][];
        for (int level = 0; level < bases.length; level++) {
            bases[level] = new double[shape.units(level)];
        }
    }

    @Override
    public void total(int tile) {
        totals[tile] = prefixes(tile, Buffers.doubles());
    }

    @Override
    public void total() {
        for (int tile = 0; tile < shape.tiles(); tile++) {
            append(tile, totals[tile]);
        }
    }

    @Override
    public void pass(int tile) {
        double[] a = Buffers.doubles();
        double total = prefixes(tile, a);
        double before = 0;
        for (int level = 0; level < bases.length; level++) {
            double base = bases[level][tile >> level * Order.GROUP_BITS];
            before = base + before;
            add(base, a, shape.length(tile));
        }
        consume(tile, a, before);
        if (shape.isSinglePass()) {
            append(tile, total);
        }
    }

    /** Puts the prefix sums of a tile by itself into an array, and returns the last. */
    private double prefixes(int tile, double[] a) {
        int n = shape.length(tile);
        source.fill((long) tile * Order.TILE, n, a, 0);
        double carry = 0;
        for (int at = 0; at < n; at += Order.LANES) {
            row(a, at);
            add(carry, a, at, at + Order.LANES);
            carry = a[at + Order.LANES - 1];
        }
        return carry;
    }

    /** Turns a row of lanes into its prefix sums: pairs, then fours, and so on; upper halves add the last of the lower. */
    private static void row(double[] a, int at) {
        for (int l = at; l < at + Order.LANES; l += 4) {
            double first = a[l];
            double second = first + a[l + 1];
            double third = a[l + 2];
            a[l + 1] = second;
            a[l + 2] = second + third;
            a[l + 3] = second + (third + a[l + 3]);
        }
        for (int s = 4; s < Order.LANES; s *= 2) {
            for (int l = at + s; l < at + Order.LANES; l += 2 * s) {
                add(a[l - 1], a, l, l + s);
            }
        }
    }

    private static void add(double base, double[] a, int begin, int end) {
        for (int i = begin; i < end; i++) {
            a[i] = base + a[i];
        }
    }

    private static void add(double base, double[] a, int n) {
        // No prefix sum is -0.0, so that adding 0.0 changes nothing.
        if (base != 0) {
            add(base, a, 0, n);
        }
    }

    /** Notes the sum of a tile, after all tiles before: what it is to the tiles that follow. */
    private void append(int tile, double total) {
        double carry = total;
        for (int level = 0; level < bases.length; level++) {
            int unit = tile >> level * Order.GROUP_BITS;
            double sum = bases[level][unit] + carry;
            boolean last = (unit + 1) % (1 << Order.GROUP_BITS) == 0;
            if (unit + 1 < bases[level].length) {
                bases[level][unit + 1] = last ? 0 : sum;
            }
            if (!last) {
                return;
            }
            carry = sum;
        }
    }

    private void consume(int tile, double[] a, double before) {
        long first = shape.begin() + (long) tile * Order.TILE;
        int n = shape.length(tile);
        if (!shape.isInclusive()) {
            System.arraycopy(a, 0, a, 1, n - 1);
            a[0] = before;
        }
        if (consumer instanceof DoubleScanBody.Range range) {
            loop(range, (int) first, n, a);
        } else {
            loop((DoubleScanBody.LongRange) consumer, first, n, a);
        }
    }

    private static void loop(DoubleScanBody.Range body, int first, int n, double[] a) {
        for (int k = 0; k < n; k++) {
            body.at(first + k, a[k]);
        }
    }

    private static void loop(DoubleScanBody.LongRange body, long first, int n, double[] a) {
        for (int k = 0; k < n; k++) {
            body.at(first + k, a[k]);
        }
    }
}
