package org.sporos.samples;

import static org.sporos.reduce.Reducers.Sum;

import org.sporos.graph.NodeRef;
import org.sporos.policy.MDRangePolicy;
import org.sporos.space.ExecutionSpace;
import org.sporos.view.DoubleView;

/** A {@link Level} in three dimensions: the seven-point stencil, full weighting of 27 points, trilinear interpolation. */
final class CubeLevel extends Level {
    private final MDRangePolicy inside;

    CubeLevel(ExecutionSpace space, int n) {
        super(space, n, n + 2, n + 2, n + 2);
        inside = MDRangePolicy.of(n + 2, n + 2, n + 2).interior(1);
    }

    @Override
    NodeRef relax(String label, NodeRef after, int colour) {
        return after.thenParallelFor(label, inside, (i, j, k) -> {
            if ((i + j + k) % 2 == colour) {
                u.set(i, j, k, (around(u, i, j, k) + h * h * f.get(i, j, k)) / 6);
            }
        });
    }

    @Override
    NodeRef residual(NodeRef after) {
        return after.thenParallelFor("residual " + n, inside, (i, j, k) -> r.set(i, j, k, residual(u, f, h, i, j, k)));
    }

    @Override
    NodeRef restrict(String label, NodeRef after, DoubleView from, Level coarse) {
        CubeLevel to = (CubeLevel) coarse;
        return after.thenParallelFor(label + " " + n, to.inside, (i, j, k) -> {
            to.u.set(i, j, k, 0);
            to.f.set(i, j, k, weighted(from, 2 * i, 2 * j, 2 * k));
        });
    }

    @Override
    NodeRef prolong(NodeRef after, Level coarse) {
        DoubleView c = coarse.u;
        return after.thenParallelFor("prolong " + n, inside, (i, j, k) -> {
            double corners = square(c, i / 2, j, k) + square(c, (i + 1) / 2, j, k);
            u.set(i, j, k, u.get(i, j, k) + corners / 8);
        });
    }

    @Override
    NodeRef norm(NodeRef after, DoubleView squares) {
        return after.thenParallelReduce(
                "norm", inside, Sum.into(squares, (i, j, k) -> square(residual(u, f, h, i, j, k))));
    }

    @Override
    NodeRef problem(NodeRef after) {
        return after.thenParallelFor("problem", inside, (i, j, k) -> {
            double x = i * h;
            double y = j * h;
            double z = k * h;
            f.set(i, j, k, bend(x) * hill(y) * hill(z) + hill(x) * bend(y) * hill(z) + hill(x) * hill(y) * bend(z));
        });
    }

    @Override
    NodeRef compare(NodeRef after, DoubleView squares) {
        return after.thenParallelReduce(
                "error",
                inside,
                Sum.into(squares, (i, j, k) -> square(u.get(i, j, k) - hill(i * h) * hill(j * h) * hill(k * h))));
    }

    private static double around(DoubleView u, int i, int j, int k) {
        return u.get(i - 1, j, k) + u.get(i + 1, j, k) + cross(u, i, j, k);
    }

    private static double cross(DoubleView u, int i, int j, int k) {
        return u.get(i, j - 1, k) + u.get(i, j + 1, k) + u.get(i, j, k - 1) + u.get(i, j, k + 1);
    }

    private static double residual(DoubleView u, DoubleView f, double h, int i, int j, int k) {
        return f.get(i, j, k) + (around(u, i, j, k) - 6 * u.get(i, j, k)) / (h * h);
    }

    private static double weighted(DoubleView r, int i, int j, int k) {
        return (2 * plane(r, i, j, k) + plane(r, i - 1, j, k) + plane(r, i + 1, j, k)) / 64;
    }

    private static double plane(DoubleView r, int i, int j, int k) {
        double corners =
                r.get(i, j - 1, k - 1) + r.get(i, j - 1, k + 1) + r.get(i, j + 1, k - 1) + r.get(i, j + 1, k + 1);
        return 4 * r.get(i, j, k) + 2 * cross(r, i, j, k) + corners;
    }

    /** The sum of the coarse points around a fine one in a plane, which coincide where an index is even. */
    private static double square(DoubleView c, int plane, int j, int k) {
        double low = c.get(plane, j / 2, k / 2) + c.get(plane, j / 2, (k + 1) / 2);
        double high = c.get(plane, (j + 1) / 2, k / 2) + c.get(plane, (j + 1) / 2, (k + 1) / 2);
        return low + high;
    }
}
