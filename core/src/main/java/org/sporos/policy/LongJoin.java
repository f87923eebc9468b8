package org.sporos.policy;

/** The operator of a custom reduction of long values. */
@FunctionalInterface
public interface LongJoin extends KernelBody {

    /** Returns both values joined. The identity joined with any value must give that value. */
    long join(long left, long right);
}
