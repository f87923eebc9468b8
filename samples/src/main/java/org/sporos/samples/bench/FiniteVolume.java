package org.sporos.samples.bench;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.sporos.graph.Graph;
import org.sporos.graph.NodeRef;
import org.sporos.policy.MDRangePolicy;
import org.sporos.space.ExecutionSpace;
import org.sporos.view.DoubleView;
import org.sporos.view.Slice;
import org.sporos.view.ViewRing;

/**
 * A step of the shallow water equations on a periodic square of 8 x 8 blocks, each with ghost cells: depth and two
 * momenta, by Lax-Friedrichs fluxes. As a graph it has 256 edge copies and 64 updates.
 */
final class FiniteVolume extends PlainCode {
    private static final int BLOCKS = 8;

    /** The time step over the width of a cell, halved. */
    private static final double HALF_STEP = 0.0625;

    /** The fixed signal speed 2, times the above. */
    private static final double DIFFUSION = 0.125;

    private final int m;
    private final int width;
    private double[][] now;
    private double[][] next;

    FiniteVolume(int m, boolean parallel) {
        super(parallel);
        this.m = m;
        width = m + 2;
        now = blocks(m);
        next = new double[now.length][now[0].length];
    }

    /** Creates the graph for blocks of {@code m x m} cells. */
    static Code on(ExecutionSpace space, int m) {
        int blocks = BLOCKS * BLOCKS;
        ViewRing<DoubleView> cells = ViewRing.of(2, k -> DoubleView.of("cells" + k, space, blocks, 3, m + 2, m + 2));
        cells.level(0).assign(flat(blocks(m)));
        Graph step = Graph.define("finite volume", root -> {
            List<NodeRef> updates = IntStream.range(0, blocks)
                    .mapToObj(b -> update(Graph.whenAll(ghosts(root, cells.level(0), b, m)), cells, b, m))
                    .toList();
            Graph.whenAll(updates).thenAdvance("turn", cells);
        });
        return new Submitted(space, step.instantiate(space), cells.level(0)::toArray, cells::close);
    }

    /** Copies the edges of four neighbours to the ghost cells of a block. */
    private static List<NodeRef> ghosts(NodeRef root, DoubleView cells, int b, int m) {
        Slice inner = Slice.range(1, m + 1);
        return List.of(
                ghosts(root, cells, b, Slice.at(0), inner, neighbour(b, -1, 0), Slice.at(m), inner),
                ghosts(root, cells, b, Slice.at(m + 1), inner, neighbour(b, 1, 0), Slice.at(1), inner),
                ghosts(root, cells, b, inner, Slice.at(0), neighbour(b, 0, -1), inner, Slice.at(m)),
                ghosts(root, cells, b, inner, Slice.at(m + 1), neighbour(b, 0, 1), inner, Slice.at(1)));
    }

    private static NodeRef ghosts(
            NodeRef root, DoubleView cells, int b, Slice i, Slice j, int from, Slice fromI, Slice fromJ) {
        DoubleView to = cells.subview(Slice.at(b), Slice.all(), i, j);
        return root.thenDeepCopy(from + " to " + b, to, cells.subview(Slice.at(from), Slice.all(), fromI, fromJ));
    }

    private static NodeRef update(NodeRef after, ViewRing<DoubleView> cells, int b, int m) {
        DoubleView u = cells.level(0).subview(Slice.at(b), Slice.all(), Slice.all(), Slice.all());
        DoubleView v = cells.level(1).subview(Slice.at(b), Slice.all(), Slice.all(), Slice.all());
        MDRangePolicy inside = MDRangePolicy.of(m + 2, m + 2).interior(1);
        return after.thenParallelFor("update " + b, inside, (i, j) -> {
            double outX = u.get(1, i + 1, j) - u.get(1, i - 1, j);
            double outY = u.get(2, i, j + 1) - u.get(2, i, j - 1);
            v.set(0, i, j, spread(u, 0, i, j) - HALF_STEP * (outX + outY));
            double pushX = along(u, 1, i + 1, j) - along(u, 1, i - 1, j);
            double shearX = across(u, i, j + 1) - across(u, i, j - 1);
            v.set(1, i, j, spread(u, 1, i, j) - HALF_STEP * (pushX + shearX));
            double shearY = across(u, i + 1, j) - across(u, i - 1, j);
            double pushY = along(u, 2, i, j + 1) - along(u, 2, i, j - 1);
            v.set(2, i, j, spread(u, 2, i, j) - HALF_STEP * (shearY + pushY));
        });
    }

