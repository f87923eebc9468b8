package org.sporos.samples;

/**
 * The geometry of a cell with eight corners and flat or curved faces, for kernels. Corners 0 to 3 go around the lower
 * face, counterclockwise seen from above, 4 to 7 around the upper one likewise. Arrays hold one coordinate of all
 * corners.
 *
 * <p>In the coordinates (xi, eta, zeta) from -1 to 1 of a trilinear cell a corner has the signs (-, -, -), (+, -, -),
 * (+, +, -), (-, +, -), and the same with + for the upper four. Sums over the corners with these signs, or products of
 * them, give the mean edges of the cell and the four modes of motion that leave those unchanged, the hourglass modes of
 * D. P. Flanagan and T. Belytschko, Int. J. Numer. Methods Eng. 17 (1981) 679.
 */
final class Hexahedron {
    static final int CORNERS = 8;

    private Hexahedron() {}

    /** Returns the sum with the sign of xi: four times the mean edge in this direction. */
    static double xi(double[] a) {
        return (a[1] + a[2] + a[5] + a[6]) - (a[0] + a[3] + a[4] + a[7]);
    }

    /** Returns the sum with the sign of eta. */
    static double eta(double[] a) {
        return (a[2] + a[3] + a[6] + a[7]) - (a[0] + a[1] + a[4] + a[5]);
    }

    /** Returns the sum with the sign of zeta. */
    static double zeta(double[] a) {
        return (a[4] + a[5] + a[6] + a[7]) - (a[0] + a[1] + a[2] + a[3]);
    }

    /** Returns the sum with the sign of eta zeta, the first hourglass mode. */
    static double etaZeta(double[] a) {
        return (a[0] + a[1] + a[6] + a[7]) - (a[2] + a[3] + a[4] + a[5]);
    }

    /** Returns the sum with the sign of xi zeta, the second hourglass mode. */
    static double xiZeta(double[] a) {
        return (a[0] + a[3] + a[5] + a[6]) - (a[1] + a[2] + a[4] + a[7]);
    }

    /** Returns the sum with the sign of xi eta, the third hourglass mode. */
    static double xiEta(double[] a) {
        return (a[0] + a[2] + a[4] + a[6]) - (a[1] + a[3] + a[5] + a[7]);
    }

    /** Returns the sum with the sign of xi eta zeta, the fourth hourglass mode. */
    static double xiEtaZeta(double[] a) {
        return (a[1] + a[3] + a[4] + a[6]) - (a[0] + a[2] + a[5] + a[7]);
    }

    /** Returns the product a . (b x c) of three vectors. */
    static double triple(
            double ax, double ay, double az, double bx, double by, double bz, double cx, double cy, double cz) {
        return dot(ax, ay, az, cross(by, cz, bz, cy), cross(bz, cx, bx, cz), cross(bx, cy, by, cx));
    }

    /** Returns {@code ab - cd}, contracted to an fma as C++ compilers do by default. */
    private static double cross(double a, double b, double c, double d) {
        return Math.fma(a, b, -c * d);
    }

    private static double dot(double ax, double ay, double az, double bx, double by, double bz) {
        return Math.fma(ax, bx, Math.fma(ay, by, az * bz));
    }

    /** Returns the volume (J. Grandy, Efficient computation of volume of hexahedral cells, UCRL-ID-128886, 1997). */
    static double volume(double[] x, double[] y, double[] z) {
        double first = triple(
                x[3] - x[1] + (x[7] - x[2]),
                y[3] - y[1] + (y[7] - y[2]),
                z[3] - z[1] + (z[7] - z[2]),
                x[6] - x[3],
                y[6] - y[3],
                z[6] - z[3],
                x[2] - x[0],
                y[2] - y[0],
                z[2] - z[0]);
        double second = triple(
                x[4] - x[3] + (x[5] - x[7]),
                y[4] - y[3] + (y[5] - y[7]),
                z[4] - z[3] + (z[5] - z[7]),
                x[6] - x[4],
                y[6] - y[4],
                z[6] - z[4],
                x[7] - x[0],
                y[7] - y[0],
                z[7] - z[0]);
        double third = triple(
                x[1] - x[4] + (x[2] - x[5]),
                y[1] - y[4] + (y[2] - y[5]),
                z[1] - z[4] + (z[2] - z[5]),
                x[6] - x[1],
                y[6] - y[1],
                z[6] - z[1],
                x[5] - x[0],
                y[5] - y[0],
                z[5] - z[0]);
        return (first + second + third) / 12;
    }

