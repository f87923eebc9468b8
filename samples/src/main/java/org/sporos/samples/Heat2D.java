package org.sporos.samples;

import static org.sporos.reduce.Reducers.Max;
import static org.sporos.reduce.Reducers.Sum;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.param.DoubleParam;
import org.sporos.policy.MDRangePolicy;
import org.sporos.space.ExecutionSpace;
import org.sporos.view.DoubleView;
import org.sporos.view.ViewRing;

/**
 * Hot spots that melt together on a plate with cold edges: the heat equation in two dimensions, explicit in time, with
 * the five-point stencil in space. The plate is a ring of two time levels. The exact solution is known, so the error
 * and its order of convergence are measured.
 */
public final class Heat2D {
    private static final double END = 0.01;

    /** The default number of cells along an edge. */
    static final int CELLS = 256;

    private Heat2D() {}

    /** Runs it: {@code --size=} cells along an edge, {@code --space=}. */
    public static void main(String... args) throws IOException {
        Arguments arguments = Arguments.of(args, "size=" + CELLS);
        int n = arguments.number("size");
        arguments.require(n >= 64, "--size=" + n + " is too coarse for the hot spots; use 64 or more");
        try (ExecutionSpace space = arguments.openSpace()) {
            Report report = new Report("Heat2D", space);
            Solution coarse = solve(space, n / 2);
            Solution fine = solve(space, n);
            report.checkAtMost("greatest error", fine.greatestError, 1.0 / n / n);
            report.checkAtMost("root mean square error", fine.meanError, 0.5 / n / n);
            report.checkBetween("order of convergence", order(coarse, fine), 1.9, 2.1);
            report.time("steps", fine.steps, fine.seconds);
            report.picture("heat2d", HeatPicture.of(fine.frames));
            report.end();
        }
    }

    /** Solves the equation on n x n cells, from time 0 to {@link #END}. */
    static Solution solve(ExecutionSpace space, int n) {
        double h = 1.0 / n;
        int steps = 2 * (int) Math.ceil(END / (0.4 * h * h));
        double r = END / steps / (h * h);
        DoubleParam time = DoubleParam.of("time", 0);

        try (ViewRing<DoubleView> plate = ViewRing.of(2, j -> DoubleView.of("u" + j, space, n + 1, n + 1));
                DoubleView greatest = DoubleView.of("greatest error", space);
                DoubleView squares = DoubleView.of("squared errors", space);
                ExecutableGraph begin = hotSpots(plate.level(0), h).instantiate(space);
                ExecutableGraph step = step(plate, r).instantiate(space);
                ExecutableGraph end =
                        compare(plate.level(0), h, time, greatest, squares).instantiate(space)) {

            DoubleView u = plate.level(0);
            begin.submit();
            List<HeatPicture.Frame> frames = new ArrayList<>();
            long clock = System.nanoTime();
            for (int k = 0; k < steps; k++) {
                if (k == 0 || k == steps / 32 * 2 || k == steps / 8 * 2) {
                    space.fence();
                    frames.add(new HeatPicture.Frame(END * k / steps, u.toArray()));
                }
                step.submit();
            }
            space.fence();
            double seconds = (System.nanoTime() - clock) / 1e9;
            frames.add(new HeatPicture.Frame(END, u.toArray()));

            time.set(END);
            end.submit();
            space.fence();
            double mean = h * Math.sqrt(squares.read());
            return new Solution(n, steps, seconds, greatest.read(), mean, frames);
        }
    }

    /** One step, from level 0 to level 1, which is level 0 of the next step. */
    static Graph step(ViewRing<DoubleView> plate, double r) {
        DoubleView u = plate.level(0);
        DoubleView next = plate.level(1);
        return Graph.define(
                "step",
                root -> root.thenParallelFor("heat", inside(u), (i, j) -> next.set(i, j, next(u, i, j, r)))
                        .thenAdvance("turn", plate));
    }

    /** Returns the next value of a point; r is the time step over the squared cell width. */
    private static double next(DoubleView u, int i, int j, double r) {
        double here = u.get(i, j);
        return here + r * (u.get(i - 1, j) + u.get(i + 1, j) + u.get(i, j - 1) + u.get(i, j + 1) - 4 * here);
    }

    static Graph hotSpots(DoubleView u, double h) {
        return Graph.define("hot spots", root -> {
            root.thenParallelFor("u = exact", inside(u), (i, j) -> u.set(i, j, exact(i * h, j * h, 0)));
        });
    }

    /** The maximum error and the sum of squared errors, at a time set before the submit. */
    private static Graph compare(DoubleView u, double h, DoubleParam time, DoubleView greatest, DoubleView squares) {
        return Graph.define("compare", root -> {
            root.thenParallelReduce(
                    "error",
                    inside(u),
                    Max.into(greatest, (i, j) -> Math.abs(u.get(i, j) - exact(i * h, j * h, time.get()))),
                    Sum.into(squares, (i, j) -> square(u.get(i, j) - exact(i * h, j * h, time.get()))));
        });
    }

    /** All points but the edges, which stay at 0. */
    private static MDRangePolicy inside(DoubleView u) {
        int n = (int) u.extent(0) - 1;
        return MDRangePolicy.of(new int[] {1, 1}, new int[] {n, n});
    }

    /** Returns the exact solution: each sine wave decays at its own rate, proportional to its squared wave number. */
    private static double exact(double x, double y, double t) {
        return spots(x, t) * spots(y, t);
    }

    /** At time 0 this is sin(pi x) (1 - cos(8 pi x)): four spots in a row. */
    private static double spots(double x, double t) {
        return wave(1, x, t) + wave(7, x, t) / 2 - wave(9, x, t) / 2;
    }

    /** {@code StrictMath} has the same bits on the host and on GPUs, {@code Math} has the vendor's. */
    private static double wave(int k, double x, double t) {
        return StrictMath.sin(k * Math.PI * x) * StrictMath.exp(-square(k * Math.PI) * t);
    }

    private static double square(double value) {
        return value * value;
    }

    /** Returns p in {@code error = C h^p}, from two grids. */
    static double order(Solution coarse, Solution fine) {
        return Math.log(coarse.meanError / fine.meanError) / Math.log((double) fine.n / coarse.n);
    }

    /**
     * The results.
     *
     * @param n cells along an edge
     * @param meanError the square root of the mean squared error
     * @param frames the plate at the beginning, after 1/16 and 1/4 of the time, and at the end
     */
    record Solution(
            int n,
            long steps,
            double seconds,
            double greatestError,
            double meanError,
            List<HeatPicture.Frame> frames) {}
}
