package org.sporos.samples;

import static org.sporos.reduce.Reducers.Sum;

import org.sporos.graph.NodeRef;
import org.sporos.policy.MDRangePolicy;
import org.sporos.space.ExecutionSpace;
import org.sporos.view.DoubleView;

/** A {@link Level} in two dimensions: the five-point stencil, full weighting of nine points, bilinear interpolation. */
final class SquareLevel extends Level {
    private final MDRangePolicy inside;

    SquareLevel(ExecutionSpace space, int n) {
        super(space, n, n + 2, n + 2);
        inside = MDRangePolicy.of(n + 2, n + 2).interior(1);
    }

    @Override
    NodeRef relax(String label, NodeRef after, int colour) {
        // snippet: gallery-red-black
        return after.thenParallelFor(label, inside, (i, j) -> {
            if ((i + j) % 2 == colour) {
                u.set(i, j, (around(u, i, j) + h * h * f.get(i, j)) / 4);
            }
        });
        // end
    }

    @Override
    NodeRef residual(NodeRef after) {
        return after.thenParallelFor("residual " + n, inside, (i, j) -> r.set(i, j, residual(u, f, h, i, j)));
    }

    @Override
    NodeRef restrict(String label, NodeRef after, DoubleView from, Level coarse) {
        SquareLevel to = (SquareLevel) coarse;
        return after.thenParallelFor(label + " " + n, to.inside, (i, j) -> {
            to.u.set(i, j, 0);
            to.f.set(i, j, weighted(from, 2 * i, 2 * j));
        });
    }

    @Override
    NodeRef prolong(NodeRef after, Level coarse) {
        DoubleView c = coarse.u;
        return after.thenParallelFor("prolong " + n, inside, (i, j) -> u.set(i, j, u.get(i, j) + between(c, i, j)));
    }

    @Override
    NodeRef norm(NodeRef after, DoubleView squares) {
        return after.thenParallelReduce("norm", inside, Sum.into(squares, (i, j) -> square(residual(u, f, h, i, j))));
    }

    @Override
    NodeRef problem(NodeRef after) {
        return after.thenParallelFor(
                "problem", inside, (i, j) -> f.set(i, j, bend(i * h) * hill(j * h) + hill(i * h) * bend(j * h)));
    }

    @Override
    NodeRef compare(NodeRef after, DoubleView squares) {
        return after.thenParallelReduce(
                "error", inside, Sum.into(squares, (i, j) -> square(u.get(i, j) - hill(i * h) * hill(j * h))));
    }

    private static double around(DoubleView u, int i, int j) {
        return u.get(i - 1, j) + u.get(i + 1, j) + u.get(i, j - 1) + u.get(i, j + 1);
    }

    private static double residual(DoubleView u, DoubleView f, double h, int i, int j) {
        return f.get(i, j) + (around(u, i, j) - 4 * u.get(i, j)) / (h * h);
    }

    private static double weighted(DoubleView r, int i, int j) {
        double corners = r.get(i - 1, j - 1) + r.get(i - 1, j + 1) + r.get(i + 1, j - 1) + r.get(i + 1, j + 1);
        return (4 * r.get(i, j) + 2 * around(r, i, j) + corners) / 16;
    }

    /** The mean of the four coarse points around a fine one, which coincide where an index is even. */
    private static double between(DoubleView c, int i, int j) {
        double low = c.get(i / 2, j / 2) + c.get(i / 2, (j + 1) / 2);
        double high = c.get((i + 1) / 2, j / 2) + c.get((i + 1) / 2, (j + 1) / 2);
        return (low + high) / 4;
    }
}
