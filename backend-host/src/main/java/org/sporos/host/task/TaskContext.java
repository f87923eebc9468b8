package org.sporos.host.task;

import org.sporos.error.InternalException;

/**
 * The properties of a space that its tasks depend on.
 *
 * @param threads the most threads that work on one task at a time, at least 1
 * @param strict whether host code must not access the space's memory, as for a device
 * @param tier the code of kernels
 */
public record TaskContext(int threads, boolean strict, Tier tier) {

    public TaskContext {
        if (threads < 1) {
            throw new InternalException("a task context of " + threads + " threads; use 1 or more");
        }
    }

    /** Creates a context with the fastest code for kernels. */
    public TaskContext(int threads, boolean strict) {
        this(threads, strict, Tier.AUTO);
    }

    /** Returns whether kernels may be compiled by a C++ compiler. */
    public boolean asksCompiler() {
        return !strict && (tier == Tier.AUTO || tier == Tier.NATIVE);
    }
}
