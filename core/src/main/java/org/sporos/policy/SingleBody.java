package org.sporos.policy;

/** The body of a kernel that runs once. */
@FunctionalInterface
public interface SingleBody extends KernelBody {

    /** Does the work. */
    void run();
}