    /**
     * Writes the derivatives of the volume with respect to one coordinate of each corner, from the next two coordinates
     * in the cycle x, y, z.
     */
    static void volumeDerivatives(double[] y, double[] z, double[] d) {
        d[0] = volumeDerivative(y, z, 1, 2, 3, 4, 5, 7);
        d[1] = volumeDerivative(y, z, 2, 3, 0, 5, 6, 4);
        d[2] = volumeDerivative(y, z, 3, 0, 1, 6, 7, 5);
        d[3] = volumeDerivative(y, z, 0, 1, 2, 7, 4, 6);
        d[4] = volumeDerivative(y, z, 7, 6, 5, 0, 3, 1);
        d[5] = volumeDerivative(y, z, 4, 7, 6, 1, 0, 2);
        d[6] = volumeDerivative(y, z, 5, 4, 7, 2, 1, 3);
        d[7] = volumeDerivative(y, z, 6, 5, 4, 3, 2, 0);
    }

    /** The six corners share a face with the moved one. */
    private static double volumeDerivative(double[] y, double[] z, int a, int b, int c, int d, int e, int f) {
        return (cross(y[b] + y[c], z[a] + z[b], y[a] + y[b], z[b] + z[c])
                        + cross(y[a] + y[e], z[d] + z[e], y[d] + y[e], z[a] + z[e])
                        + cross(y[d] + y[f], z[c] + z[f], y[c] + y[f], z[d] + z[f]))
                / 12;
    }

    /**
     * Adds one coordinate of the normals at the corners: each of the six faces adds a quarter of its area times its
     * outward normal to each of its corners. The arguments are the next two coordinates in the cycle x, y, z.
     */
    static void normals(double[] y, double[] z, double[] n) {
        double below = areaVector(y, z, 0, 1, 2, 3);
        double front = areaVector(y, z, 0, 4, 5, 1);
        double right = areaVector(y, z, 1, 5, 6, 2);
        double back = areaVector(y, z, 2, 6, 7, 3);
        double left = areaVector(y, z, 3, 7, 4, 0);
        double above = areaVector(y, z, 4, 7, 6, 5);
        n[0] = below + front + left;
        n[1] = below + front + right;
        n[2] = below + right + back;
        n[3] = below + back + left;
        n[4] = front + left + above;
        n[5] = front + right + above;
        n[6] = right + back + above;
        n[7] = back + left + above;
    }

    /** Returns one coordinate of a quarter of a face's area vector: the cross product of its two midlines. */
    private static double areaVector(double[] y, double[] z, int a, int b, int c, int d) {
        double y0 = 0.5 * (y[d] + y[c] - y[b] - y[a]);
        double z0 = 0.5 * (z[d] + z[c] - z[b] - z[a]);
        double y1 = 0.5 * (y[c] + y[b] - y[d] - y[a]);
        double z1 = 0.5 * (z[c] + z[b] - z[d] - z[a]);
        return 0.25 * cross(y0, z1, z0, y1);
    }

    /** Returns the characteristic length for the sound crossing time: the volume over the area of the largest face. */
    static double length(double[] x, double[] y, double[] z, double volume) {
        double most = Math.max(face(x, y, z, 0, 1, 2, 3), face(x, y, z, 4, 5, 6, 7));
        most = Math.max(most, Math.max(face(x, y, z, 0, 1, 5, 4), face(x, y, z, 1, 2, 6, 5)));
        most = Math.max(most, Math.max(face(x, y, z, 2, 3, 7, 6), face(x, y, z, 3, 0, 4, 7)));
        return 4 * volume / Math.sqrt(most);
    }

    /** Returns sixteen times the squared area of a face, from the sum and the difference of its diagonals. */
    private static double face(double[] x, double[] y, double[] z, int a, int b, int c, int d) {
        double fx = x[c] - x[a] - (x[d] - x[b]);
        double fy = y[c] - y[a] - (y[d] - y[b]);
        double fz = z[c] - z[a] - (z[d] - z[b]);
        double gx = x[c] - x[a] + (x[d] - x[b]);
        double gy = y[c] - y[a] + (y[d] - y[b]);
        double gz = z[c] - z[a] + (z[d] - z[b]);
        double fg = dot(fx, fy, fz, gx, gy, gz);
        return cross(dot(fx, fy, fz, fx, fy, fz), dot(gx, gy, gz, gx, gy, gz), fg, fg);
    }
}
