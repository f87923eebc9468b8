package org.sporos.policy;

/** The operator of a custom reduction of double values. */
@FunctionalInterface
public interface DoubleJoin extends KernelBody {

    /** Returns both values joined. The identity joined with any value must give that value. */
    double join(double left, double right);
}
