package org.sporos.policy;

/** The operator of a custom reduction of float values. */
@FunctionalInterface
public interface FloatJoin extends KernelBody {

    /** Returns both values joined. The identity joined with any value must give that value. */
    float join(float left, float right);
}
