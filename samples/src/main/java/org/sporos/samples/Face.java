package org.sporos.samples;

import java.util.List;

/**
 * One of the six faces of a block.
 *
 * @param dimension the direction it looks in: 0, 1 or 2
 * @param side 0 where that index is lowest, 1 where it is highest
 */
record Face(int dimension, int side) {
    static final List<Face> ALL =
            List.of(new Face(0, 0), new Face(0, 1), new Face(1, 0), new Face(1, 1), new Face(2, 0), new Face(2, 1));

    /** Returns its number in {@link #ALL}. */
    int number() {
        return 2 * dimension + side;
    }

    /** Returns the face that touches this one from the next block. */
    Face opposite() {
        return new Face(dimension, 1 - side);
    }

    /** Returns how far away the next block is in a direction: -1, 0 or 1. */
    int step(int direction) {
        return direction == dimension ? 2 * side - 1 : 0;
    }

    /** Returns it as in {@code -x}. */
    @Override
    public String toString() {
        return "-+".charAt(side) + "" + "xyz".charAt(dimension);
    }
}
