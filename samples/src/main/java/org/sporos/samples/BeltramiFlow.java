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
import org.sporos.samples.picture.Raster;
import org.sporos.space.ExecutionSpace;
import org.sporos.view.DoubleView;
import org.sporos.view.ViewRing;

/**
 * A flow in a periodic box that is known exactly: each velocity is parallel to its vorticity (a flow of Beltrami;
 * this one is named after Arnold, Beltrami and Childress), so that it keeps its form and fades as exp(-nu k^2 t).
 * The lattice Boltzmann method in three dimensions, {@link D3Q19}, is compared with it, and its order of convergence
 * is measured.
 *
 * <p>With k = 2 pi / n cells, u = U (sin kz + cos ky, sin kx + cos kz, sin ky + cos kx), and the pressure is
 * (3 U^2 - u.u) / 2.
 */
public final class BeltramiFlow {
    /** In cells and steps. The speed U is 1 / n, so that the Reynolds number is that of all grids. */
    private static final double VISCOSITY = 0.05;

    /** By which power of e the flow fades. */
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
            // Sound of the sudden beginning is in the error too, at one phase or another.
            report.checkBetween("order of convergence", order(coarse, fine), 1.6, 2.4);
            report.time("steps", fine.steps, fine.seconds);
            report.picture("beltrami-flow", picture(fine));
            report.end();
        }
    }

    /** Lets the flow fade by a power of e, on n cells along each edge. */
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

    /** Two steps, as a submit for each would cost more than a step of a small box. */
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

    private static Raster picture(VortexFlow flow) {
        int n = flow.n;
        return new FieldPlot("x / edge", "y / edge", "w / first U")
                .title("Beltrami flow, velocity along z at z = 0, faded by exp(-" + FADED + ")")
                .range(-2, 2)
                .colours(Colours::tide)
                .draw(n, n, Math.max(1, 384 / n), (i, j) -> flow.slice[j * n + i]);
    }

    /**
     * The flow in the end.
     *
     * @param error the root of the mean squared error over that of the mean squared velocity
     * @param slice the velocities along z in the layer z = 0, over the first U
     */
    @SuppressWarnings("ArrayRecordComponent")
    record VortexFlow(int n, long steps, double seconds, double error, double[] slice) {}
}
