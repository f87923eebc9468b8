package org.sporos.samples;

import org.sporos.view.DoubleView;

/**
 * The lattice Boltzmann method in two dimensions with nine velocities, for slow, nearly incompressible flow. All
 * quantities are in lattice units: cells, time steps, and a density of 1.
 *
 * <p>A cell has nine populations f(q) with velocities c(q): 0 rests, and opposite pairs are 1 and 2 with (1, 0), 3 and
 * 4 with (0, 1), 5 and 6 with (1, 1), 7 and 8 with (-1, 1). With rho the sum of f(q) and the velocity u the sum of c(q)
 * f(q), they relax to
 *
 * <pre>e(q) = w(q) (rho + 3 c(q).u + 9/2 (c(q).u)^2 - 3/2 u.u),   w = 4/9, 1/9 (four times), 1/36 (four times)</pre>
 *
 * <p>(X. He and L.-S. Luo, J. Stat. Phys. 88 (1997) 927: the form for incompressible flow). The even part of opposite
 * populations relaxes at the rate 1 / (3 nu + 1/2) for the viscosity nu, the odd part at a dependent rate, so that
 * steady flow depends on the Reynolds number alone (I. Ginzburg, F. Verhaeghe and D. d'Humieres, Commun. Comput. Phys.
 * 3 (2008) 427).
 *
 * <p>A view {@code f(q, row, column)} has a frame of one cell around the fluid. Before a step, the frame is set to the
 * populations that bounce back from walls, reversed, plus 6 w(q) c(q).(velocity of the wall) (A. J. C. Ladd, J. Fluid
 * Mech. 271 (1994) 285). Thus all fluid cells have the same update.
 */
final class D2Q9 {
    static final int VELOCITIES = 9;

    private static final double REST = 4.0 / 9;
    private static final double STRAIGHT = 1.0 / 9;
    private static final double DIAGONAL = 1.0 / 36;

    private D2Q9() {}

    /** Returns the rate of the even parts for a viscosity. */
    static double evenRate(double viscosity) {
        return 1 / (3 * viscosity + 0.5);
    }

    /**
     * Returns the rate of the odd parts for a viscosity.
     *
     * @param magic the product of the two relaxation times, each minus 1/2. With 3/16 the walls of a channel are
     * exactly halfway between cells. Fast flow at low viscosity is stable only with smaller values
     */
    static double oddRate(double viscosity, double magic) {
        return 1 / (magic / (3 * viscosity) + 0.5);
    }

    /** Writes the equilibrium populations of a fluid of density 1 with velocity (u, v). */
    static void begin(DoubleView f, int j, int i, double u, double v) {
        double still = 1 - 1.5 * (u * u + v * v);
        f.set(0, j, i, REST * still);
        beginPair(f, 1, j, i, STRAIGHT, still, u);
        beginPair(f, 3, j, i, STRAIGHT, still, v);
        beginPair(f, 5, j, i, DIAGONAL, still, u + v);
        beginPair(f, 7, j, i, DIAGONAL, still, v - u);
    }

    private static void beginPair(DoubleView f, int q, int j, int i, double weight, double still, double along) {
        f.set(q, j, i, weight * (still + 4.5 * along * along + 3 * along));
        f.set(q + 1, j, i, weight * (still + 4.5 * along * along - 3 * along));
    }

    /** Streams the populations into a cell, relaxes them, and writes the next populations g. */
    static void step(DoubleView f, DoubleView g, int j, int i, double even, double odd) {
        step(f, g, j, i - 1, i, i + 1, even, odd);
    }

    /** The same, with the columns beside the cell. */
    static void step(DoubleView f, DoubleView g, int j, int left, int i, int right, double even, double odd) {
        relax(
                g,
                j,
                i,
                even,
                odd,
                f.get(0, j, i),
                f.get(1, j, left),
                f.get(2, j, right),
                f.get(3, j - 1, i),
                f.get(4, j + 1, i),
                f.get(5, j - 1, left),
                f.get(6, j + 1, right),
                f.get(7, j - 1, right),
                f.get(8, j + 1, left));
    }

