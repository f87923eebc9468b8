package org.sporos.kernel.cpp;

import org.sporos.view.View;

/**
 * The stride that stands in code as a number: 2, between neighbours such as the even columns of a grid. g++ then makes
 * vectors of them, and the JVM's compiler takes its checks out of the loop. Larger strides gain nothing (measured in
 * docs/benchmarks/host-kernels.md), and as variables they let grids of all sizes share their code.
 */
public final class NeighbourStride {
    private NeighbourStride() {}

    /** Returns whether the stride of a dimension is a number in code. */
    public static boolean isNumber(View view, int dimension) {
        boolean isLeast = true;
        for (int d = 0; d < view.rank(); d++) {
            isLeast &= view.extent(d) <= 1 || view.stride(d) >= 2;
        }
        return isLeast && view.stride(dimension) == 2;
    }
}
