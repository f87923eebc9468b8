package org.sporos.comm;

/** An operation that a {@link Transport} has begun. For providers. */
public interface PendingTransfer {

    /**
     * Returns whether it has ended, and lets it make progress. Never blocks; not called again once it has ended.
     *
     * @throws IllegalStateException if it failed, in the library's own words
     */
    boolean isDone();
}