    /** Relaxes the populations of a cell and writes them. */
    static void relax(
            DoubleView g,
            int j,
            int i,
            double even,
            double odd,
            double f0,
            double f1,
            double f2,
            double f3,
            double f4,
            double f5,
            double f6,
            double f7,
            double f8) {
        double rho = f0 + (f1 + f2) + (f3 + f4) + (f5 + f6) + (f7 + f8);
        double u = (f1 - f2) + (f5 - f6) - (f7 - f8);
        double v = (f3 - f4) + (f5 - f6) + (f7 - f8);
        double still = rho - 1.5 * (u * u + v * v);
        g.set(0, j, i, f0 - even * (f0 - REST * still));
        relaxPair(g, 1, j, i, STRAIGHT, f1, f2, still, u, even, odd);
        relaxPair(g, 3, j, i, STRAIGHT, f3, f4, still, v, even, odd);
        relaxPair(g, 5, j, i, DIAGONAL, f5, f6, still, u + v, even, odd);
        relaxPair(g, 7, j, i, DIAGONAL, f7, f8, still, v - u, even, odd);
    }

    private static void relaxPair(
            DoubleView g,
            int q,
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
        g.set(q, j, i, there - symmetric - antisymmetric);
        g.set(q + 1, j, i, back - symmetric + antisymmetric);
    }

    /** Bounces back at the wall below column i, which moves to the right at the given speed. */
    static void wallBelow(DoubleView f, int i, double speed) {
        f.set(3, 0, i, f.get(4, 1, i));
        f.set(5, 0, i - 1, f.get(6, 1, i) + 6 * DIAGONAL * speed);
        f.set(7, 0, i + 1, f.get(8, 1, i) - 6 * DIAGONAL * speed);
    }

    /** Bounces back at the wall above column i, which moves to the right at the given speed. */
    static void wallAbove(DoubleView f, int rows, int i, double speed) {
        f.set(4, rows + 1, i, f.get(3, rows, i));
        f.set(6, rows + 1, i + 1, f.get(5, rows, i) - 6 * DIAGONAL * speed);
        f.set(8, rows + 1, i - 1, f.get(7, rows, i) + 6 * DIAGONAL * speed);
    }

    /** Bounces back to the left of row j; the inflow there has the given speed, 0 at a wall. */
    static void inflowLeft(DoubleView f, int j, double speed) {
        f.set(1, j, 0, f.get(2, j, 1) + 6 * STRAIGHT * speed);
        f.set(5, j - 1, 0, f.get(6, j, 1) + 6 * DIAGONAL * speed);
        f.set(8, j + 1, 0, f.get(7, j, 1) + 6 * DIAGONAL * speed);
    }

    /** Bounces back at the wall to the right of row j. */
    static void wallRight(DoubleView f, int columns, int j) {
        f.set(2, j, columns + 1, f.get(1, j, columns));
        f.set(6, j + 1, columns + 1, f.get(5, j, columns));
        f.set(7, j - 1, columns + 1, f.get(8, j, columns));
    }

    /**
     * Outflow to the right of row j at a density of 1: incoming populations have the even part of the equilibrium, with
     * the velocity of the last cell (the anti-bounce-back rule of Ginzburg and others, as above).
     */
    static void outflowRight(DoubleView f, int columns, int j) {
        double u = velocityX(f, j, columns);
        double v = velocityY(f, j, columns);
        double still = 1 - 1.5 * (u * u + v * v);
        f.set(2, j, columns + 1, 2 * STRAIGHT * (still + 4.5 * u * u) - f.get(1, j, columns));
        f.set(6, j + 1, columns + 1, 2 * DIAGONAL * (still + 4.5 * (u + v) * (u + v)) - f.get(5, j, columns));
        f.set(7, j - 1, columns + 1, 2 * DIAGONAL * (still + 4.5 * (v - u) * (v - u)) - f.get(8, j, columns));
    }

    /** Returns the horizontal velocity of a cell; relaxation does not change it. */
    static double velocityX(DoubleView f, int j, int i) {
        return (f.get(1, j, i) - f.get(2, j, i))
                + (f.get(5, j, i) - f.get(6, j, i))
                - (f.get(7, j, i) - f.get(8, j, i));
    }

    /** Returns the vertical velocity of a cell. */
    static double velocityY(DoubleView f, int j, int i) {
        return (f.get(3, j, i) - f.get(4, j, i))
                + (f.get(5, j, i) - f.get(6, j, i))
                + (f.get(7, j, i) - f.get(8, j, i));
    }
}
