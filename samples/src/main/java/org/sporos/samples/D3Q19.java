package org.sporos.samples;

import org.sporos.view.DoubleView;

/**
 * The lattice Boltzmann method in three dimensions with nineteen velocities, in a box whose opposite faces are one: as
 * {@link D2Q9}, with weights 1/3, 1/18 (six times) and 1/36 (twelve times). Velocities are numbered in pairs, there and
 * back: 1 along x, 3 along y, 5 along z, 7 (1, 1, 0), 9 (1, -1, 0), 11 (1, 0, 1), 13 (1, 0, -1), 15 (0, 1, 1),
 * 17 (0, 1, -1).
 *
 * <p>A view {@code f(q, k, j, i)} holds the cell at (x, y, z) = (i, j, k).
 */
final class D3Q19 {
    static final int VELOCITIES = 19;

    private static final double REST = 1.0 / 3;
    private static final double STRAIGHT = 1.0 / 18;
    private static final double DIAGONAL = 1.0 / 36;

    private D3Q19() {}

    /** Writes the populations of a fluid that moves with velocity (u, v, w). */
    static void begin(DoubleView f, int k, int j, int i, double rho, double u, double v, double w) {
        double still = rho - 1.5 * (u * u + v * v + w * w);
        f.set(0, k, j, i, REST * still);
        beginPair(f, 1, k, j, i, STRAIGHT, still, u);
        beginPair(f, 3, k, j, i, STRAIGHT, still, v);
        beginPair(f, 5, k, j, i, STRAIGHT, still, w);
        beginPair(f, 7, k, j, i, DIAGONAL, still, u + v);
        beginPair(f, 9, k, j, i, DIAGONAL, still, u - v);
        beginPair(f, 11, k, j, i, DIAGONAL, still, u + w);
        beginPair(f, 13, k, j, i, DIAGONAL, still, u - w);
        beginPair(f, 15, k, j, i, DIAGONAL, still, v + w);
        beginPair(f, 17, k, j, i, DIAGONAL, still, v - w);
    }

    private static void beginPair(DoubleView f, int q, int k, int j, int i, double weight, double still, double along) {
        f.set(q, k, j, i, weight * (still + 4.5 * along * along + 3 * along));
        f.set(q + 1, k, j, i, weight * (still + 4.5 * along * along - 3 * along));
    }

    /** Takes what moves into a cell of the box, relaxes it, and writes it into the next populations g. */
    static void step(DoubleView f, DoubleView g, int k, int j, int i, int n, double even, double odd) {
        int l = i == 0 ? n - 1 : i - 1;
        int r = i == n - 1 ? 0 : i + 1;
        int b = j == 0 ? n - 1 : j - 1;
        int t = j == n - 1 ? 0 : j + 1;
        int d = k == 0 ? n - 1 : k - 1;
        int a = k == n - 1 ? 0 : k + 1;
        double f0 = f.get(0, k, j, i);
        double f1 = f.get(1, k, j, l);
        double f2 = f.get(2, k, j, r);
        double f3 = f.get(3, k, b, i);
        double f4 = f.get(4, k, t, i);
        double f5 = f.get(5, d, j, i);
        double f6 = f.get(6, a, j, i);
        double f7 = f.get(7, k, b, l);
        double f8 = f.get(8, k, t, r);
        double f9 = f.get(9, k, t, l);
        double f10 = f.get(10, k, b, r);
        double f11 = f.get(11, d, j, l);
        double f12 = f.get(12, a, j, r);
        double f13 = f.get(13, a, j, l);
        double f14 = f.get(14, d, j, r);
        double f15 = f.get(15, d, b, i);
        double f16 = f.get(16, a, t, i);
        double f17 = f.get(17, a, b, i);
        double f18 = f.get(18, d, t, i);
        double rho = f0
                + ((f1 + f2) + (f3 + f4) + (f5 + f6))
                + ((f7 + f8) + (f9 + f10) + (f11 + f12))
                + ((f13 + f14) + (f15 + f16) + (f17 + f18));
        double u = (f1 - f2) + (f7 - f8) + (f9 - f10) + (f11 - f12) + (f13 - f14);
        double v = (f3 - f4) + (f7 - f8) - (f9 - f10) + (f15 - f16) + (f17 - f18);
        double w = (f5 - f6) + (f11 - f12) - (f13 - f14) + (f15 - f16) - (f17 - f18);
        double still = rho - 1.5 * (u * u + v * v + w * w);
        g.set(0, k, j, i, f0 - even * (f0 - REST * still));
        relaxPair(g, 1, k, j, i, STRAIGHT, f1, f2, still, u, even, odd);
        relaxPair(g, 3, k, j, i, STRAIGHT, f3, f4, still, v, even, odd);
        relaxPair(g, 5, k, j, i, STRAIGHT, f5, f6, still, w, even, odd);
        relaxPair(g, 7, k, j, i, DIAGONAL, f7, f8, still, u + v, even, odd);
        relaxPair(g, 9, k, j, i, DIAGONAL, f9, f10, still, u - v, even, odd);
        relaxPair(g, 11, k, j, i, DIAGONAL, f11, f12, still, u + w, even, odd);
        relaxPair(g, 13, k, j, i, DIAGONAL, f13, f14, still, u - w, even, odd);
        relaxPair(g, 15, k, j, i, DIAGONAL, f15, f16, still, v + w, even, odd);
        relaxPair(g, 17, k, j, i, DIAGONAL, f17, f18, still, v - w, even, odd);
    }

    private static void relaxPair(
            DoubleView g,
            int q,
            int k,
            int j,
            int i,
            double weight,
            double there,
            double back,
            double still,
            double along,
            double even,
            double odd) {
        double symmetric = even * (0.5 * (there + back) - weight * (still + 4.5 * along * along));
        double antisymmetric = odd * (0.5 * (there - back) - 3 * weight * along);
        g.set(q, k, j, i, there - symmetric - antisymmetric);
        g.set(q + 1, k, j, i, back - symmetric + antisymmetric);
    }

    /** Returns the velocity of a cell along x. */
    static double velocityX(DoubleView f, int k, int j, int i) {
        return net(f, 1, k, j, i) + net(f, 7, k, j, i) + net(f, 9, k, j, i) + net(f, 11, k, j, i) + net(f, 13, k, j, i);
    }

    /** Returns the velocity of a cell along y. */
    static double velocityY(DoubleView f, int k, int j, int i) {
        return net(f, 3, k, j, i) + net(f, 7, k, j, i) - net(f, 9, k, j, i) + net(f, 15, k, j, i) + net(f, 17, k, j, i);
    }

    /** Returns the velocity of a cell along z. */
    static double velocityZ(DoubleView f, int k, int j, int i) {
        return net(f, 5, k, j, i)
                + net(f, 11, k, j, i)
                - net(f, 13, k, j, i)
                + net(f, 15, k, j, i)
                - net(f, 17, k, j, i);
    }

    private static double net(DoubleView f, int q, int k, int j, int i) {
        return f.get(q, k, j, i) - f.get(q + 1, k, j, i);
    }
}
