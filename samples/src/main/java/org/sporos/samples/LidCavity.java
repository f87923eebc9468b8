package org.sporos.samples;

import java.io.IOException;
import java.util.function.DoubleUnaryOperator;
import java.util.function.IntToDoubleFunction;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.NodeRef;
import org.sporos.policy.MDRangePolicy;
import org.sporos.policy.RangePolicy;
import org.sporos.samples.picture.Colours;
import org.sporos.samples.picture.FieldPlot;
import org.sporos.samples.picture.Picture;
import org.sporos.samples.picture.Plot;
import org.sporos.space.ExecutionSpace;
import org.sporos.view.DoubleView;
import org.sporos.view.ViewRing;

/**
 * A lid-driven square cavity: the flow at a Reynolds number of 100 by the lattice Boltzmann method, {@link D2Q9},
 * compared with the table of U. Ghia, K. N. Ghia and C. T. Shin, J. Comput. Phys. 48 (1982) 387. Lengths are in edges
 * of the cavity, velocities in speeds of the lid.
 */
public final class LidCavity {
    private static final double REYNOLDS = 100;

    /** The speed of the lid in cells per step; the squared Mach number is 0.03. */
    private static final double LID = 0.1;

    private static final double MAGIC = 3.0 / 16;

    /** The time until the flow is steady, in edges over the speed of the lid. */
    private static final int TURNOVERS = 25;

    /** The greatest difference is 0.006 with 48 cells along an edge and 0.0066 with 128. */
    private static final double LIMIT = 0.01;

    /** Heights, and the horizontal velocities there in the middle of the cavity (table I of Ghia and others). */
    private static final double[][] GHIA_U = {
        {
            0.0547, 0.0625, 0.0703, 0.1016, 0.1719, 0.2813, 0.4531, 0.5, 0.6172, 0.7344, 0.8516, 0.9531, 0.9609, 0.9688,
            0.9766
        },
        {
            -0.03717, -0.04192, -0.04775, -0.06434, -0.10150, -0.15662, -0.21090, -0.20581, -0.13641, 0.00332, 0.23151,
            0.68717, 0.73722, 0.78871, 0.84123
        }
    };

    /** Distances from the left, and the vertical velocities there at half the height (table II). */
    private static final double[][] GHIA_V = {
        {
            0.0625, 0.0703, 0.0781, 0.0938, 0.1563, 0.2266, 0.2344, 0.5, 0.8047, 0.8594, 0.9063, 0.9453, 0.9531, 0.9609,
            0.9688
        },
        {
            0.09233, 0.10091, 0.10890, 0.12317, 0.16077, 0.17507, 0.17527, 0.05454, -0.24533, -0.22445, -0.16914,
            -0.10313, -0.08864, -0.07391, -0.05906
        }
    };

    private LidCavity() {}

    /** Runs it: {@code --size=} cells along an edge, {@code --space=}. */
    public static void main(String... args) throws IOException {
        Arguments arguments = Arguments.of(args, "size=128");
        int n = arguments.number("size");
        arguments.require(n >= 32 && n % 2 == 0, "--size=" + n + " must be even and 32 or more");
        try (ExecutionSpace space = arguments.openSpace()) {
            Report report = new Report("LidCavity", space);
            CavityFlow flow = solve(space, n, TURNOVERS);
            report.checkAtMost("greatest difference of u to Ghia and others", flow.errorOfU(), LIMIT);
            report.checkAtMost("greatest difference of v to Ghia and others", flow.errorOfV(), LIMIT);
            report.time("steps", flow.steps, flow.seconds);
            report.picture("lid-cavity", picture(flow));
            report.picture("lid-cavity-profiles", profiles(flow));
            report.end();
        }
    }

    /** Runs from rest for a time, in edges over the speed of the lid. */
    static CavityFlow solve(ExecutionSpace space, int n, double time) {
        int submits = (int) Math.ceil(time * n / LID / 2);
        try (ViewRing<DoubleView> fluid = fluid(space, n);
                DoubleView u = DoubleView.of("u", space, n, n);
                DoubleView v = DoubleView.of("v", space, n, n);
                ExecutableGraph begin = atRest(fluid).instantiate(space);
                ExecutableGraph steps = twoSteps(fluid).instantiate(space);
                ExecutableGraph end = velocities(fluid.level(0), u, v).instantiate(space)) {
            begin.submit();
            space.fence();
            long clock = System.nanoTime();
            try (RunBar bar = RunBar.of("pairs of steps", submits, space)) {
                for (int k = 0; k < submits; k++) {
                    steps.submit();
                    bar.submitted();
                }
            }
            space.fence();
            double seconds = (System.nanoTime() - clock) / 1e9;
            end.submit();
            return new CavityFlow(n, 2L * submits, seconds, u.toArray(), v.toArray());
        }
    }

    /** The populations of n x n cells and a border, at two times. */
    static ViewRing<DoubleView> fluid(ExecutionSpace space, int n) {
        return ViewRing.of(2, j -> DoubleView.of("f" + j, space, D2Q9.VELOCITIES, n + 2, n + 2));
    }

