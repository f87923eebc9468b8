package org.sporos.samples;

import org.sporos.space.ExecutionSpace;
import org.sporos.view.DoubleView;

/**
 * A head phantom of ten ellipsoids with additive densities: that of L. A. Shepp and B. F. Logan, IEEE Trans. Nucl. Sci.
 * 21 (1974) 21, in three dimensions and with the higher contrast of P. Toft, The Radon Transform, 1996. It fits into
 * the cube [-1, 1]^3. The integral of its density along a line is known exactly.
 */
final class HeadPhantom {
    /** Density, half axes, centre, and the angle of rotation about the z axis in degrees. */
    private static final double[][] ELLIPSOIDS = {
        {1, 0.69, 0.92, 0.81, 0, 0, 0, 0},
        {-0.8, 0.6624, 0.874, 0.78, 0, -0.0184, 0, 0},
        {-0.2, 0.11, 0.31, 0.22, 0.22, 0, 0, -18},
        {-0.2, 0.16, 0.41, 0.28, -0.22, 0, 0, 18},
        {0.1, 0.21, 0.25, 0.41, 0, 0.35, -0.15, 0},
        {0.1, 0.046, 0.046, 0.05, 0, 0.1, 0.25, 0},
        {0.1, 0.046, 0.046, 0.05, 0, -0.1, 0.25, 0},
        {0.1, 0.046, 0.023, 0.05, -0.08, -0.605, 0, 0},
        {0.1, 0.023, 0.023, 0.02, 0, -0.606, 0, 0},
        {0.1, 0.023, 0.046, 0.02, 0.06, -0.605, 0, 0}
    };

    private static final int COUNT = ELLIPSOIDS.length;
    private static final int NUMBERS = 9;

    private HeadPhantom() {}

    /** Returns a view of the ellipsoids, with reciprocal half axes, and the cosine and sine of the angle. */
    static DoubleView view(ExecutionSpace space) {
        double[] all = new double[COUNT * NUMBERS];
        for (int e = 0; e < COUNT; e++) {
            double turned = StrictMath.toRadians(ELLIPSOIDS[e][7]);
            System.arraycopy(ELLIPSOIDS[e], 0, all, NUMBERS * e, 7);
            for (int axis = 1; axis <= 3; axis++) {
                all[NUMBERS * e + axis] = 1 / ELLIPSOIDS[e][axis];
            }
            all[NUMBERS * e + 7] = StrictMath.cos(turned);
            all[NUMBERS * e + 8] = StrictMath.sin(turned);
        }
        return DoubleView.copyOf("ellipsoids", space, all);
    }

    /** Returns the density at a point. */
    static double density(DoubleView ellipsoids, double x, double y, double z) {
        double sum = 0;
        for (int e = 0; e < COUNT; e++) {
            int at = NUMBERS * e;
            double dx = x - ellipsoids.get(at + 4);
            double dy = y - ellipsoids.get(at + 5);
            double a = alongA(ellipsoids, at, dx, dy);
            double b = alongB(ellipsoids, at, dx, dy);
            double c = (z - ellipsoids.get(at + 6)) * ellipsoids.get(at + 3);
            sum += a * a + b * b + c * c <= 1 ? ellipsoids.get(at) : 0;
        }
        return sum;
    }

    /** Returns the integral of the density along the line from a point (x, y, 0) through another one. */
    static double integral(
            DoubleView ellipsoids, double x, double y, double throughX, double throughY, double throughZ) {
        double dirX = throughX - x;
        double dirY = throughY - y;
        double length = Math.sqrt(dirX * dirX + dirY * dirY + throughZ * throughZ);
        double sum = 0;
        for (int e = 0; e < COUNT; e++) {
            int at = NUMBERS * e;
            double dx = x - ellipsoids.get(at + 4);
            double dy = y - ellipsoids.get(at + 5);
            double a = alongA(ellipsoids, at, dx, dy);
            double b = alongB(ellipsoids, at, dx, dy);
            double c = -ellipsoids.get(at + 6) * ellipsoids.get(at + 3);
            double dirA = alongA(ellipsoids, at, dirX, dirY);
            double dirB = alongB(ellipsoids, at, dirX, dirY);
            double dirC = throughZ * ellipsoids.get(at + 3);
            // The line intersects the surface at |(a, b, c) + t (dirA, dirB, dirC)| = 1.
            double square = dot(dirA, dirB, dirC, dirA, dirB, dirC);
            double half = dot(a, b, c, dirA, dirB, dirC);
            double root = Math.fma(half, half, -square * (dot(a, b, c, a, b, c) - 1));
            sum += root > 0 ? ellipsoids.get(at) * 2 * Math.sqrt(root) / square : 0;
        }
        return sum * length;
    }

    private static double alongA(DoubleView ellipsoids, int at, double x, double y) {
        return Math.fma(x, ellipsoids.get(at + 7), y * ellipsoids.get(at + 8)) * ellipsoids.get(at + 1);
    }

    private static double alongB(DoubleView ellipsoids, int at, double x, double y) {
        return Math.fma(y, ellipsoids.get(at + 7), -x * ellipsoids.get(at + 8)) * ellipsoids.get(at + 2);
    }

    private static double dot(double ax, double ay, double az, double bx, double by, double bz) {
        return Math.fma(ax, bx, Math.fma(ay, by, az * bz));
    }
}
