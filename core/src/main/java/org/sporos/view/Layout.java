package org.sporos.view;

/** The order in which the elements of a view lie in memory. */
public enum Layout {
    /** The last index runs fastest (row-major, C). The default on every backend. */
    RIGHT,
    /** The first index runs fastest (column-major, Fortran). */
    LEFT,
    /** Any strides, as a sub-view may have. */
    STRIDED
}
