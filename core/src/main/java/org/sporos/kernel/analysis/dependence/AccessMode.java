package org.sporos.kernel.analysis.dependence;

import org.jspecify.annotations.Nullable;
import org.sporos.kernel.ir.AtomicKind;

/** The mode of an access to elements of a view, for kernels, nodes and races. */
public enum AccessMode {
    READ("reads"),
    WRITE("writes"),
    /** Used within one kernel only: see {@link AccessSites}. */
    ATOMIC_READ("atomically reads"),
    ATOMIC_ADD("atomically adds to"),
    ATOMIC_MIN("atomically lowers"),
    ATOMIC_MAX("atomically raises"),
    ATOMIC_EXCHANGE("atomically exchanges"),
    ATOMIC_COMPARE_SET("atomically compares and sets");

    private final String verb;

    AccessMode(String verb) {
        this.verb = verb;
    }

    /** Returns the mode of a plain access or an atomic. */
    static AccessMode of(boolean writes, @Nullable AtomicKind atomic) {
        if (atomic == null) {
            return writes ? WRITE : READ;
        }
        return switch (atomic) {
            case GET -> ATOMIC_READ;
            case ADD -> ATOMIC_ADD;
            case MIN -> ATOMIC_MIN;
            case MAX -> ATOMIC_MAX;
            case EXCHANGE -> ATOMIC_EXCHANGE;
            case COMPARE_SET -> ATOMIC_COMPARE_SET;
        };
    }

    /** Returns the verb of a message, between node and view. */
    public String verb() {
        return verb;
    }

    /** Returns whether the access may write. */
    public boolean changes() {
        return this != READ && this != ATOMIC_READ;
    }

    /** Returns whether the access is atomic. */
    public boolean isAtomic() {
        return this != READ && this != WRITE;
    }

    /**
     * Returns whether two accesses to one element need no order: two reads, an atomic read with any atomic, or two
     * atomics of one kind.
     */
    public boolean agreesWith(AccessMode other) {
        boolean reads = !changes() && !other.changes();
        boolean oneReads = isAtomic() && other.isAtomic() && (this == ATOMIC_READ || other == ATOMIC_READ);
        return reads || oneReads || (this == other && this != WRITE);
    }
}