    private static double spread(DoubleView u, int q, int i, int j) {
        double around = u.get(q, i - 1, j) + u.get(q, i + 1, j) + u.get(q, i, j - 1) + u.get(q, i, j + 1);
        return u.get(q, i, j) + DIFFUSION * (around - 4 * u.get(q, i, j));
    }

    /** The flux of a momentum along its own direction. */
    private static double along(DoubleView u, int q, int i, int j) {
        double h = u.get(0, i, j);
        return u.get(q, i, j) * u.get(q, i, j) / h + h * h / 2;
    }

    /** The flux of one momentum along the direction of the other. */
    private static double across(DoubleView u, int i, int j) {
        return u.get(1, i, j) * u.get(2, i, j) / u.get(0, i, j);
    }

    /** Returns the number of the block at an offset. */
    private static int neighbour(int b, int di, int dj) {
        int i = Math.floorMod(b / BLOCKS + di, BLOCKS);
        return i * BLOCKS + Math.floorMod(b % BLOCKS + dj, BLOCKS);
    }

    /** Returns a water hill at rest: for each block depth and momenta, with ghost cells. */
    private static double[][] blocks(int m) {
        int w = m + 2;
        double[][] blocks = new double[BLOCKS * BLOCKS][3 * w * w];
        for (int b = 0; b < blocks.length; b++) {
            for (int i = 1; i <= m; i++) {
                for (int j = 1; j <= m; j++) {
                    double x = (b / BLOCKS * m + i - 0.5) / (BLOCKS * m);
                    double y = (b % BLOCKS * m + j - 0.5) / (BLOCKS * m);
                    blocks[b][i * w + j] = 1 + 8 * (x * (1 - x) * y * (1 - y));
                }
            }
        }
        return blocks;
    }

    private static double[] flat(double[]... parts) {
        return Arrays.stream(parts).flatMapToDouble(Arrays::stream).toArray();
    }

    @Override
    public void run() {
        each(0, now.length, this::ghosts);
        each(0, now.length, b -> update(now[b], next[b]));
        double[][] turned = now;
        now = next;
        next = turned;
    }

    private void ghosts(int b) {
        int w = width;
        copy(now[b], 1, now[neighbour(b, -1, 0)], m * w + 1, 1);
        copy(now[b], (m + 1) * w + 1, now[neighbour(b, 1, 0)], w + 1, 1);
        copy(now[b], w, now[neighbour(b, 0, -1)], w + m, w);
        copy(now[b], w + m + 1, now[neighbour(b, 0, 1)], w + 1, w);
    }

    /** Copies an edge of three quantities, with a stride between cells. */
    private void copy(double[] to, int first, double[] from, int source, int stride) {
        for (int q = 0; q < 3; q++) {
            int plane = q * width * width;
            for (int k = 0; k < m * stride; k += stride) {
                to[plane + first + k] = from[plane + source + k];
            }
        }
    }

    private void update(double[] u, double[] v) {
        int w = width;
        int x = w * w;
        int y = 2 * x;
        for (int i = 1; i <= m; i++) {
            for (int at = i * w + 1; at <= i * w + m; at++) {
                double outX = u[x + at + w] - u[x + at - w];
                double outY = u[y + at + 1] - u[y + at - 1];
                v[at] = spread(u, at) - HALF_STEP * (outX + outY);
                double pushX = along(u, at + w, x) - along(u, at - w, x);
                double shearX = across(u, at + 1) - across(u, at - 1);
                v[x + at] = spread(u, x + at) - HALF_STEP * (pushX + shearX);
                double shearY = across(u, at + w) - across(u, at - w);
                double pushY = along(u, at + 1, y) - along(u, at - 1, y);
                v[y + at] = spread(u, y + at) - HALF_STEP * (shearY + pushY);
            }
        }
    }

    private double spread(double[] u, int at) {
        double around = u[at - width] + u[at + width] + u[at - 1] + u[at + 1];
        return u[at] + DIFFUSION * (around - 4 * u[at]);
    }

    private static double along(double[] u, int at, int q) {
        double h = u[at];
        return u[q + at] * u[q + at] / h + h * h / 2;
    }

    private double across(double[] u, int at) {
        int plane = width * width;
        return u[plane + at] * u[2 * plane + at] / u[at];
    }

    @Override
    public double[] solution() {
        return flat(now);
    }
}
