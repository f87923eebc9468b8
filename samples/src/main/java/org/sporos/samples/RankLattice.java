package org.sporos.samples;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sporos.comm.Communicator;
import org.sporos.comm.Decomposition;
import org.sporos.comm.Halo;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.NodeRef;
import org.sporos.graph.Task;
import org.sporos.policy.MDRangePolicy;
import org.sporos.space.ExecutionSpace;
import org.sporos.view.DoubleView;
import org.sporos.view.Slice;
import org.sporos.view.ViewRing;

/**
 * The decay of a shear wave in a periodic square, by the lattice Boltzmann method {@link D2Q9}, on ranks that own
 * strips of rows: the rows at the ends are computed first, and the others while messages transfer the halo. The bits
 * are those of a single rank.
 */
public final class RankLattice {
    private static final double SPEED = 0.05;
    private static final double VISCOSITY = 0.05;
    private static final double MAGIC = 3.0 / 16;
    /** The relative error of the amplitude by the second order of the method, with 32 cells along an edge or more. */
    private static final double LIMIT = 5e-3;

    /** The velocities that leave a strip through its last row; their opposites leave through its first row. */
    private static final int[] UP = {3, 5, 7};

    private static final int[] DOWN = {4, 6, 8};

    private final Decomposition strips;
    private final int n;
    private final double even = D2Q9.evenRate(VISCOSITY);
    private final double odd = D2Q9.oddRate(VISCOSITY, MAGIC);

    private RankLattice(Communicator world, int n) {
        this.n = n;
        this.strips = Decomposition.of(world, 1, n).periodic(0);
    }

    /** Runs it: {@code --size=} cells along an edge, {@code --steps=}, {@code --space=}, {@code --ranks=}. */
    public static void main(String... args) {
        Arguments arguments = Arguments.of(args, "size=128", "steps=200", "ranks=0");
        int n = arguments.number("size");
        int steps = arguments.number("steps");
        arguments.require(n >= 32, "--size=" + n + " is too coarse for a wave; use 32 or more");
        Ranks.run(arguments, (space, world) -> {
            RankHeat.Result result = solve(space, world, n, steps);
            double[] velocities = result.plate();
            if (velocities != null) {
                Report report = new Report("RankLattice, " + world.size() + " ranks,", space);
                report.note("messages", world.toString());
                report.checkAtMost("relative error of the wave", error(velocities, n, steps), LIMIT);
                report.speed("steps", result.timed(), result.seconds(), 2.0 * D2Q9.VELOCITIES * Double.BYTES * n * n);
                report.note("bits", Long.toHexString(RankHeat.checksum(velocities)));
                report.end();
            }
        });
    }

    /** Returns the velocities along the rows after some steps, on rank 0. */
    static RankHeat.Result solve(ExecutionSpace space, Communicator world, int n, int steps) {
        return new RankLattice(world, n).solve(space, world, steps);
    }

    private RankHeat.Result solve(ExecutionSpace space, Communicator world, int steps) {
        int rows = (int) strips.localExtents()[0] - 2;
        DoubleView whole = world.rank() == 0 ? DoubleView.of("velocities", space, n, n) : null;
        try (ViewRing<DoubleView> fluid =
                        ViewRing.of(2, j -> DoubleView.of("f" + j, space, D2Q9.VELOCITIES, rows + 2, n));
                DoubleView own = DoubleView.of("own velocities", space, rows, n);
                whole;
                ExecutableGraph begin = wave(world, fluid.level(0)).instantiate(space);
                ExecutableGraph step = step(world, fluid).instantiate(space);
                ExecutableGraph end = gather(world, fluid.level(0), own, whole).instantiate(space)) {
            return RankHeat.Result.of(begin, step, end, steps, whole);
        }
    }

    private MDRangePolicy rows(int begin, int end) {
        return MDRangePolicy.of(new int[] {begin, 0}, new int[] {end, n});
    }

