package org.sporos.samples;

import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;
import org.sporos.comm.Communicator;
import org.sporos.comm.Decomposition;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.NodeRef;
import org.sporos.policy.MDRangePolicy;
import org.sporos.space.ExecutionSpace;
import org.sporos.view.DoubleView;
import org.sporos.view.ViewRing;

/**
 * The heat equation on a plate with cold edges, by several processes with a block each: inner points are computed while
 * messages transfer the halo. The result has the bits of a single process.
 */
public final class RankHeat {
    private static final double R = 0.2;

    private RankHeat() {}

    /**
     * Runs it: {@code --size=} points along an edge, {@code --steps=}, {@code --space=}, {@code --ranks=} for ranks
     * that are threads.
     */
    public static void main(String... args) {
        Arguments arguments = Arguments.of(args, "size=200", "steps=200", "ranks=0");
        int n = arguments.number("size");
        int steps = arguments.number("steps");
        Ranks.run(arguments, (space, world) -> {
            Result result = solve(space, world, n, steps);
            double[] plate = result.plate();
            if (plate != null) {
                Report report = new Report("RankHeat, " + world.size() + " ranks,", space);
                report.note("messages", world.toString());
                report.checkAtMost("greatest error", error(plate, n, steps), 1e-10);
                report.speed("steps", result.timed(), result.seconds(), 2.0 * Double.BYTES * n * n);
                report.note("bits", Long.toHexString(checksum(plate)));
                report.end();
            }
        });
    }

    /**
     * The result of a solution.
     *
     * @param plate all points on rank 0, null on others
     * @param timed the number of steps after the first ones, which compile
     */
    record Result(double @Nullable [] plate, int timed, double seconds) {

        /** Runs executables of one space: the start, all steps, and the end, which gathers the points. */
        static Result of(
                ExecutableGraph begin,
                ExecutableGraph step,
                ExecutableGraph end,
                int steps,
                @Nullable DoubleView whole) {
            ExecutionSpace space = step.space();
            begin.submit();
            int first = Math.min(steps - 1, steps / 10 + 1);
            for (int k = 0; k < first; k++) {
                step.submit();
            }
            space.fence();
            long clock = System.nanoTime();
            for (int k = first; k < steps; k++) {
                step.submit();
            }
            space.fence();
            double seconds = (System.nanoTime() - clock) / 1e9;
            end.submit();
            space.fence();
            return new Result(whole == null ? null : whole.toArray(), steps - first, seconds);
        }
    }

    /** Solves the equation for a sine wave on n x n inner points. */
    static Result solve(ExecutionSpace space, Communicator world, int n, int steps) {
        Decomposition blocks = Decomposition.of(world, 1, n, n);
        DoubleView whole = world.rank() == 0 ? DoubleView.of("plate", space, n, n) : null;
        try (ViewRing<DoubleView> block = ViewRing.of(2, j -> DoubleView.of("u" + j, space, blocks.localExtents()));
                whole;
                ExecutableGraph begin = wave(blocks, block.level(0), n).instantiate(space);
                ExecutableGraph step = step(world, blocks, block).instantiate(space);
                ExecutableGraph end =
                        gather(world, blocks, block.level(0), whole).instantiate(space)) {
            return Result.of(begin, step, end, steps, whole);
        }
    }

    static Graph wave(Decomposition blocks, DoubleView u, int n) {
        int row = blocks.begin(0) - 1;
        int column = blocks.begin(1) - 1;
        return Graph.define(
                "wave",
                root -> root.thenParallelFor(
                        "sines", blocks.box(), (i, j) -> u.set(i, j, sine(row + i, n) * sine(column + j, n))));
    }

    private static double sine(int point, int n) {
        return StrictMath.sin(Math.PI * (point + 1) / (n + 1));
    }

    /** One step: inner points need no message. */
    static Graph step(Communicator world, Decomposition blocks, ViewRing<DoubleView> block) {
        DoubleView from = block.level(0);
        DoubleView to = block.level(1);
        return Graph.define("step", root -> {
            NodeRef halo = root.then(world.exchange("halo", blocks.faces(from)));
            List<NodeRef> parts = new ArrayList<>();
            parts.add(halo);
            parts.add(smooth(root, "inner", blocks.innerBox(), from, to));
            for (MDRangePolicy border : blocks.borderBoxes()) {
                parts.add(smooth(halo, "border", border, from, to));
            }
            Graph.whenAll(parts).thenAdvance("turn", block);
        });
    }

    static NodeRef smooth(NodeRef after, String label, MDRangePolicy box, DoubleView from, DoubleView to) {
        return after.thenParallelFor(label, box, (i, j) -> to.set(i, j, next(from, i, j)));
    }

    private static double next(DoubleView u, int i, int j) {
        double here = u.get(i, j);
        return here + R * (u.get(i - 1, j) + u.get(i + 1, j) + u.get(i, j - 1) + u.get(i, j + 1) - 4 * here);
    }

    private static Graph gather(Communicator world, Decomposition blocks, DoubleView u, @Nullable DoubleView whole) {
        return Graph.define("gather", root -> root.then(world.exchange("plate", blocks.gather(u, whole))));
    }

    /** A sine wave is an eigenvector of the stencil: each step multiplies it by one number. */
    static double error(double[] plate, int n, int steps) {
        double eigenvalue = 1 - 4 * R * (1 - Math.cos(Math.PI / (n + 1)));
        double left = Math.pow(eigenvalue, steps);
        double error = 0;
        for (int i = 0; i < plate.length; i++) {
            error = Math.max(error, Math.abs(plate[i] - left * sine(i / n, n) * sine(i % n, n)));
        }
        return error;
    }

    static long checksum(double[] values) {
        CRC32 sum = new CRC32();
        for (double value : values) {
            long bits = Double.doubleToRawLongBits(value);
            for (int k = 0; k < Long.BYTES; k++) {
                sum.update((int) (bits >>> 8 * k));
            }
        }
        return sum.getValue();
    }
}
