package org.sporos.samples.bench;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/** The V cycles of {@link org.sporos.samples.Multigrid} on a square in plain Java, serial or with parallel streams. */
final class PlainMultigrid extends PlainCode {
    /** The number of V cycles in a solution. */
    static final int CYCLES = 8;

    private final List<Grid> grids = new ArrayList<>();
    private double norm;

    PlainMultigrid(int n, boolean parallel) {
        super(parallel);
        for (int points = n; points >= 1; points /= 2) {
            grids.add(new Grid(points));
        }
        Grid fine = grids.get(0);
        each(1, n + 1, i -> {
            for (int j = 1; j <= n; j++) {
                double x = i * fine.h;
                double y = j * fine.h;
                fine.f[i * fine.width + j] = bend(x) * hill(y) + hill(x) * bend(y);
            }
        });
    }

    private static double hill(double x) {
        return x * x * (1 - x * x);
    }

    private static double bend(double x) {
        return 12 * x * x - 2;
    }

    /** Solves again; the norm of the residual is computed in each cycle, as in a solver. */
    @Override
    public void run() {
        Grid fine = grids.get(0);
        Arrays.fill(fine.u, 0);
        norm = norm(fine);
        for (int cycle = 0; cycle < CYCLES; cycle++) {
            vCycle(0);
            norm = norm(fine);
        }
    }

    /** Returns the solution, including the boundary zeros. */
    @Override
    public double[] solution() {
        return grids.get(0).u;
    }

    /** Returns the operations of a V cycle on the finest grid, by name. */
    Map<String, Runnable> kernels() {
        Grid fine = grids.get(0);
        Grid coarse = grids.get(1);
        Map<String, Runnable> all = new LinkedHashMap<>();
        all.put("relax", () -> relax(fine, 0));
        all.put("residual", () -> residual(fine));
        all.put("restrict", () -> restrict(fine, coarse));
        all.put("prolong", () -> prolong(coarse, fine));
        all.put("norm", () -> norm(fine));
        return all;
    }

    private void vCycle(int level) {
        Grid fine = grids.get(level);
        if (fine.n == 1) {
            relax(fine, 0);
            return;
        }
        Grid coarse = grids.get(level + 1);
        relax(fine, 0);
        relax(fine, 1);
        residual(fine);
        restrict(fine, coarse);
        vCycle(level + 1);
        prolong(coarse, fine);
        relax(fine, 0);
        relax(fine, 1);
    }

    private void relax(Grid g, int colour) {
        double[] u = g.u;
        double[] f = g.f;
        int n = g.n;
        int w = g.width;
        double h2 = g.h * g.h;
        each(1, n + 1, i -> {
            for (int j = 1 + (i + 1 + colour) % 2; j <= n; j += 2) {
                int at = i * w + j;
                u[at] = (u[at - w] + u[at + w] + u[at - 1] + u[at + 1] + h2 * f[at]) / 4;
            }
        });
    }

    private void residual(Grid g) {
        double[] r = g.r;
        each(1, g.n + 1, i -> {
            for (int j = 1; j <= g.n; j++) {
                r[i * g.width + j] = g.residual(i * g.width + j);
            }
        });
    }

    private double norm(Grid g) {
        IntToDoubleFunction row = i -> {
            double sum = 0;
            for (int j = 1; j <= g.n; j++) {
                double r = g.residual(i * g.width + j);
                sum += r * r;
            }
            return sum;
        };
        if (parallel) {
            return Math.sqrt(
                    IntStream.rangeClosed(1, g.n).parallel().mapToDouble(row).sum());
        }
        double sum = 0;
        for (int i = 1; i <= g.n; i++) {
            sum += row.applyAsDouble(i);
        }
        return Math.sqrt(sum);
    }

    private void restrict(Grid fine, Grid coarse) {
        double[] r = fine.r;
        int w = fine.width;
        each(1, coarse.n + 1, i -> {
            for (int j = 1; j <= coarse.n; j++) {
                int at = 2 * i * w + 2 * j;
                double corners = r[at - w - 1] + r[at - w + 1] + r[at + w - 1] + r[at + w + 1];
                double sides = r[at - w] + r[at + w] + r[at - 1] + r[at + 1];
                coarse.u[i * coarse.width + j] = 0;
                coarse.f[i * coarse.width + j] = (4 * r[at] + 2 * sides + corners) / 16;
            }
        });
    }

    private void prolong(Grid coarse, Grid fine) {
        double[] c = coarse.u;
        each(1, fine.n + 1, i -> {
            int low = i / 2 * coarse.width;
            int high = (i + 1) / 2 * coarse.width;
            for (int j = 1; j <= fine.n; j++) {
                int left = j / 2;
                int right = (j + 1) / 2;
                fine.u[i * fine.width + j] += (c[low + left] + c[low + right] + (c[high + left] + c[high + right])) / 4;
            }
        });
    }

    private static final class Grid {
        private final int n;
        private final int width;
        private final double h;
        private final double[] u;
        private final double[] f;
        private final double[] r;

        Grid(int n) {
            this.n = n;
            width = n + 2;
            h = 1.0 / (n + 1);
            u = new double[width * width];
            f = new double[width * width];
            r = new double[width * width];
        }

        double residual(int at) {
            return f[at] + (u[at - width] + u[at + width] + u[at - 1] + u[at + 1] - 4 * u[at]) / (h * h);
        }
    }
}
