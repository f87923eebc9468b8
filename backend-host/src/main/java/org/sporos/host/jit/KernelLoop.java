package org.sporos.host.jit;

import org.sporos.error.InternalException;

/**
 * The loops of one kernel, or of several that run as one. A generated class overrides the methods that its launch
 * needs. Stateless: all that differs among nodes comes with {@link KernelArguments}.
 */
public abstract class KernelLoop {
    /** For generated classes. */
    protected KernelLoop() {}

    /** Runs the body for n indexes from a first one. */
    public void run(KernelArguments bound, long begin, int n) {
        throw absent();
    }

    /** Runs the body for each index of a box, row by row. Dimensions that it does not have are {@code [0, 1)}. */
    public void run(KernelArguments bound, int i, int iEnd, int j, int jEnd, int k, int kEnd, int l, int lEnd) {
        throw absent();
    }

    /**
     * Evaluates the body for n indexes of a row from a first one and puts what it returns into an array.
     *
     * @param i the first index of a box
     * @param j the second index of a box of rank 3 or more
     * @param k the third index of a box of rank 4
     * @param into a double, float or long array: ints and booleans are longs
     */
    public void fill(KernelArguments bound, int i, int j, int k, long begin, int n, Object into, int at) {
        throw absent();
    }

    /**
     * Runs the body for n indexes of a range from a first one, with the elements of an array from its begin as last
     * arguments. The JVM turns the loop into vectors only where it sees that nothing but the counter is added to a
     * place in an array.
     *
     * @param from a double, float or long array: ints are longs
     */
    public void take(KernelArguments bound, long begin, int n, Object from) {
        throw absent();
    }

    /** Evaluates the body for a whole tile of the order of reductions and returns the raw bits of its result. */
    public long tile(KernelArguments bound, long begin) {
        throw absent();
    }

    /**
     * Hands the prefix sums of n indexes from a first one to the consumer, the second kernel, and returns the sum
     * behind them. Of integers only, which are added in any order.
     *
     * @param before the sum before the first index
     */
    public long scan(KernelArguments bound, long begin, int n, long before) {
        throw absent();
    }

    private InternalException absent() {
        return new InternalException(getClass() + " was made for another launch");
    }
}
