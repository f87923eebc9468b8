package org.sporos.samples.bench;

import static org.sporos.samples.bench.IrregularKernels.random;
import static org.sporos.samples.bench.IrregularKernels.same;

import java.util.Arrays;
import java.util.List;
import org.sporos.graph.Graph;
import org.sporos.graph.NodeRef;
import org.sporos.policy.MDRangePolicy;
import org.sporos.policy.RangePolicy;
import org.sporos.samples.bench.TierKernel.Work;
import org.sporos.space.ExecutionSpace;
import org.sporos.view.DoubleView;
import org.sporos.view.FloatView;

/** Kernels of {@link TierCompare} over images and three-dimensional vectors. */
final class ImageKernels {
    private ImageKernels() {}

    static List<TierKernel> all() {
        return List.of(
                new TierKernel("convolution-5x5", 196 * 196, ImageKernels::convolution),
                new TierKernel("convolution-flat", 200 * 200, ImageKernels::flat),
                new TierKernel("rotation", 20_000, ImageKernels::rotation),
                new TierKernel("quaternion", 20_000, ImageKernels::quaternion),
                new TierKernel("float4-addition", 256 * 256, ImageKernels::float4));
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

    /** The same on flat arrays, with border handling at the edges of the image. */
    private static Work flat(ExecutionSpace space) {
        int n = 200;
        float[] x = floats(n * n, 35);
        float[] w = floats(25, 36);
        float[] y = new float[n * n];
        FloatView xs = FloatView.copyOf("x", space, x);
        FloatView ws = FloatView.copyOf("w", space, w);
        FloatView ys = FloatView.of("y", space, n * n);
        return Work.of(
                RangePolicy.of(n * n),
                at -> {
                    int row = at / n;
                    int column = at % n;
                    float sum = 0;
                    for (int p = -2; p <= 2; p++) {
                        for (int q = -2; q <= 2; q++) {
                            int r = row + p;
                            int c = column + q;
                            if (r >= 0 && r < n && c >= 0 && c < n) {
                                sum += ws.get((p + 2) * 5 + q + 2) * xs.get(r * n + c);
                            }
                        }
                    }
                    ys.set(at, sum);
                },
                () -> {
                    for (int at = 0; at < n * n; at++) {
                        int row = at / n;
                        int column = at % n;
                        float sum = 0;
                        for (int p = -2; p <= 2; p++) {
                            for (int q = -2; q <= 2; q++) {
                                int r = row + p;
                                int c = column + q;
                                if (r >= 0 && r < n && c >= 0 && c < n) {
                                    sum += w[(p + 2) * 5 + q + 2] * x[r * n + c];
                                }
                            }
                        }
                        y[at] = sum;
                    }
                },
                () -> Arrays.equals(ys.toArray(), y));
    }

    private static Work rotation(ExecutionSpace space) {
        int n = 20_000;
        double[] v = random(3 * n, 25);
        double[] r = random(9, 26);
        double[] w = new double[3 * n];
        DoubleView vs = DoubleView.of("v", space, n, 3);
        vs.assign(v);
        DoubleView rs = DoubleView.of("r", space, 3, 3);
        rs.assign(r);
        DoubleView out = DoubleView.of("w", space, n, 3);
        return Work.of(
                RangePolicy.of(n),
                i -> {
                    for (int a = 0; a < 3; a++) {
                        double sum = 0;
                        for (int b = 0; b < 3; b++) {
                            sum += rs.get(a, b) * vs.get(i, b);
                        }
                        out.set(i, a, sum);
                    }
                },
                () -> {
                    for (int i = 0; i < n; i++) {
                        for (int a = 0; a < 3; a++) {
                            double sum = 0;
                            for (int b = 0; b < 3; b++) {
                                sum += r[a * 3 + b] * v[i * 3 + b];
                            }
                            w[i * 3 + a] = sum;
                        }
                    }
                },
                () -> same(out, w));
    }

    /** Vectors rotated by a unit quaternion, and rotated once more. */
    private static Work quaternion(ExecutionSpace space) {
        int n = 20_000;
        double[] v = random(3 * n, 37);
        double[] once = new double[3 * n];
        double[] twice = new double[3 * n];
        DoubleView vs = DoubleView.copyOf("v", space, v);
        DoubleView onces = DoubleView.of("once", space, 3 * n);
        DoubleView twices = DoubleView.of("twice", space, 3 * n);
        Graph graph = Graph.define("quaternion", root -> turn(turn(root, vs, onces, n, 0.5), onces, twices, n, 0.25));
        return new Work(
                graph,
                () -> {
                    turn(v, once, n, 0.5);
                    turn(once, twice, n, 0.25);
                },
                () -> same(twices, twice));
    }

    private static NodeRef turn(NodeRef last, DoubleView v, DoubleView w, int n, double b) {
        return last.thenParallelFor("turn", RangePolicy.of(n), i -> {
            double a = 0.5;
            double x = v.get(3 * i);
            double y = v.get(3 * i + 1);
            double z = v.get(3 * i + 2);
            double s = 2 * b * (x + y + z);
            double t = a * a - 3 * b * b;
            w.set(3 * i, s * b + t * x + 2 * a * b * (z - y));
            w.set(3 * i + 1, s * b + t * y + 2 * a * b * (x - z));
            w.set(3 * i + 2, s * b + t * z + 2 * a * b * (y - x));
        });
    }

    private static void turn(double[] v, double[] w, int n, double b) {
        for (int i = 0; i < n; i++) {
            double a = 0.5;
            double x = v[3 * i];
            double y = v[3 * i + 1];
            double z = v[3 * i + 2];
            double s = 2 * b * (x + y + z);
            double t = a * a - 3 * b * b;
            w[3 * i] = s * b + t * x + 2 * a * b * (z - y);
            w[3 * i + 1] = s * b + t * y + 2 * a * b * (x - z);
            w[3 * i + 2] = s * b + t * z + 2 * a * b * (y - x);
        }
    }

    /** The saturated sum of two images of four channels. */
    private static Work float4(ExecutionSpace space) {
        int n = 256;
        float[] a = floats(4 * n * n, 27);
        float[] b = floats(4 * n * n, 28);
        float[] c = new float[4 * n * n];
        FloatView as = FloatView.of("a", space, n, n, 4);
        as.assign(a);
        FloatView bs = FloatView.of("b", space, n, n, 4);
        bs.assign(b);
        FloatView cs = FloatView.of("c", space, n, n, 4);
        return Work.of(
                MDRangePolicy.of(n, n),
                (i, j) -> {
                    cs.set(i, j, 0, Math.min(1f, as.get(i, j, 0) + bs.get(i, j, 0)));
                    cs.set(i, j, 1, Math.min(1f, as.get(i, j, 1) + bs.get(i, j, 1)));
                    cs.set(i, j, 2, Math.min(1f, as.get(i, j, 2) + bs.get(i, j, 2)));
                    cs.set(i, j, 3, as.get(i, j, 3));
                },
                () -> {
                    for (int i = 0; i < n; i++) {
                        for (int j = 0; j < n; j++) {
                            int at = 4 * (i * n + j);
                            c[at] = Math.min(1f, a[at] + b[at]);
                            c[at + 1] = Math.min(1f, a[at + 1] + b[at + 1]);
                            c[at + 2] = Math.min(1f, a[at + 2] + b[at + 2]);
                            c[at + 3] = a[at + 3];
                        }
                    }
                },
                () -> Arrays.equals(cs.toArray(), c));
    }

    private static float[] floats(int n, int seed) {
        double[] values = random(n, seed);
        float[] floats = new float[n];
        for (int i = 0; i < n; i++) {
            floats[i] = (float) values[i];
        }
        return floats;
    }
}
