package org.sporos.policy;

/** The operator of a custom reduction of int values. */
@FunctionalInterface
public interface IntJoin extends KernelBody {

    /** Returns both values joined. The identity joined with any value must give that value. */
    int join(int left, int right);
}
