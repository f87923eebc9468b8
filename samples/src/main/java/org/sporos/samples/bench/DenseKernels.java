package org.sporos.samples.bench;

import static org.sporos.samples.bench.IrregularKernels.random;
import static org.sporos.samples.bench.IrregularKernels.same;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.sporos.policy.MDRangePolicy;
import org.sporos.policy.RangePolicy;
import org.sporos.samples.bench.TierKernel.Work;
import org.sporos.space.ExecutionSpace;
import org.sporos.view.DoubleView;
import org.sporos.view.IntView;

/** Kernels of {@link TierCompare} over dense data: arithmetic, stencils, small systems, neighbours. */
final class DenseKernels {
    /** The points of {@link #near}, and the number listed for each. */
    private static final int N = 2000;

    private static final int LISTED = 120;

    private DenseKernels() {}

    static List<TierKernel> all() {
        return List.of(
                new TierKernel("square-roots", 500, DenseKernels::roots),
                new TierKernel("local-array", 5000, DenseKernels::localArray),
                new TierKernel("n-body", 400, DenseKernels::bodies),
                new TierKernel("convolution-5x5", 196 * 196, DenseKernels::convolution),
                new TierKernel("transcendental", 5000, DenseKernels::transcendental),
                new TierKernel("limited-flux", 198 * 198, DenseKernels::flux),
                new TierKernel("mandelbrot", 64 * 64, DenseKernels::mandelbrot),
                new TierKernel("half-near", N, space -> near(space, 0.46)),
                new TierKernel("few-near", N, space -> near(space, 0.003)));
    }

    private static Work roots(ExecutionSpace space) {
        int n = 500;
        double[] x = random(n, 21);
        double[] y = new double[n];
        DoubleView xs = DoubleView.copyOf("x", space, x);
        DoubleView ys = DoubleView.of("y", space, n);
        return Work.of(
                RangePolicy.of(n),
                i -> ys.set(i, root(xs.get(i))),
                () -> {
                    for (int i = 0; i < n; i++) {
                        y[i] = root(x[i]);
                    }
                },
                () -> same(ys, y));
    }

    private static double root(double x) {
        double r = x;
        for (int k = 0; k < 400; k++) {
            r = Math.sqrt(r + k);
        }
        return r;
    }

    /** Sorts the values of a window and selects the median. */
    private static Work localArray(ExecutionSpace space) {
        int n = 5000;
        double[] x = random(n + 9, 22);
        double[] y = new double[n];
        DoubleView xs = DoubleView.copyOf("x", space, x);
        DoubleView ys = DoubleView.of("y", space, n);
        return Work.of(
                RangePolicy.of(n),
                i -> {
                    double[] window = new double[9];
                    for (int k = 0; k < 9; k++) {
                        window[k] = xs.get(i + k);
                    }
                    sort(window);
                    ys.set(i, window[4]);
                },
                () -> {
                    for (int i = 0; i < n; i++) {
                        double[] window = new double[9];
                        for (int k = 0; k < 9; k++) {
                            window[k] = x[i + k];
                        }
                        sort(window);
                        y[i] = window[4];
                    }
                },
                () -> same(ys, y));
    }

    private static void sort(double[] window) {
        for (int k = 1; k < 9; k++) {
            double value = window[k];
            int to = k;
            while (to > 0 && window[to - 1] > value) {
                window[to] = window[to - 1];
                to--;
            }
            window[to] = value;
        }
    }

    private static Work bodies(ExecutionSpace space) {
        int n = 400;
        double[] x = random(n, 29);
        double[] y = random(n, 30);
        double[] f = new double[n];
        DoubleView xs = DoubleView.copyOf("x", space, x);
        DoubleView ys = DoubleView.copyOf("y", space, y);
        DoubleView fs = DoubleView.of("f", space, n);
        return Work.of(
                RangePolicy.of(n),
                i -> {
                    double force = 0;
                    for (int j = 0; j < n; j++) {
                        force += pull(xs.get(j) - xs.get(i), ys.get(j) - ys.get(i));
                    }
                    fs.set(i, force);
                },
                () -> {
                    for (int i = 0; i < n; i++) {
                        double force = 0;
                        for (int j = 0; j < n; j++) {
                            force += pull(x[j] - x[i], y[j] - y[i]);
                        }
                        f[i] = force;
                    }
                },
                () -> same(fs, f));
    }

    private static double pull(double p, double q) {
        double d = p * p + q * q + 1e-3;
        return p / (d * Math.sqrt(d));
    }

    private static Work convolution(ExecutionSpace space) {
        int n = 200;
        double[] x = random(n * n, 23);
        double[] w = random(25, 24);
        double[] y = new double[n * n];
        DoubleView xs = DoubleView.of("x", space, n, n);
        xs.assign(x);
        DoubleView ws = DoubleView.of("w", space, 5, 5);
        ws.assign(w);
        DoubleView ys = DoubleView.of("y", space, n, n);
        MDRangePolicy inside = MDRangePolicy.of(new int[] {2, 2}, new int[] {n - 2, n - 2});
        return Work.of(
                inside,
                (i, j) -> {
                    double sum = 0;
                    for (int p = 0; p < 5; p++) {
                        for (int q = 0; q < 5; q++) {
                            sum += ws.get(p, q) * xs.get(i + p - 2, j + q - 2);
                        }
                    }
                    ys.set(i, j, sum);
                },
                () -> {
                    for (int i = 2; i < n - 2; i++) {
                        for (int j = 2; j < n - 2; j++) {
                            double sum = 0;
                            for (int p = 0; p < 5; p++) {
                                for (int q = 0; q < 5; q++) {
                                    sum += w[p * 5 + q] * x[(i + p - 2) * n + j + q - 2];
                                }
                            }
                            y[i * n + j] = sum;
                        }
                    }
                },
                () -> same(ys, y));
    }

