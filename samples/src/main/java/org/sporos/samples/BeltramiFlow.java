package org.sporos.samples;

import static org.sporos.reduce.Reducers.Sum;

import java.io.IOException;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.NodeRef;
import org.sporos.param.DoubleParam;
import org.sporos.policy.MDRangePolicy;
import org.sporos.samples.picture.Colours;
import org.sporos.samples.picture.FieldPlot;
import org.sporos.samples.picture.Picture;
import org.sporos.space.ExecutionSpace;
import org.sporos.view.DoubleView;
import org.sporos.view.ViewRing;

/**
 * A periodic flow with an exact solution: velocity is parallel to vorticity (a Beltrami flow; this one is named after
 * Arnold, Beltrami and Childress), so that it keeps its form and decays as exp(-nu k^2 t). The lattice Boltzmann method
 * in three dimensions, {@link D3Q19}, is compared with it, and its order of convergence is measured.
 *
 * <p>With k = 2 pi / n cells, u = U (sin kz + cos ky, sin kx + cos kz, sin ky + cos kx), and the pressure is (3 U^2 -
 * u.u) / 2.
 */
public final class BeltramiFlow {
    /** In cells and steps. The speed U is 1 / n, so that all grids have the same Reynolds number. */
    private static final double VISCOSITY = 0.05;

    /** The exponent of the decay at the end. */
    private static final double FADED = 0.5;

    private static final double MAGIC = 3.0 / 16;

    private BeltramiFlow() {}

    /** Runs it: {@code --size=} cells along an edge, {@code --space=}. */
    public static void main(String... args) throws IOException {
        Arguments arguments = Arguments.of(args, "size=32");
        int n = arguments.number("size");
        arguments.require(n >= 16 && n % 2 == 0, "--size=" + n + " must be even and 16 or more");
        try (ExecutionSpace space = arguments.openSpace()) {
            Report report = new Report("BeltramiFlow", space);
            VortexFlow coarse = solve(space, n / 2, FADED);
            VortexFlow fine = solve(space, n, FADED);
            report.checkAtMost("error over the mean speed", fine.error, 10.0 / n / n);
            // The error includes sound waves from the sudden start, at different phases.
            report.checkBetween("order of convergence", order(coarse, fine), 1.6, 2.4);
            report.time("steps", fine.steps, fine.seconds);
            report.picture("beltrami-flow", picture(fine));
            report.end();
        }
    }

    /** Runs the flow until it has decayed by a power of e, on n cells along each edge. */
    static VortexFlow solve(ExecutionSpace space, int n, double faded) {
        double k = 2 * Math.PI / n;
        int submits = (int) Math.ceil(faded / (VISCOSITY * k * k) / 2);
        DoubleParam speed = DoubleParam.of("speed", 1.0 / n);
        try (ViewRing<DoubleView> fluid = fluid(space, n);
                DoubleView squares = DoubleView.of("squared errors", space);
                DoubleView slice = DoubleView.of("slice", space, n, n);
                ExecutableGraph begin = begin(fluid, speed).instantiate(space);
                ExecutableGraph steps = twoSteps(fluid).instantiate(space);
                ExecutableGraph end =
                        compare(fluid.level(0), speed, squares, slice).instantiate(space)) {
            begin.submit();
            space.fence();
            long clock = System.nanoTime();
            try (RunBar bar = RunBar.of("pairs of steps", submits, space)) {
                for (int s = 0; s < submits; s++) {
                    steps.submit();
                    bar.submitted();
                }
            }
            space.fence();
            double seconds = (System.nanoTime() - clock) / 1e9;
            double last = Math.exp(-VISCOSITY * k * k * 2 * submits) / n;
            speed.set(last);
            end.submit();
            double error = Math.sqrt(squares.read() / ((double) n * n * n)) / (Math.sqrt(3) * last);
            return new VortexFlow(n, 2L * submits, seconds, error, slice.toArray());
        }
    }

    /** The populations of n x n x n cells, at two times. */
    static ViewRing<DoubleView> fluid(ExecutionSpace space, int n) {
        return ViewRing.of(2, j -> DoubleView.of("f" + j, space, D3Q19.VELOCITIES, n, n, n));
    }

    static Graph begin(ViewRing<DoubleView> fluid, DoubleParam speed) {
        DoubleView f = fluid.level(0);
        int n = (int) f.extent(1);
        double wave = 2 * Math.PI / n;
        return Graph.define(
                "begin",
                root -> root.thenParallelFor("f", cells(n), (k, j, i) -> {
                    double u = speed.get() * circle(wave * k, wave * j);
                    double v = speed.get() * circle(wave * i, wave * k);
                    double w = speed.get() * circle(wave * j, wave * i);
                    double pressure = 0.5 * (3 * speed.get() * speed.get() - (u * u + v * v + w * w));
                    D3Q19.begin(f, k, j, i, 1 + 3 * pressure, u, v, w);
                }));
    }

