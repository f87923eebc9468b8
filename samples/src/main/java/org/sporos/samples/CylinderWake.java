package org.sporos.samples;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.NodeRef;
import org.sporos.param.DoubleParam;
import org.sporos.policy.MDRangePolicy;
import org.sporos.policy.RangePolicy;
import org.sporos.samples.picture.Colours;
import org.sporos.samples.picture.FieldPlot;
import org.sporos.samples.picture.Picture;
import org.sporos.samples.picture.Plot;
import org.sporos.space.ExecutionSpace;
import org.sporos.view.DoubleView;
import org.sporos.view.IntView;
import org.sporos.view.ViewRing;

/**
 * Vortex shedding of a cylinder in a channel at a Reynolds number of 100, by the lattice Boltzmann method, {@link
 * D2Q9}, and its frequency. The geometry is the test case 2D-2 of M. Schaefer and S. Turek, Benchmark computations of
 * laminar flow around a cylinder, in Notes on Numerical Fluid Mechanics 52 (1996) 547: a channel of 22 x 4.1 diameters,
 * the centre of the cylinder 2 diameters from the inflow and from the floor. The Strouhal number, shedding frequency
 * times diameter over mean inflow, is 0.295 to 0.305 there.
 *
 * <p>Lengths are in diameters, times in diameters over the mean speed of the inflow.
 */
public final class CylinderWake {
    private static final double REYNOLDS = 100;

    /** The mean speed of the inflow in cells per step. The maximum, in the middle of the channel, is 1.5 times that. */
    private static final double MEAN = 0.08;

    /**
     * The parameter magic of {@link D2Q9}. With 10 cells per diameter, 3/16 and 1/12 were unstable, and 0.02 was
     * stable.
     */
    private static final double MAGIC = 1.0 / 64;

    private static final double LENGTH = 22;
    private static final double HEIGHT = 4.1;
    private static final double CENTRE = 2;

    /** The position of the probe of the vertical velocity: behind the cylinder, at its height. */
    private static final double PROBE = 4;

    private static final double LOW = 0.295;
    private static final double HIGH = 0.305;

    /** The cylinder is a staircase of cells, so its diameter is uncertain by about half a cell. */
    private static final double STAIRCASE = 0.5;

    /** The ramp-up time of the inflow; a sudden start would send a pressure wave through the channel. */
    private static final double START = 10;

    private static final int TIME = 90;
    private static final int FRAMES = 24;
    private static final int FRAME_MILLIS = 80;

    private final int d;
    private final int columns;
    private final int rows;
    private final double even;
    private final double odd;

    /** The mean speed of the inflow in the next two steps. */
    private final DoubleParam speed = DoubleParam.of("speed", 0);

    private CylinderWake(int d) {
        this.d = d;
        columns = (int) Math.round(LENGTH * d);
        rows = (int) Math.round(HEIGHT * d);
        even = D2Q9.evenRate(MEAN * d / REYNOLDS);
        odd = D2Q9.oddRate(MEAN * d / REYNOLDS, MAGIC);
    }

    /** Runs it: {@code --size=} cells along the diameter, {@code --space=}. */
    public static void main(String... args) throws IOException {
        Arguments arguments = Arguments.of(args, "size=20");
        int d = arguments.number("size");
        arguments.require(d >= 10, "--size=" + d + " is too coarse for a cylinder; use 10 or more");
        try (ExecutionSpace space = arguments.openSpace()) {
            Report report = new Report("CylinderWake", space);
            WakeFlow flow = solve(space, d, TIME, FRAMES);
            double slack = HIGH * STAIRCASE / d;
            report.checkBetween("Strouhal number", flow.strouhal(), LOW - slack, HIGH + slack);
            report.time("steps", flow.steps, flow.seconds);
            report.picture("cylinder-probe", probe(flow));
            List<Picture> frames =
                    flow.frames.stream().map(frame -> picture(flow, frame)).toList();
            report.picture("cylinder-wake", Picture.animation(frames, FRAME_MILLIS));
            report.end();
        }
    }

    /**
     * Runs for a time, from rest, with an increasing inflow.
     *
     * @param frames the number of recorded frames, over the last two periods of shedding
     */
    static WakeFlow solve(ExecutionSpace space, int d, double time, int frames) {
        return new CylinderWake(d).solve(space, time, frames);
    }