    private static Work transcendental(ExecutionSpace space) {
        int n = 5000;
        double[] x = random(n, 33);
        double[] y = new double[n];
        DoubleView xs = DoubleView.copyOf("x", space, x);
        DoubleView ys = DoubleView.of("y", space, n);
        return Work.of(
                RangePolicy.of(n),
                i -> ys.set(i, wave(xs.get(i))),
                () -> {
                    for (int i = 0; i < n; i++) {
                        y[i] = wave(x[i]);
                    }
                },
                () -> same(ys, y));
    }

    private static double wave(double v) {
        return StrictMath.exp(-v) * StrictMath.sin(7 * v) + StrictMath.log(1 + v);
    }

    /** A stencil with branches: an upwind flux with a limiter. */
    private static Work flux(ExecutionSpace space) {
        int n = 200;
        double[] u = random(n * n, 34);
        double[] v = new double[n * n];
        DoubleView us = DoubleView.of("u", space, n, n);
        us.assign(u);
        DoubleView vs = DoubleView.of("v", space, n, n);
        MDRangePolicy inside = MDRangePolicy.of(new int[] {1, 1}, new int[] {n - 1, n - 1});
        return Work.of(
                inside,
                (i, j) -> {
                    double here = us.get(i, j);
                    double across = limited(us.get(i - 1, j) - here, us.get(i + 1, j) - here);
                    double along = limited(us.get(i, j - 1) - here, us.get(i, j + 1) - here);
                    vs.set(i, j, here + 0.1 * (across + along));
                },
                () -> {
                    for (int i = 1; i < n - 1; i++) {
                        for (int j = 1; j < n - 1; j++) {
                            double here = u[i * n + j];
                            double across = limited(u[(i - 1) * n + j] - here, u[(i + 1) * n + j] - here);
                            double along = limited(u[i * n + j - 1] - here, u[i * n + j + 1] - here);
                            v[i * n + j] = here + 0.1 * (across + along);
                        }
                    }
                },
                () -> same(vs, v));
    }

    private static double limited(double back, double on) {
        if (back * on <= 0) {
            return 0;
        }
        double ratio = back / on;
        return ratio < 1 ? on * ratio * (2 - ratio) : back / (1 + ratio);
    }

    private static Work mandelbrot(ExecutionSpace space) {
        int n = 64;
        int[] counts = new int[n * n];
        IntView views = IntView.of("counts", space, n, n);
        return Work.of(
                MDRangePolicy.of(n, n),
                (i, j) -> views.set(i, j, escape(i, j, n)),
                () -> {
                    for (int i = 0; i < n; i++) {
                        for (int j = 0; j < n; j++) {
                            counts[i * n + j] = escape(i, j, n);
                        }
                    }
                },
                () -> Arrays.equals(views.toArray(), counts));
    }

    private static int escape(int i, int j, int n) {
        double a = -2 + 3.0 * i / n;
        double b = -1.5 + 3.0 * j / n;
        double x = 0;
        double y = 0;
        int count = 0;
        while (count < 200 && x * x + y * y < 4) {
            double next = x * x - y * y + a;
            y = 2 * x * y + b;
            x = next;
            count++;
        }
        return count;
    }

    /** Sums over those of 120 listed points in a plane that are within a distance. */
    private static Work near(ExecutionSpace space, double reach2) {
        double[] x = random(N, 41);
        double[] y = random(N, 42);
        double[] sum = new double[N];
        int[] first = new int[N + 1];
        Arrays.setAll(first, i -> LISTED * i);
        int[] list = new Random(43).ints(LISTED * N, 0, N).toArray();
        DoubleView xs = DoubleView.copyOf("x", space, x);
        DoubleView ys = DoubleView.copyOf("y", space, y);
        DoubleView sums = DoubleView.of("sum", space, N);
        IntView firsts = IntView.copyOf("first", space, first);
        IntView lists = IntView.copyOf("list", space, list);
        return Work.of(
                RangePolicy.of(N),
                i -> {
                    double all = 0;
                    for (int k = firsts.get(i); k < firsts.get(i + 1); k++) {
                        double dx = xs.get(lists.get(k)) - xs.get(i);
                        double dy = ys.get(lists.get(k)) - ys.get(i);
                        double d2 = dx * dx + dy * dy;
                        if (d2 < reach2) {
                            all += 1 / (d2 + 0.01);
                        }
                    }
                    sums.set(i, all);
                },
                () -> {
                    for (int i = 0; i < N; i++) {
                        double all = 0;
                        for (int k = first[i]; k < first[i + 1]; k++) {
                            double dx = x[list[k]] - x[i];
                            double dy = y[list[k]] - y[i];
                            double d2 = dx * dx + dy * dy;
                            if (d2 < reach2) {
                                all += 1 / (d2 + 0.01);
                            }
                        }
                        sum[i] = all;
                    }
                },
                () -> same(sums, sum));
    }
}