    /** {@code StrictMath} has the same bits on the host and on GPUs. */
    private static double circle(double first, double second) {
        return StrictMath.sin(first) + StrictMath.cos(second);
    }

    /** Two steps, as a submit per step would cost more than a step of a small box. */
    static Graph twoSteps(ViewRing<DoubleView> fluid) {
        return Graph.define("two steps", root -> step(step(root, fluid), fluid));
    }

    private static NodeRef step(NodeRef root, ViewRing<DoubleView> fluid) {
        DoubleView f = fluid.level(0);
        DoubleView g = fluid.level(1);
        int n = (int) f.extent(1);
        double even = D2Q9.evenRate(VISCOSITY);
        double odd = D2Q9.oddRate(VISCOSITY, MAGIC);
        return root.thenParallelFor("move and relax", cells(n), (k, j, i) -> D3Q19.step(f, g, k, j, i, n, even, odd))
                .thenAdvance("turn", fluid);
    }

    private static Graph compare(DoubleView f, DoubleParam speed, DoubleView squares, DoubleView slice) {
        int n = (int) f.extent(1);
        double wave = 2 * Math.PI / n;
        return Graph.define("compare", root -> {
            root.thenParallelReduce("error", cells(n), Sum.into(squares, (k, j, i) -> {
                double u = D3Q19.velocityX(f, k, j, i) - speed.get() * circle(wave * k, wave * j);
                double v = D3Q19.velocityY(f, k, j, i) - speed.get() * circle(wave * i, wave * k);
                double w = D3Q19.velocityZ(f, k, j, i) - speed.get() * circle(wave * j, wave * i);
                return u * u + v * v + w * w;
            }));
            root.thenParallelFor(
                    "slice", MDRangePolicy.of(n, n), (j, i) -> slice.set(j, i, n * D3Q19.velocityZ(f, 0, j, i)));
        });
    }

    private static MDRangePolicy cells(int n) {
        return MDRangePolicy.of(n, n, n);
    }

    /** Returns p in {@code error = C h^p}, from two grids. */
    static double order(VortexFlow coarse, VortexFlow fine) {
        return Math.log(coarse.error / fine.error) / Math.log((double) fine.n / coarse.n);
    }

    private static Picture picture(VortexFlow flow) {
        int n = flow.n;
        return new FieldPlot("x / edge", "y / edge", "velocity along z / first U")
                .title("Beltrami flow at z = 0, faded by exp(−" + FADED + ")")
                .range(-2, 2)
                .colours(Colours::tide)
                .panel("", n, n, (i, j) -> flow.slice[j * n + i])
                .draw();
    }

    /**
     * The final flow.
     *
     * @param error the root of the mean squared error over that of the mean squared velocity
     * @param slice the velocities along z in the layer z = 0, relative to the initial U
     */
    @SuppressWarnings("ArrayRecordComponent")
    record VortexFlow(int n, long steps, double seconds, double error, double[] slice) {}

    /**
     * The lattice Boltzmann method in three dimensions with nineteen velocities, in a periodic box: as {@link D2Q9},
     * with weights 1/3, 1/18 (six times) and 1/36 (twelve times). Velocities are numbered in opposite pairs: 1 along x,
     * 3 along y, 5 along z, 7 (1, 1, 0), 9 (1, -1, 0), 11 (1, 0, 1), 13 (1, 0, -1), 15 (0, 1, 1), 17 (0, 1, -1).
     *
     * <p>A view {@code f(q, k, j, i)} holds the cell at (x, y, z) = (i, j, k).
     */
    private static final class D3Q19 {
        static final int VELOCITIES = 19;

        private static final double REST = 1.0 / 3;
        private static final double STRAIGHT = 1.0 / 18;
        private static final double DIAGONAL = 1.0 / 36;

        private D3Q19() {}

        /** Writes the equilibrium populations of a fluid with velocity (u, v, w). */
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

        private static void beginPair(
                DoubleView f, int q, int k, int j, int i, double weight, double still, double along) {
            f.set(q, k, j, i, weight * (still + 4.5 * along * along + 3 * along));
            f.set(q + 1, k, j, i, weight * (still + 4.5 * along * along - 3 * along));
        }

        /** Streams the populations into a cell, relaxes them, and writes the next populations g. */
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
            return net(f, 1, k, j, i)
                    + net(f, 7, k, j, i)
                    + net(f, 9, k, j, i)
                    + net(f, 11, k, j, i)
                    + net(f, 13, k, j, i);
        }

        /** Returns the velocity of a cell along y. */
        static double velocityY(DoubleView f, int k, int j, int i) {
            return net(f, 3, k, j, i)
                    + net(f, 7, k, j, i)
                    - net(f, 9, k, j, i)
                    + net(f, 15, k, j, i)
                    + net(f, 17, k, j, i);
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
}
