package org.sporos.host.task;

import org.sporos.error.InternalException;

/**
 * The facts that a task may know of the space that runs it.
 *
 * @param threads how many threads may work on one task at a time, at least 1
 * @param strict whether the space treats its memory as if it were a device's
 * @param tier the code that kernels get
 */
public record TaskContext(int threads, boolean strict, Tier tier) {

    /** Checks the number of threads. */
    public TaskContext {
        if (threads < 1) {
            throw new InternalException("a task context of " + threads + " threads; use 1 or more");
        }
    }

    /** Makes one whose kernels get the fastest code. */
    public TaskContext(int threads, boolean strict) {
        this(threads, strict, Tier.AUTO);
    }

    /** Returns whether a compiler may be asked for code. */
    public boolean asksCompiler() {
        return !strict && (tier == Tier.AUTO || tier == Tier.NATIVE);
    }
}
