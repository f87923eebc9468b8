package org.sporos.samples;

import java.util.List;
import org.sporos.graph.NodeRef;
import org.sporos.space.ExecutionSpace;
import org.sporos.view.DoubleView;
import org.sporos.view.View;

/**
 * A grid of {@link MultigridSolver}: the unit square or cube with n inner points along each side and zeros around them,
 * for Poisson's equation {@code -Laplace u = f}. An operation adds one or two nodes after a given one, and returns the
 * last.
 */
abstract class Level implements AutoCloseable {
    final int n;

    /** The grid spacing, a power of two, so that products with it or its square are exact. */
    final double h;

    final DoubleView u;
    final DoubleView f;
    final DoubleView r;

    Level(ExecutionSpace space, int n, long... extents) {
        this.n = n;
        h = 1.0 / (n + 1);
        u = DoubleView.of("u " + n, space, extents);
        f = DoubleView.of("f " + n, space, extents);
        r = DoubleView.of("r " + n, space, extents);
    }

    /** A red-black Gauss-Seidel sweep: first the red points, with an even sum of indexes, then the black ones. */
    final NodeRef smooth(NodeRef after) {
        return relax("black " + n, relax("red " + n, after, 0), 1);
    }

    /** Solves on the coarsest grid, which has a single point. */
    final NodeRef solve(NodeRef after) {
        return relax("solve", after, u.rank() % 2);
    }

    /** Solves for u at the points of one colour. */
    abstract NodeRef relax(String label, NodeRef after, int colour);

    /** Sets r to the residual. */
    abstract NodeRef residual(NodeRef after);

    /** Restricts to the next coarser grid: its f is a view of this grid by full weighting, and its u is 0. */
    abstract NodeRef restrict(String label, NodeRef after, DoubleView from, Level coarse);

    /** Adds u of the next coarser grid, interpolated linearly along each dimension. */
    abstract NodeRef prolong(NodeRef after, Level coarse);

    /** Sums the squares of the residual. */
    abstract NodeRef norm(NodeRef after, DoubleView squares);

    /** Sets f to the right-hand side of the known solution. */
    abstract NodeRef problem(NodeRef after);

    /** Sums the squares of the difference from the known solution. */
    abstract NodeRef compare(NodeRef after, DoubleView squares);

    /** The known solution is a product of this polynomial of each coordinate, which is 0 at the sides. */
    static double hill(double x) {
        return x * x * (1 - x * x);
    }

    /** The negative second derivative of {@link #hill}. */
    static double bend(double x) {
        return 12 * x * x - 2;
    }

    static double square(double value) {
        return value * value;
    }

    @Override
    public final void close() {
        List.of(u, f, r).forEach(View::close);
    }
}
