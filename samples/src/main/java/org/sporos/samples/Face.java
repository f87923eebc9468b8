package org.sporos.samples;

import java.util.List;

/**
 * One of the six faces of a block.
 *
 * @param dimension the dimension of its normal: 0, 1 or 2
 * @param side 0 for the lowest index, 1 for the highest
 */
record Face(int dimension, int side) {
    static final List<Face> ALL =
            List.of(new Face(0, 0), new Face(0, 1), new Face(1, 0), new Face(1, 1), new Face(2, 0), new Face(2, 1));

    /** Returns its number in {@link #ALL}. */
    int number() {
        return 2 * dimension + side;
    }

    /** Returns the adjacent face of the neighbouring block. */
    Face opposite() {
        return new Face(dimension, 1 - side);
    }

    /** Returns the offset to the neighbouring block in a direction: -1, 0 or 1. */
    int step(int direction) {
        return direction == dimension ? 2 * side - 1 : 0;
    }

    /** Returns a description such as {@code -x}. */
    @Override
    public String toString() {
        return "-+".charAt(side) + "" + "xyz".charAt(dimension);
    }
}
