package org.sporos.view;

import org.sporos.space.ExecutionSpace;

/**
 * The order of a view's contiguous elements in memory. A sub-view may have neither.
 *
 * <pre>{@code
 * DoubleView byColumns = DoubleView.of("u", space, Layout.LEFT, rows, columns);
 * }</pre>
 */
public enum Layout {
    /** The last index is the fastest (row-major, C). The default on every backend. */
    RIGHT,
    /** The first index is the fastest (column-major, Fortran). */
    LEFT;

    /**
     * Returns the faster layout for kernels whose first index is the parallel one and whose bodies loop over the last:
     * {@link #LEFT} on GPUs, where the loads of neighbouring threads are coalesced, and in strict mode, which plays their
     * memory, else {@link #RIGHT}. Elements and results are the same in both.
     *
     * <pre>{@code
     * IntView corners = IntView.of("corners of cells", space, Layout.preferredBy(space), cells, 8);
     * }</pre>
     */
    public static Layout preferredBy(ExecutionSpace space) {
        return space.memorySpace().isHostAccessible() ? RIGHT : LEFT;
    }
}
