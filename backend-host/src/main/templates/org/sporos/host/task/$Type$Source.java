[@perType accumulators; t]
package org.sporos.host.task;

/** Contributions of type ${t.type} by their position, which counts the indexes of a policy row by row. Stateless. */
interface ${t.Type}Source {

    /** Evaluates the contributions of n positions from a first one, and puts them into an array from a place. */
    void fill(long first, int n, ${t.type}[] into, int at);
}
[/@perType]