    private Graph wave(Communicator world, DoubleView f) {
        int rows = (int) f.extent(1) - 2;
        int before = strips.begin(0) - 1;
        double wave = 2 * Math.PI / n;
        return Graph.define("wave", root -> {
            root.thenParallelFor(
                            "u = sin y",
                            rows(1, rows + 1),
                            (j, i) -> D2Q9.begin(f, j, i, SPEED * StrictMath.sin(wave * (before + j)), 0))
                    .then(world.exchange("halo", halo(f, rows)));
        });
    }

    /** One step: the rows that neighbours need come first, and the others are computed beside their messages. */
    private Graph step(Communicator world, ViewRing<DoubleView> fluid) {
        DoubleView f = fluid.level(0);
        DoubleView g = fluid.level(1);
        int rows = (int) f.extent(1) - 2;
        return Graph.define("step", root -> {
            List<NodeRef> ends = new ArrayList<>(List.of(root.then(end("first row", f, g, 1))));
            if (rows > 1) {
                ends.add(root.then(end("last row", f, g, rows)));
            }
            NodeRef halo = Graph.whenAll(ends).then(world.exchange("halo", halo(g, rows)));
            NodeRef inner = root.then(relaxed("inner", rows(2, rows), f, g));
            Graph.whenAll(halo, inner).thenAdvance("turn", fluid);
        });
    }

    /** A row at an end. Other ranks wait for it, so it has a priority. */
    private Task end(String label, DoubleView f, DoubleView g, int j) {
        return relaxed(label, rows(j, j + 1), f, g).withPriority(1);
    }

    private Task relaxed(String label, MDRangePolicy rows, DoubleView f, DoubleView g) {
        return Task.parallelFor(label, rows, (j, i) -> {
            int left = i == 0 ? n - 1 : i - 1;
            int right = i == n - 1 ? 0 : i + 1;
            D2Q9.step(f, g, j, left, i, right, even, odd);
        });
    }

    /** The populations that cross the ends of the strip. */
    private Halo halo(DoubleView f, int rows) {
        int above = strips.neighbour(1);
        int below = strips.neighbour(-1);
        Halo halo = Halo.none();
        for (int k = 0; k < UP.length; k++) {
            halo = halo.sending(above, row(f, UP[k], rows))
                    .receiving(below, row(f, UP[k], 0))
                    .sending(below, row(f, DOWN[k], 1))
                    .receiving(above, row(f, DOWN[k], rows + 1));
        }
        return halo;
    }

    private static DoubleView row(DoubleView f, int q, int j) {
        return f.subview(Slice.at(q), Slice.at(j), Slice.all());
    }

    private Graph gather(Communicator world, DoubleView f, DoubleView own, @Nullable DoubleView whole) {
        int rows = (int) own.extent(0);
        Halo halo = Halo.none().sending(0, own);
        for (int rank = 0, at = 0; whole != null && rank < world.size(); rank++) {
            int end = (int) ((long) n * (rank + 1) / world.size());
            halo = halo.receiving(rank, whole.subview(Slice.range(at, end), Slice.all()));
            at = end;
        }
        Halo parts = halo;
        return Graph.define(
                "gather",
                root -> root.thenParallelFor(
                                "velocities", rows(1, rows + 1), (j, i) -> own.set(j - 1, i, D2Q9.velocityX(f, j, i)))
                        .then(world.exchange("whole", parts)));
    }

    /** Returns the greatest error over the amplitude of the wave, which decays by exp(-nu k^2 t). */
    private static double error(double[] velocities, int n, int steps) {
        double wave = 2 * Math.PI / n;
        double amplitude = SPEED * Math.exp(-VISCOSITY * wave * wave * steps);
        double error = 0;
        for (int k = 0; k < velocities.length; k++) {
            error = Math.max(error, Math.abs(velocities[k] - amplitude * Math.sin(wave * (k / n))) / amplitude);
        }
        return error;
    }
}