    private WakeFlow solve(ExecutionSpace space, double time, int frames) {
        int submits = (int) Math.ceil(time * d / MEAN / 2);
        int apart = Math.max(1, (int) (2 * d / (MEAN * (LOW + HIGH)) / Math.max(1, frames)));
        try (ViewRing<DoubleView> fluid =
                        ViewRing.of(2, j -> DoubleView.of("f" + j, space, D2Q9.VELOCITIES, rows + 2, columns + 2));
                DoubleView vorticity = DoubleView.of("vorticity / (U/D)", space, rows, columns);
                DoubleView probe = DoubleView.of("probe", space, submits);
                IntView taken = IntView.of("samples taken", space);
                ExecutableGraph begin = atRest(fluid.level(0), taken).instantiate(space);
                ExecutableGraph steps = twoSteps(fluid, probe, taken).instantiate(space);
                ExecutableGraph curl = curl(fluid.level(0), vorticity).instantiate(space)) {
            List<Frame> pictures = new ArrayList<>();
            begin.submit();
            space.fence();
            long clock = System.nanoTime();
            try (RunBar bar = RunBar.of("pairs of steps", submits, space)) {
                for (int k = 0; k < submits; k++) {
                    double grown = Math.min(1, 2 * k * MEAN / d / START);
                    speed.set(MEAN * grown * grown * (3 - 2 * grown));
                    steps.submit();
                    bar.submitted();
                    if ((submits - 1 - k) % apart == 0 && (submits - 1 - k) / apart < frames) {
                        curl.submit();
                        pictures.add(new Frame(2 * (k + 1) * MEAN / d, vorticity.toArray()));
                    }
                }
            }
            space.fence();
            double seconds = (System.nanoTime() - clock) / 1e9;
            return new WakeFlow(d, columns, rows, 2L * submits, seconds, probe.toArray(), pictures);
        }
    }

    private Graph atRest(DoubleView f, IntView taken) {
        return Graph.define("at rest", root -> {
            root.thenParallelFor("f", cells(), (j, i) -> D2Q9.begin(f, j, i, 0, 0));
            root.thenFill("no samples", taken, 0);
        });
    }

    /** Two steps, and a sample of the vertical velocity behind the cylinder. */
    private Graph twoSteps(ViewRing<DoubleView> fluid, DoubleView probe, IntView taken) {
        DoubleView f = fluid.level(0);
        int row = (int) (CENTRE * d);
        int column = (int) (PROBE * d);
        return Graph.define(
                "two steps",
                root -> step(step(root, fluid), fluid).then("probe", () -> {
                    probe.set(taken.get(), D2Q9.velocityY(f, row, column) / MEAN);
                    taken.set(taken.get() + 1);
                }));
    }

    private NodeRef step(NodeRef root, ViewRing<DoubleView> fluid) {
        DoubleView f = fluid.level(0);
        DoubleView g = fluid.level(1);
        return root.thenParallelFor("inflow and outflow", RangePolicy.of(1, rows + 1), j -> {
                    D2Q9.inflowLeft(f, j, speed.get() * parabola(j, rows));
                    D2Q9.outflowRight(f, columns, j);
                })
                .thenParallelFor("floor and ceiling", RangePolicy.of(1, columns + 1), i -> {
                    D2Q9.wallBelow(f, i, 0);
                    D2Q9.wallAbove(f, rows, i, 0);
                })
                .thenParallelFor("move and relax", cells(), (j, i) -> D2Q9.step(f, g, j, i, even, odd))
                .thenParallelFor("around the cylinder", nearby(), (j, i) -> around(f, g, j, i, d, even, odd))
                .thenAdvance("turn", fluid);
    }

    /** Recomputes the step of a cell next to the cylinder, with bounce-back of its populations. */
    private static void around(DoubleView f, DoubleView g, int j, int i, int d, double even, double odd) {
        if (isSolid(j, i, d)) {
            D2Q9.begin(g, j, i, 0, 0);
        } else {
            D2Q9.relax(
                    g,
                    j,
                    i,
                    even,
                    odd,
                    f.get(0, j, i),
                    isSolid(j, i - 1, d) ? f.get(2, j, i) : f.get(1, j, i - 1),
                    isSolid(j, i + 1, d) ? f.get(1, j, i) : f.get(2, j, i + 1),
                    isSolid(j - 1, i, d) ? f.get(4, j, i) : f.get(3, j - 1, i),
                    isSolid(j + 1, i, d) ? f.get(3, j, i) : f.get(4, j + 1, i),
                    isSolid(j - 1, i - 1, d) ? f.get(6, j, i) : f.get(5, j - 1, i - 1),
                    isSolid(j + 1, i + 1, d) ? f.get(5, j, i) : f.get(6, j + 1, i + 1),
                    isSolid(j - 1, i + 1, d) ? f.get(8, j, i) : f.get(7, j - 1, i + 1),
                    isSolid(j + 1, i - 1, d) ? f.get(7, j, i) : f.get(8, j + 1, i - 1));
        }
    }

