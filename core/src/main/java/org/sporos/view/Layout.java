package org.sporos.view;

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
    LEFT
}
