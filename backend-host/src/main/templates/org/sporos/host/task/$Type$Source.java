[@perType accumulators; t]
package org.sporos.host.task;

/** Contributions of type ${t.type} by row-major position in a policy. Stateless. */
interface ${t.Type}Source {

    /** Evaluates the contributions of n consecutive positions into an array, from an index on. */
    void fill(long first, int n, ${t.type}[] into, int at);
}
[/@perType]