    /** Returns whether the centre of a cell is in the cylinder; d is its diameter. */
    private static boolean isSolid(int j, int i, int d) {
        double x = i - 0.5 - CENTRE * d;
        double y = j - 0.5 - CENTRE * d;
        return x * x + y * y <= 0.25 * d * d;
    }

    /** The vorticity, by central differences, in mean speeds over diameters. */
    private Graph curl(DoubleView f, DoubleView vorticity) {
        double scale = d / (2 * MEAN);
        return Graph.define(
                "curl",
                root -> root.thenParallelFor("vorticity / (U/D)", cells(), (j, i) -> {
                    int left = Math.max(1, i - 1);
                    int right = Math.min(columns, i + 1);
                    int below = Math.max(1, j - 1);
                    int above = Math.min(rows, j + 1);
                    double turning = D2Q9.velocityY(f, j, right) - D2Q9.velocityY(f, j, left);
                    double shear = D2Q9.velocityX(f, above, i) - D2Q9.velocityX(f, below, i);
                    vorticity.set(j - 1, i - 1, isSolid(j, i, d) ? Double.NaN : scale * (turning - shear));
                }));
    }

    /** Returns the speed of the inflow in a row over its mean; 0 at the walls. */
    private static double parabola(int j, int rows) {
        double y = (j - 0.5) / rows;
        return 6 * y * (1 - y);
    }

    private MDRangePolicy cells() {
        return MDRangePolicy.of(rows + 2, columns + 2).interior(1);
    }

    /** The square around the cylinder, with the cells beside it. */
    private MDRangePolicy nearby() {
        int low = (int) ((CENTRE - 0.5) * d) - 1;
        int high = (int) ((CENTRE + 0.5) * d) + 3;
        return MDRangePolicy.of(new int[] {low, low}, new int[] {high, high});
    }

    private static Picture picture(WakeFlow flow, Frame frame) {
        return new FieldPlot("x / D", "y / D", "vorticity / (U/D)")
                .title("Flow past a cylinder of diameter D, mean speed U, Re = 100")
                .over(0, LENGTH, 0, HEIGHT)
                .range(-6, 6)
                .colours(value -> Colours.tide(Math.round(value * 24) / 24.0))
                .panel(
                        String.format(Locale.ROOT, "time %.1f D/U", frame.time),
                        flow.columns,
                        flow.rows,
                        (i, j) -> frame.vorticity[j * flow.columns + i])
                .draw();
    }

    private static Picture probe(WakeFlow flow) {
        double[] times = new double[flow.probe.length];
        Arrays.setAll(times, k -> 2 * (k + 1) * MEAN / flow.d);
        return new Plot("time / (D/U)", "velocity upwards / U")
                .title(String.format(
                        Locale.ROOT,
                        "Behind a cylinder of diameter D, mean speed U: Strouhal number %.4f",
                        flow.strouhal()))
                .curve(times, flow.probe)
                .draw();
    }

    /**
     * The flow at a time.
     *
     * @param vorticity in mean speeds over diameters, in rows from below; NaN in the cylinder
     */
    @SuppressWarnings("ArrayRecordComponent")
    record Frame(double time, double[] vorticity) {}

    /**
     * The whole run.
     *
     * @param probe the vertical velocity behind the cylinder in mean speeds, after each second step
     */
    @SuppressWarnings("ArrayRecordComponent")
    record WakeFlow(int d, int columns, int rows, long steps, double seconds, double[] probe, List<Frame> frames) {

        /** Returns the frequency of the probe in its last third, from upward crossings of its mean. */
        double strouhal() {
            int begin = 2 * probe.length / 3;
            double mean = Arrays.stream(probe, begin, probe.length).average().orElseThrow();
            int crossings = 0;
            double first = 0;
            double last = 0;
            for (int k = begin + 1; k < probe.length; k++) {
                double before = probe[k - 1] - mean;
                double after = probe[k] - mean;
                if (before < 0 && after >= 0) {
                    last = k - after / (after - before);
                    first = crossings++ == 0 ? last : first;
                }
            }
            return (crossings - 1) / (2 * (last - first)) * d / MEAN;
        }
    }
}
