package org.sporos.kernel.zoo;

import static org.sporos.kernel.zoo.NamedKernel.exact;

import java.util.List;
import org.sporos.kernel.zoo.NamedKernel.Instance;
import org.sporos.policy.MDRangePolicy;
import org.sporos.policy.RangeBody;
import org.sporos.policy.RangeBody2;
import org.sporos.policy.RangeBody3;
import org.sporos.policy.RangeBody4;
import org.sporos.policy.RangePolicy;
import org.sporos.view.DoubleView;
import org.sporos.view.FloatView;
import org.sporos.view.IntView;
import org.sporos.view.Slice;

/** Kernels that look at the neighbours of an element. */
final class Stencils {
    private Stencils() {}

    static List<NamedKernel> all() {
        return List.of(
                exact("heat1D", Stencils::heat1D),
                exact("fivePoint", Stencils::fivePoint),
                exact("sevenPoint", Stencils::sevenPoint),
                exact("ninePoint", Stencils::ninePoint),
                exact("convolution", Stencils::convolution),
                exact("localFilter", Stencils::localFilter),
                exact("sobel", Stencils::sobel),
                exact("gameOfLife", Stencils::gameOfLife),
                exact("medianOfThree", Stencils::medianOfThree),
                exact("latticeBoltzmann", Stencils::latticeBoltzmann),
                exact("interior", Stencils::interior),
                exact("waveEquation", Stencils::waveEquation));
    }

    private static Instance heat1D() {
        DoubleView u = Data.doubles("u", 100);
        DoubleView v = Data.doubleZeros("v", 100);
        double r = 0.25;
        RangeBody body = i -> v.set(i, u.get(i) + r * (u.get(i - 1) - 2 * u.get(i) + u.get(i + 1)));
        return new Instance(RangePolicy.of(1, 99), body, List.of(u, v));
    }

    private static Instance fivePoint() {
        DoubleView u = Data.doubles("u", 20, 30);
        DoubleView v = Data.doubleZeros("v", 20, 30);
        RangeBody2 body = (i, j) -> v.set(
                i, j, 0.25 * (u.get(i - 1, j) + u.get(i + 1, j) + u.get(i, j - 1) + u.get(i, j + 1)) - u.get(i, j));
        return new Instance(MDRangePolicy.of(new int[] {1, 1}, new int[] {19, 29}), body, List.of(u, v));
    }

    private static Instance sevenPoint() {
        FloatView u = Data.floats("u", 8, 9, 10);
        FloatView v = Data.floatZeros("v", 8, 9, 10);
        RangeBody3 body = (i, j, k) -> {
            float sum = u.get(i - 1, j, k) + u.get(i + 1, j, k);
            sum += u.get(i, j - 1, k) + u.get(i, j + 1, k);
            sum += u.get(i, j, k - 1) + u.get(i, j, k + 1);
            v.set(i, j, k, (sum - 6 * u.get(i, j, k)) / 7);
        };
        return new Instance(MDRangePolicy.of(new int[] {1, 1, 1}, new int[] {7, 8, 9}), body, List.of(u, v));
    }

    /** A box of rank 4, as of a lattice of space and time. */
    private static Instance ninePoint() {
        DoubleView u = Data.doubles("u", 5, 4, 6, 19);
        DoubleView v = Data.doubleZeros("v", 5, 4, 6, 19);
        RangeBody4 body = (t, z, y, x) -> {
            double sum = u.get(t - 1, z, y, x) + u.get(t + 1, z, y, x);
            sum += u.get(t, z - 1, y, x) + u.get(t, z + 1, y, x);
            sum += u.get(t, z, y - 1, x) + u.get(t, z, y + 1, x);
            sum += u.get(t, z, y, x - 1) + u.get(t, z, y, x + 1);
            v.set(t, z, y, x, 0.125 * sum - u.get(t, z, y, x));
        };
        MDRangePolicy inner = MDRangePolicy.of(new int[] {1, 1, 1, 1}, new int[] {4, 3, 5, 18});
        return new Instance(inner, body, List.of(u, v));
    }

    private static Instance convolution() {
        DoubleView image = Data.doubles("image", 14, 15);
        DoubleView mask = Data.doubles("mask", 3, 3);
        DoubleView out = Data.doubleZeros("out", 14, 15);
        int rows = 14;
        int columns = 15;
        RangeBody2 body = (i, j) -> {
            double sum = 0;
            for (int di = -1; di <= 1; di++) {
                for (int dj = -1; dj <= 1; dj++) {
                    int y = i + di;
                    int x = j + dj;
                    if (y >= 0 && y < rows && x >= 0 && x < columns) {
                        sum += image.get(y, x) * mask.get(di + 1, dj + 1);
                    }
                }
            }
            out.set(i, j, sum);
        };
        return new Instance(MDRangePolicy.of(rows, columns), body, List.of(image, mask, out));
    }

    private static Instance localFilter() {
        DoubleView u = Data.doubles("u", 60);
        DoubleView v = Data.doubleZeros("v", 60);
        RangeBody body = i -> {
            double[] weights = {0.1, 0.2, 0.4, 0.2, 0.1};
            double sum = 0;
            for (int k = 0; k < weights.length; k++) {
                int at = Math.min(Math.max(i + k - 2, 0), 59);
                sum += weights[k] * u.get(at);
            }
            v.set(i, sum);
        };
        return new Instance(RangePolicy.of(60), body, List.of(u, v));
    }

