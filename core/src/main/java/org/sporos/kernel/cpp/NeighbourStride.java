package org.sporos.kernel.cpp;

import org.sporos.view.View;

/**
 * The stride that is a literal in code: 2, such as between the even columns of a grid. With it g++ vectorizes, and the
 * JVM's compiler hoists its checks. Larger strides gain nothing (measured in docs/benchmarks/host-kernels.md), and as
 * variables they let grids of all sizes share their code.
 */
public final class NeighbourStride {
    private NeighbourStride() {}

    /** Returns whether the stride of a dimension is a literal in code. */
    public static boolean isNumber(View view, int dimension) {
        boolean isLeast = true;
        for (int d = 0; d < view.rank(); d++) {
            isLeast &= view.extent(d) <= 1 || view.stride(d) >= 2;
        }
        return isLeast && view.stride(dimension) == 2;
    }
}
