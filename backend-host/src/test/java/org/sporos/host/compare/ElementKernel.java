package org.sporos.host.compare;

import org.sporos.space.ExecutionSpace;
import org.sporos.view.DoubleView;
import org.sporos.view.IntView;
import org.sporos.view.View;

/**
 * The element kernels of a hydrodynamics code on hexahedra: local arrays of eight corners that helpers fill and read.
 */
final class ElementKernel implements AutoCloseable {
    private final int edge;
    final int elements;
    private final IntView corners;
    private final DoubleView x;
    private final DoubleView y;
    private final DoubleView z;
    private final DoubleView force;
    private final DoubleView volume;
    final DoubleView step;

    ElementKernel(ExecutionSpace space, int edge) {
        this.edge = edge;
        this.elements = edge * edge * edge;
        int nodes = (edge + 1) * (edge + 1) * (edge + 1);
        corners = IntView.of("corners", space, elements, 8);
        x = DoubleView.of("x", space, nodes);
        y = DoubleView.of("y", space, nodes);
        z = DoubleView.of("z", space, nodes);
        force = DoubleView.of("force", space, elements, 24);
        volume = DoubleView.of("volume", space, elements);
        step = DoubleView.of("step", space);
        fill();
    }

    private void fill() {
        int n = edge + 1;
        for (int e = 0; e < elements; e++) {
            int first = e / edge / edge * n * n + e / edge % edge * n + e % edge;
            int[] offsets = {0, 1, n + 1, n, n * n, n * n + 1, n * n + n + 1, n * n + n};
            for (int k = 0; k < 8; k++) {
                corners.set(e, k, first + offsets[k]);
            }
        }
        for (int p = 0; p < n * n * n; p++) {
            x.set(p, p % n + 0.1 * Math.sin(p));
            y.set(p, p / n % n + 0.1 * Math.cos(p));
            z.set(p, p / n / n + 0.1 * Math.sin(2 * p));
        }
    }

    /** The forces of one element at its corners. */
    void forces(int e) {
        double[] px = new double[8];
        double[] py = new double[8];
        double[] pz = new double[8];
        for (int k = 0; k < 8; k++) {
            int corner = corners.get(e, k);
            px[k] = x.get(corner);
            py[k] = y.get(corner);
            pz[k] = z.get(corner);
        }
        double[] nx = new double[8];
        double[] ny = new double[8];
        double[] nz = new double[8];
        normal(nx, ny, nz, 0, 1, 2, 3, px, py, pz);
        normal(nx, ny, nz, 0, 4, 5, 1, px, py, pz);
        normal(nx, ny, nz, 1, 5, 6, 2, px, py, pz);
        normal(nx, ny, nz, 2, 6, 7, 3, px, py, pz);
        normal(nx, ny, nz, 3, 7, 4, 0, px, py, pz);
        normal(nx, ny, nz, 4, 7, 6, 5, px, py, pz);
        double v = volume(px, nx);
        double[] hx = new double[4];
        double[] hy = new double[4];
        double[] hz = new double[4];
        for (int mode = 0; mode < 4; mode++) {
            for (int k = 0; k < 8; k++) {
                double gamma = gamma(mode, k);
                hx[mode] += gamma * px[k];
                hy[mode] += gamma * py[k];
                hz[mode] += gamma * pz[k];
            }
        }
        for (int k = 0; k < 8; k++) {
            double fx = nx[k] / v;
            double fy = ny[k] / v;
            double fz = nz[k] / v;
            for (int mode = 0; mode < 4; mode++) {
                fx -= gamma(mode, k) * hx[mode];
                fy -= gamma(mode, k) * hy[mode];
                fz -= gamma(mode, k) * hz[mode];
            }
            force.set(e, k, fx);
            force.set(e, 8 + k, fy);
            force.set(e, 16 + k, fz);
        }
        volume.set(e, v);
    }

