package org.sporos.kernel.analysis.dependence;

import org.jspecify.annotations.Nullable;
import org.sporos.kernel.ir.AtomicKind;

/** The mode of an access to elements of a view: the same words for kernels, nodes and races between them. */
public enum AccessMode {
    READ("reads"),
    WRITE("writes"),
    /** Within one kernel alone: see {@link AccessSites}. */
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

    /** Returns what a plain access or an atomic does. */
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

    /** Returns the word for a message: it comes between a node and a view. */
    public String verb() {
        return verb;
    }

    /** Returns whether it may change elements. */
    public boolean changes() {
        return this != READ && this != ATOMIC_READ;
    }

    /** Returns whether it is an atomic. */
    public boolean isAtomic() {
        return this != READ && this != WRITE;
    }

    /**
     * Returns whether two accesses of one element in these modes may happen in any order or at the same time: two reads,
     * two atomics of which one reads, or two atomics of one kind.
     */
    public boolean agreesWith(AccessMode other) {
        boolean reads = !changes() && !other.changes();
        boolean oneReads = isAtomic() && other.isAtomic() && (this == ATOMIC_READ || other == ATOMIC_READ);
        return reads || oneReads || (this == other && this != WRITE);
    }
}
