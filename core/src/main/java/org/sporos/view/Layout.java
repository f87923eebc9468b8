package org.sporos.view;

/**
 * The order in which the elements of a view lie in memory, one after another. A sub-view may have neither.
 *
 * <pre>{@code
 * DoubleView byColumns = DoubleView.of("u", space, Layout.LEFT, rows, columns);
 * }</pre>
 */
public enum Layout {
    /** The last index runs fastest (row-major, C). The default on every backend. */
    RIGHT,
    /** The first index runs fastest (column-major, Fortran). */
    LEFT
}
