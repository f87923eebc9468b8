package org.sporos.policy;

/** The body of a kernel that runs once. */
@FunctionalInterface
public interface SingleBody extends KernelBody {

    /** Runs the body. */
    void run();
}