    /** The time that a wave takes through one element: a contribution to a minimum. */
    double crossing(int e) {
        double[] px = new double[8];
        double[] py = new double[8];
        double[] pz = new double[8];
        for (int k = 0; k < 8; k++) {
            int corner = corners.get(e, k);
            px[k] = x.get(corner);
            py[k] = y.get(corner);
            pz[k] = z.get(corner);
        }
        double area = Math.max(area(px, py, pz, 0, 1, 2, 3), area(px, py, pz, 4, 5, 6, 7));
        area = Math.max(area, Math.max(area(px, py, pz, 0, 1, 5, 4), area(px, py, pz, 1, 2, 6, 5)));
        area = Math.max(area, Math.max(area(px, py, pz, 2, 3, 7, 6), area(px, py, pz, 3, 0, 4, 7)));
        double length = 4 * volume.get(e) / Math.sqrt(area);
        return length < 1e-20 ? 1e20 : length / (1 + 0.25 * Math.abs(px[0]));
    }

    /** The median of a coordinate of the corners, sorted in place: the indexes are known only while it runs. */
    double sorted(int e) {
        double[] v = new double[8];
        int n = 0;
        for (int k = 0; k < 8; k++) {
            double value = x.get(corners.get(e, k));
            int at = n++;
            while (at > 0 && v[at - 1] > value) {
                v[at] = v[at - 1];
                at--;
            }
            v[at] = value;
        }
        return 0.5 * (v[3] + v[4]);
    }

    void median(int e) {
        volume.set(e, sorted(e));
    }

    private static void normal(
            double[] nx, double[] ny, double[] nz, int a, int b, int c, int d, double[] x, double[] y, double[] z) {
        double x0 = 0.5 * (x[d] + x[c] - x[b] - x[a]);
        double y0 = 0.5 * (y[d] + y[c] - y[b] - y[a]);
        double z0 = 0.5 * (z[d] + z[c] - z[b] - z[a]);
        double x1 = 0.5 * (x[c] + x[b] - x[d] - x[a]);
        double y1 = 0.5 * (y[c] + y[b] - y[d] - y[a]);
        double z1 = 0.5 * (z[c] + z[b] - z[d] - z[a]);
        add(nx, 0.25 * (y0 * z1 - z0 * y1), a, b, c, d);
        add(ny, 0.25 * (z0 * x1 - x0 * z1), a, b, c, d);
        add(nz, 0.25 * (x0 * y1 - y0 * x1), a, b, c, d);
    }

    private static void add(double[] to, double value, int a, int b, int c, int d) {
        to[a] += value;
        to[b] += value;
        to[c] += value;
        to[d] += value;
    }

    private static double volume(double[] x, double[] nx) {
        double sum = 0;
        for (int k = 0; k < 8; k++) {
            sum += x[k] * nx[k];
        }
        return Math.abs(sum) / 3 + 1e-3;
    }

    private static double area(double[] x, double[] y, double[] z, int a, int b, int c, int d) {
        double fx = x[c] - x[a] - (x[d] - x[b]);
        double fy = y[c] - y[a] - (y[d] - y[b]);
        double fz = z[c] - z[a] - (z[d] - z[b]);
        double gx = x[c] - x[a] + (x[d] - x[b]);
        double gy = y[c] - y[a] + (y[d] - y[b]);
        double gz = z[c] - z[a] + (z[d] - z[b]);
        double mixed = fx * gx + fy * gy + fz * gz;
        return (fx * fx + fy * fy + fz * fz) * (gx * gx + gy * gy + gz * gz) - mixed * mixed;
    }

    private static double gamma(int mode, int corner) {
        int bits = switch (mode) {
            case 0 -> 0b00111100;
            case 1 -> 0b01100110;
            case 2 -> 0b01011010;
            default -> 0b10100101;
        };
        return (bits >> corner & 1) == 0 ? 1 : -1;
    }

    @Override
    public void close() {
        for (View view : new View[] {corners, x, y, z, force, volume, step}) {
            view.close();
        }
    }
}
