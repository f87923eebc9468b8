package org.sporos.host.exec;

/** Something of which more and more is done, in order. */
interface Awaited {
    /** Returns whether as much as the target is done. */
    boolean isDone(long target);
}
