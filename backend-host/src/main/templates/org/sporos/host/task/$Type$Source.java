//#if accumulator
package org.sporos.host.task;

/** Contributions of type $type$ by their position, which counts the indexes of a policy row by row. Stateless. */
interface $Type$Source {

    /** Evaluates the contributions of n positions from a first one, and puts them into an array from a place. */
    void fill(long first, int n, $type$[] into, int at);
}
//#end
