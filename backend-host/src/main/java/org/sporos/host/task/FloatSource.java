package org.sporos.host.task;

/** Contributions of type float by their position, which counts the indexes of a policy row by row. Stateless. */
interface FloatSource {

    /** Evaluates the contributions of n positions from a first one, and puts them into an array from a place. */
    void fill(long first, int n, float[] into, int at);
}