    static Graph atRest(ViewRing<DoubleView> fluid) {
        DoubleView f = fluid.level(0);
        return Graph.define(
                "at rest", root -> root.thenParallelFor("f", cells(f), (j, i) -> D2Q9.begin(f, j, i, 0, 0)));
    }

    /** Two steps, as a submit per step would cost more than a step of a small cavity. */
    static Graph twoSteps(ViewRing<DoubleView> fluid) {
        return Graph.define("two steps", root -> step(step(root, fluid), fluid));
    }

    private static NodeRef step(NodeRef root, ViewRing<DoubleView> fluid) {
        DoubleView f = fluid.level(0);
        DoubleView g = fluid.level(1);
        int n = size(f);
        double even = D2Q9.evenRate(LID * n / REYNOLDS);
        double odd = D2Q9.oddRate(LID * n / REYNOLDS, MAGIC);
        return root.thenParallelFor("sides", RangePolicy.of(1, n + 1), j -> {
                    D2Q9.inflowLeft(f, j, 0);
                    D2Q9.wallRight(f, n, j);
                })
                .thenParallelFor("floor and lid", RangePolicy.of(1, n + 1), i -> {
                    D2Q9.wallBelow(f, i, 0);
                    D2Q9.wallAbove(f, n, i, LID);
                })
                .thenParallelFor("move and relax", cells(f), (j, i) -> D2Q9.step(f, g, j, i, even, odd))
                .thenAdvance("turn", fluid);
    }

    private static Graph velocities(DoubleView f, DoubleView u, DoubleView v) {
        return Graph.define(
                "velocities",
                root -> root.thenParallelFor("u, v", cells(f), (j, i) -> {
                    u.set(j - 1, i - 1, D2Q9.velocityX(f, j, i) / LID);
                    v.set(j - 1, i - 1, D2Q9.velocityY(f, j, i) / LID);
                }));
    }

    private static int size(DoubleView f) {
        return (int) f.extent(1) - 2;
    }

    private static MDRangePolicy cells(DoubleView f) {
        int n = size(f);
        return MDRangePolicy.of(n + 2, n + 2).interior(1);
    }

    private static Picture picture(CavityFlow flow) {
        int n = flow.n;
        return new FieldPlot("x / edge", "y / edge", "speed / speed of the lid")
                .title("Lid-driven cavity, Re = 100, time " + TURNOVERS + " edges / speed of the lid")
                .colours(Colours::meadow)
                .panel("", n, n, (i, j) -> Math.hypot(flow.u[j * n + i], flow.v[j * n + i]))
                .draw();
    }

    private static Picture profiles(CavityFlow flow) {
        double[] at = new double[flow.n];
        double[] u = new double[flow.n];
        double[] v = new double[flow.n];
        for (int k = 0; k < flow.n; k++) {
            at[k] = (k + 0.5) / flow.n;
            u[k] = flow.middleU(at[k]);
            v[k] = flow.middleV(at[k]);
        }
        return new Plot("x / edge or y / edge", "velocity / speed of the lid")
                .title("Lid-driven cavity, Re = 100: velocities on the centre lines")
                .curve("u(1/2, y)", at, u)
                .curve("v(x, 1/2)", at, v)
                .points("u, Ghia et al.", GHIA_U[0], GHIA_U[1])
                .points("v, Ghia et al.", GHIA_V[0], GHIA_V[1])
                .draw();
    }

    /**
     * The final flow.
     *
     * @param u the horizontal velocities, in rows from below
     * @param v the vertical velocities
     */
    @SuppressWarnings("ArrayRecordComponent")
    record CavityFlow(int n, long steps, double seconds, double[] u, double[] v) {
        /** Returns the horizontal velocity at a height, in the middle. */
        double middleU(double y) {
            return between(y, row -> 0.5 * (u[row * n + n / 2 - 1] + u[row * n + n / 2]));
        }

        /** Returns the vertical velocity at a distance from the left, at half the height. */
        double middleV(double x) {
            return between(x, column -> 0.5 * (v[(n / 2 - 1) * n + column] + v[n / 2 * n + column]));
        }

        double errorOfU() {
            return greatest(GHIA_U, this::middleU);
        }

        double errorOfV() {
            return greatest(GHIA_V, this::middleV);
        }

        private double between(double place, IntToDoubleFunction values) {
            double cell = place * n - 0.5;
            int before = Math.max(0, Math.min(n - 2, (int) Math.floor(cell)));
            double share = cell - before;
            return (1 - share) * values.applyAsDouble(before) + share * values.applyAsDouble(before + 1);
        }

        private static double greatest(double[][] table, DoubleUnaryOperator profile) {
            double greatest = 0;
            for (int k = 0; k < table[0].length; k++) {
                greatest = Math.max(greatest, Math.abs(profile.applyAsDouble(table[0][k]) - table[1][k]));
            }
            return greatest;
        }
    }
}
