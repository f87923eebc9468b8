package org.sporos.samples.bench;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.sporos.graph.Graph;
import org.sporos.graph.NodeRef;
import org.sporos.policy.RangePolicy;
import org.sporos.space.ExecutionSpace;
import org.sporos.view.DoubleView;
import org.sporos.view.View;

/**
 * The upward pass of a tree code on the unit square: mass, dipole and quadrupole of each cell of a full quadtree about
 * its center, from those of its four children, level by level from the leaves. The children of cell i are 4 i to 4 i +
 * 3. As a graph it has a node per level above the leaves. Source: Greengard and Rokhlin, A fast algorithm for particle
 * simulations, 1987.
 */
final class TreeMoments extends PlainCode {
    /** One mass, two components of the dipole, three of the quadrupole. */
    private static final int MOMENTS = 6;

    /** The levels from the root to the leaves; each moment of all cells is contiguous. */
    private final List<double[]> levels = new ArrayList<>();

    TreeMoments(int depth, boolean parallel) {
        super(parallel);
        for (int level = 0; level < depth; level++) {
            levels.add(new double[MOMENTS * cells(level)]);
        }
        levels.add(leaves(depth));
    }

    /** Creates the graph for 4^depth leaves. */
    static Code on(ExecutionSpace space, int depth) {
        List<DoubleView> levels = IntStream.rangeClosed(0, depth)
                .mapToObj(level -> DoubleView.of("moments " + level, space, MOMENTS, cells(level)))
                .toList();
        levels.get(depth).assign(leaves(depth));
        Graph upward = Graph.define("upward pass", root -> {
            NodeRef last = root;
            for (int level = depth - 1; level >= 0; level--) {
                last = parents(last, level, levels.get(level + 1), levels.get(level));
            }
        });
        return new Submitted(
                space, upward.instantiate(space), levels.get(0)::toArray, () -> levels.forEach(View::close));
    }

    private static NodeRef parents(NodeRef after, int level, DoubleView from, DoubleView to) {
        double shift = shift(level);
        return after.thenParallelFor("level " + level, RangePolicy.of(cells(level)), i -> {
            double mass = 0;
            double x = 0;
            double y = 0;
            double xx = 0;
            double xy = 0;
            double yy = 0;
            for (int c = 0; c < 4; c++) {
                int k = 4 * i + c;
                double dx = (c % 2 * 2 - 1) * shift;
                double dy = (c / 2 * 2 - 1) * shift;
                double m = from.get(0, k);
                double px = from.get(1, k);
                double py = from.get(2, k);
                mass += m;
                x += px + m * dx;
                y += py + m * dy;
                xx += from.get(3, k) + 2 * dx * px + m * dx * dx;
                xy += from.get(4, k) + dx * py + dy * px + m * dx * dy;
                yy += from.get(5, k) + 2 * dy * py + m * dy * dy;
            }
            to.set(0, i, mass);
            to.set(1, i, x);
            to.set(2, i, y);
            to.set(3, i, xx);
            to.set(4, i, xy);
            to.set(5, i, yy);
        });
    }

    private static int cells(int level) {
        return 1 << (2 * level);
    }

    /** Returns the distance along an axis between the centers of a cell of a level and its children. */
    private static double shift(int level) {
        return 0.25 / (1 << level);
    }

    static double[] leaves(int depth) {
        double[] moments = new double[MOMENTS * cells(depth)];
        Arrays.setAll(moments, k -> 1 + k % 101 / 128.0);
        return moments;
    }

    @Override
    public void run() {
        for (int level = levels.size() - 2; level >= 0; level--) {
            double shift = shift(level);
            double[] children = levels.get(level + 1);
            double[] cells = levels.get(level);
            ranges(0, cells(level), (from, to) -> parents(children, cells, shift, from, to));
        }
    }

    private static void parents(double[] from, double[] to, double shift, int begin, int end) {
        int children = from.length / MOMENTS;
        int cells = to.length / MOMENTS;
        for (int i = begin; i < end; i++) {
            double mass = 0;
            double x = 0;
            double y = 0;
            double xx = 0;
            double xy = 0;
            double yy = 0;
            for (int c = 0; c < 4; c++) {
                int k = 4 * i + c;
                double dx = (c % 2 * 2 - 1) * shift;
                double dy = (c / 2 * 2 - 1) * shift;
                double m = from[k];
                double px = from[children + k];
                double py = from[2 * children + k];
                mass += m;
                x += px + m * dx;
                y += py + m * dy;
                xx += from[3 * children + k] + 2 * dx * px + m * dx * dx;
                xy += from[4 * children + k] + dx * py + dy * px + m * dx * dy;
                yy += from[5 * children + k] + 2 * dy * py + m * dy * dy;
            }
            to[i] = mass;
            to[cells + i] = x;
            to[2 * cells + i] = y;
            to[3 * cells + i] = xx;
            to[4 * cells + i] = xy;
            to[5 * cells + i] = yy;
        }
    }

    @Override
    public double[] solution() {
        return levels.get(0);
    }
}
