package org.sporos.comm;

/** A started operation of a {@link Transport}. For providers. */
public interface PendingTransfer {

    /**
     * Makes progress and returns whether the operation is complete. Never blocks; not called again after completion.
     *
     * @throws IllegalStateException if it failed, with the library's error text
     */
    boolean isDone();
}