    private static Instance sobel() {
        IntView image = Data.ints("image", 256, 12, 12);
        IntView edges = Data.intZeros("edges", 12, 12);
        RangeBody2 body = (i, j) -> {
            int gx = image.get(i - 1, j + 1)
                    + 2 * image.get(i, j + 1)
                    + image.get(i + 1, j + 1)
                    - image.get(i - 1, j - 1)
                    - 2 * image.get(i, j - 1)
                    - image.get(i + 1, j - 1);
            int gy = image.get(i + 1, j - 1)
                    + 2 * image.get(i + 1, j)
                    + image.get(i + 1, j + 1)
                    - image.get(i - 1, j - 1)
                    - 2 * image.get(i - 1, j)
                    - image.get(i - 1, j + 1);
            int magnitude = (int) Math.sqrt((double) (gx * gx + gy * gy));
            edges.set(i, j, magnitude > 255 ? 255 : magnitude);
        };
        return new Instance(MDRangePolicy.of(new int[] {1, 1}, new int[] {11, 11}), body, List.of(image, edges));
    }

    private static Instance gameOfLife() {
        int n = 16;
        IntView now = Data.ints("now", 2, n, n);
        IntView next = Data.intZeros("next", n, n);
        RangeBody2 body = (i, j) -> {
            int alive = 0;
            for (int di = -1; di <= 1; di++) {
                for (int dj = -1; dj <= 1; dj++) {
                    if (di == 0 && dj == 0) {
                        continue;
                    }
                    alive += now.get(Math.floorMod(i + di, n), Math.floorMod(j + dj, n));
                }
            }
            boolean lives = alive == 3 || alive == 2 && now.get(i, j) == 1;
            next.set(i, j, lives ? 1 : 0);
        };
        return new Instance(MDRangePolicy.of(n, n), body, List.of(now, next));
    }

    private static Instance medianOfThree() {
        FloatView u = Data.floats("u", 50);
        FloatView v = Data.floatZeros("v", 50);
        RangeBody body = i -> v.set(i, median(u.get(i - 1), u.get(i), u.get(i + 1)));
        return new Instance(RangePolicy.of(1, 49), body, List.of(u, v));
    }

    private static float median(float a, float b, float c) {
        if (a > b) {
            if (b > c) {
                return b;
            }
            return a > c ? c : a;
        }
        return Math.max(Math.min(b, c), a);
    }

    /** The collision step of D2Q9 with the BGK operator. */
    private static Instance latticeBoltzmann() {
        int n = 10;
        DoubleView f = Data.doubles("f", 9, n, n);
        DoubleView g = Data.doubleZeros("g", 9, n, n);
        double omega = 1.2;
        RangeBody2 body = (i, j) -> {
            double[] w = {4.0 / 9, 1.0 / 9, 1.0 / 9, 1.0 / 9, 1.0 / 9, 1.0 / 36, 1.0 / 36, 1.0 / 36, 1.0 / 36};
            int[] cx = {0, 1, 0, -1, 0, 1, -1, -1, 1};
            int[] cy = {0, 0, 1, 0, -1, 1, 1, -1, -1};
            double rho = 0;
            double ux = 0;
            double uy = 0;
            for (int q = 0; q < 9; q++) {
                double fq = f.get(q, i, j) + 3;
                rho += fq;
                ux += fq * cx[q];
                uy += fq * cy[q];
            }
            ux /= rho;
            uy /= rho;
            double square = 1.5 * (ux * ux + uy * uy);
            for (int q = 0; q < 9; q++) {
                double cu = 3 * (cx[q] * ux + cy[q] * uy);
                double equilibrium = w[q] * rho * (1 + cu + 0.5 * cu * cu - square);
                int ti = (i + cx[q] + n) % n;
                int tj = (j + cy[q] + n) % n;
                double fq = f.get(q, i, j) + 3;
                g.set(q, ti, tj, fq - omega * (fq - equilibrium));
            }
        };
        return new Instance(MDRangePolicy.of(n, n), body, List.of(f, g));
    }

    /** A captured sub-view: strides and offset of its own. */
    private static Instance interior() {
        DoubleView u = Data.doubles("u", 12, 12);
        DoubleView inner = u.subview(Slice.range(1, 11), Slice.range(2, 10));
        DoubleView row = u.subview(Slice.at(0), Slice.all());
        RangeBody2 body = (i, j) -> inner.set(i, j, inner.get(i, j) * 2 + row.get(j));
        return new Instance(MDRangePolicy.of(10, 8), body, List.of(u));
    }

    private static Instance waveEquation() {
        int n = 14;
        DoubleView before = Data.doubles("before", n, n);
        DoubleView now = Data.doubles("now", n, n);
        DoubleView next = Data.doubleZeros("next", n, n);
        double c = 0.5;
        RangeBody2 body = (i, j) -> {
            if (i == 0 || j == 0 || i == n - 1 || j == n - 1) {
                next.set(i, j, 0);
                return;
            }
            double lap =
                    now.get(i - 1, j) + now.get(i + 1, j) + now.get(i, j - 1) + now.get(i, j + 1) - 4 * now.get(i, j);
            next.set(i, j, 2 * now.get(i, j) - before.get(i, j) + c * c * lap);
        };
        return new Instance(MDRangePolicy.of(n, n), body, List.of(before, now, next));
    }
}
