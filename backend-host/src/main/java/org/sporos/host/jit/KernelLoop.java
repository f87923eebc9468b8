package org.sporos.host.jit;

import org.sporos.error.InternalException;

/**
 * The loops of one kernel or of fused kernels. A generated class overrides the methods of its launch. Stateless: nodes
 * differ in their {@link KernelArguments} only.
 */
public abstract class KernelLoop {
    /** For generated classes. */
    protected KernelLoop() {}

    /** Runs the body for n indexes from a first one. */
    public void run(KernelArguments arguments, long begin, int n) {
        throw absent();
    }

    /** Runs the body for each index of a box, row by row. Missing dimensions are {@code [0, 1)}. */
    public void run(KernelArguments arguments, int i, int iEnd, int j, int jEnd, int k, int kEnd, int l, int lEnd) {
        throw absent();
    }

    /**
     * Evaluates the body for n indexes of a row and stores the results into an array.
     *
     * @param i the first index of a box
     * @param j the second index of a box of rank 3 or more
     * @param k the third index of a box of rank 4
     * @param into a double, float or long array; ints and booleans are stored as longs
     */
    public void fill(KernelArguments arguments, int i, int j, int k, long begin, int n, Object into, int at) {
        throw absent();
    }

    /**
     * Runs the body for n indexes, with the elements of an array, from offset 0, as its last argument. There is no
     * offset, as the JVM vectorizes the loop only if the array index is the bare counter.
     *
     * @param from a double, float or long array; ints are stored as longs
     */
    public void take(KernelArguments arguments, long begin, int n, Object from) {
        throw absent();
    }

    /** Folds a whole tile in the order of reductions and returns the raw bits of the result. */
    public long tile(KernelArguments arguments, long begin) {
        throw absent();
    }

    /**
     * Scans n indexes: runs the consumer, the second kernel, with each prefix sum, and returns the total. Integers
     * only, whose sums are exact in any order.
     *
     * @param before the prefix sum before the first index
     */
    public long scan(KernelArguments arguments, long begin, int n, long before) {
        throw absent();
    }

    private InternalException absent() {
        return new InternalException(getClass() + " was made for another launch");
    }
}
