package org.sporos.policy;

/** The question that a conditional node asks on the device. */
@FunctionalInterface
public interface Condition extends KernelBody {

    /** Returns the answer, from views and params. */
    boolean test();
}
