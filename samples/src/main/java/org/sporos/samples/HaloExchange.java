package org.sporos.samples;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.sporos.graph.ExecutableGraph;
import org.sporos.graph.Graph;
import org.sporos.graph.NodeRef;
import org.sporos.policy.MDRangePolicy;
import org.sporos.samples.picture.Colours;
import org.sporos.samples.picture.FieldPlot;
import org.sporos.samples.picture.Picture;
import org.sporos.space.ExecutionSpace;
import org.sporos.view.DoubleView;

/**
 * Heat in a periodic cube cut into blocks, each with a halo of one cell. In each step every block packs its six faces,
 * copies them to its neighbours, unpacks received ones and applies the seven-point stencil: a wide, shallow graph.
 * Compared with the uncut cube, bit for bit.
 */
public final class HaloExchange {
    private static final double RATE = 0.125;
    private static final int STEPS = 40;

    private HaloExchange() {}

    /** Runs it: {@code --size=} cells along the edge of a block, {@code --blocks=} along an edge, {@code --space=}. */
    public static void main(String... args) throws IOException {
        Arguments arguments = Arguments.of(args, "size=32", "blocks=2");
        int m = arguments.number("size");
        int blocks = arguments.number("blocks");
        double edge = (double) m * blocks;
        arguments.require(edge <= 1024, "a cube of " + edge + " cells along an edge; use 1024 at most");
        try (ExecutionSpace space = arguments.openSpace()) {
            Report report = new Report("HaloExchange", space);
            int n = m * blocks;
            double[] cube = cube(n);
            Result cut = exchange(space, m, blocks, cube, STEPS);
            report.note("nodes in a step", Integer.toString(cut.nodes));
            report.check("all bits are those of the uncut cube", Arrays.equals(cut.cube, uncut(n, cube, STEPS)));
            report.time("steps", STEPS, cut.seconds);
            report.picture("halo-exchange", picture(m, n, cube, cut.cube));
            report.end();
        }
    }

    /** Runs steps over a cube cut into {@code blocks^3} blocks of {@code m^3} cells. */
    static Result exchange(ExecutionSpace space, int m, int blocks, double[] cube, int steps) {
        try (BlockedCube cut = new BlockedCube(space, m, blocks)) {
            cut.load(cube);
            Graph step = step(cut);
            try (ExecutableGraph exec = step.instantiate(space)) {
                long clock = System.nanoTime();
                for (int k = 0; k < steps; k++) {
                    exec.submit();
                }
                space.fence();
                double seconds = (System.nanoTime() - clock) / 1e9;
                double[] result = new double[cube.length];
                cut.store(result);
                return new Result(result, seconds, step.nodes().size());
            }
        }
    }

    /** One step of all blocks. */
    static Graph step(BlockedCube cube) {
        return Graph.define("step", root -> {
            List<NodeRef> done =
                    cube.blocks().stream().map(block -> step(root, cube, block)).toList();
            Graph.whenAll(done).thenAdvance("turn", cube.cells());
        });
    }

    private static NodeRef step(NodeRef root, BlockedCube cube, Block block) {
        List<NodeRef> arrived = new ArrayList<>();
        for (Face face : Face.ALL) {
            Block neighbour = block.neighbour(cube.blocks(), face);
            Face theirs = face.opposite();
            DoubleView sent = neighbour.sent(theirs);
            DoubleView received = block.received(face);
            NodeRef pack = root.thenDeepCopy("pack " + neighbour + theirs, sent, neighbour.edge(theirs));
            NodeRef copy = pack.thenDeepCopy("copy " + neighbour + theirs, received, sent);
            arrived.add(copy.thenDeepCopy("unpack " + block + face, block.halo(face), received));
        }
        int m = cube.edge();
        MDRangePolicy inside = MDRangePolicy.of(m + 2, m + 2, m + 2).interior(1);
        DoubleView u = block.now();
        DoubleView v = block.next();
        return Graph.whenAll(arrived)
                .thenParallelFor("stencil " + block, inside, (i, j, k) -> v.set(i, j, k, next(u, i, j, k)));
    }

    private static double next(DoubleView u, int i, int j, int k) {
        double here = u.get(i, j, k);
        double around = u.get(i - 1, j, k) + u.get(i + 1, j, k);
        around += u.get(i, j - 1, k) + u.get(i, j + 1, k);
        around += u.get(i, j, k - 1) + u.get(i, j, k + 1);
        return here + RATE * (around - 6 * here);
    }

    /** Runs the same steps over the uncut cube, with two arrays and no graph. */
    static double[] uncut(int n, double[] cube, int steps) {
        double[] u = cube.clone();
        for (int step = 0; step < steps; step++) {
            double[] v = new double[u.length];
            for (int at = 0; at < u.length; at++) {
                int i = at / (n * n);
                int j = at / n % n;
                int k = at % n;
                double around = u[index(n, i - 1, j, k)] + u[index(n, i + 1, j, k)];
                around += u[index(n, i, j - 1, k)] + u[index(n, i, j + 1, k)];
                around += u[index(n, i, j, k - 1)] + u[index(n, i, j, k + 1)];
                v[at] = u[at] + RATE * (around - 6 * u[at]);
            }
            u = v;
        }
        return u;
    }

    private static int index(int n, int i, int j, int k) {
        return (Math.floorMod(i, n) * n + Math.floorMod(j, n)) * n + Math.floorMod(k, n);
    }

    /** Returns waves between 0 and 1 that cross the edges of the blocks. */
    static double[] cube(int n) {
        double[] cube = new double[n * n * n];
        Arrays.setAll(cube, at -> {
            int layer = at / (n * n);
            double x = 2 * Math.PI * layer / n;
            double y = 2 * Math.PI * (at / n % n) / n;
            double z = 2 * Math.PI * (at % n) / n;
            return 0.5 + 0.5 * Math.sin(2 * x + 2 * Math.cos(y + z)) * Math.cos(2 * y + 2 * Math.sin(z));
        });
        return cube;
    }

    /** Returns the middle layer of the cube before and after, with the cuts between the blocks. */
    private static Picture picture(int m, int n, double[] before, double[] after) {
        int layer = n / 2 * n * n;
        double[] cuts =
                IntStream.range(1, n / m).mapToDouble(block -> block * m).toArray();
        return new FieldPlot("z / cells", "y / cells", "heat")
                .title("A periodic cube of heat in " + n / m + " x " + n / m + " x " + n / m + " blocks, layer x = "
                        + n / 2)
                .over(0, n, 0, n)
                .colours(Colours::meadow)
                .cuts(cuts)
                .panel("at the beginning", n, n, (k, j) -> before[layer + j * n + k])
                .panel("after " + STEPS + " steps", n, n, (k, j) -> after[layer + j * n + k])
                .draw();
    }

    /**
     * The results.
     *
     * @param nodes the nodes of the graph of one step
     */
    @SuppressWarnings("ArrayRecordComponent")
    record Result(double[] cube, double seconds, int nodes) {}
}
