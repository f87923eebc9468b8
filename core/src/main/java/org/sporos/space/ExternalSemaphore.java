package org.sporos.space;

import java.util.function.IntToLongFunction;
import org.jspecify.annotations.Nullable;
import org.sporos.error.CodedArgumentException;
import org.sporos.error.CodedStateException;
import org.sporos.internal.base.StackReserve;
import org.sporos.internal.error.Labels;
import org.sporos.internal.error.Required;

/**
 * A timeline semaphore shared with work outside of the library: another GPU API through a file descriptor, or other
 * threads of this process. Its value only grows. Thread-safe.
 *
 * <pre>{@code
 * ExternalSemaphore done = ExternalSemaphore.inProcess("done");
 * Graph step = Graph.define("step", root -> root.thenSignalSemaphore("tell", done, 1));
 * }</pre>
 */
public final class ExternalSemaphore {
    private static final int NO_DESCRIPTOR = -1;

    private final String label;
    private final int fileDescriptor;
    private volatile long value;
    private @Nullable Runnable listener;
    private @Nullable Object owner;
    private long imported;

    private ExternalSemaphore(String label, int fileDescriptor) {
        this.label = Required.argument(label, "the label of a semaphore");
        this.fileDescriptor = fileDescriptor;
    }

    /** Returns a semaphore of this process with the value 0. Only host spaces can use it. */
    public static ExternalSemaphore inProcess(String label) {
        return new ExternalSemaphore(label, NO_DESCRIPTOR);
    }

    /**
     * Returns a timeline semaphore that another API exported as a POSIX file descriptor. Only GPU spaces can use it.
     *
     * @throws IllegalArgumentException if the descriptor is negative
     */
    public static ExternalSemaphore ofFileDescriptor(String label, int fileDescriptor) {
        if (fileDescriptor < 0) {
            throw new CodedArgumentException(
                    "S214", "semaphore " + Labels.quoted(label) + ": " + fileDescriptor + " is not a file descriptor");
        }
        return new ExternalSemaphore(label, fileDescriptor);
    }

    /** Returns its label. */
    public String label() {
        return label;
    }

    /** Returns whether it is a semaphore of this process. */
    public boolean isInProcess() {
        return fileDescriptor == NO_DESCRIPTOR;
    }

    /**
     * Returns the exported file descriptor.
     *
     * @throws IllegalStateException if it is a semaphore of this process
     */
    public int fileDescriptor() {
        if (isInProcess()) {
            throw new CodedStateException("S214", "semaphore " + Labels.quoted(label) + " lives in this process");
        }
        return fileDescriptor;
    }

    /**
     * Returns the value of a semaphore of this process.
     *
     * @throws IllegalStateException if another API owns it
     */
    public long value() {
        requireInProcess();
        return value;
    }

    /**
     * Raises the value of a semaphore of this process to at least the given one, and resumes its waiters.
     *
     * @throws IllegalStateException if another API owns it
     */
    public void signal(long atLeast) {
        requireInProcess();
        StackReserve.require(atLeast);
        Runnable woken;
        synchronized (this) {
            value = Math.max(value, atLeast);
            woken = listener;
        }
        if (woken != null) {
            woken.run();
        }
    }

    /**
     * Adds a listener for signals, called after existing ones.
     *
     * @hidden
     */
    public synchronized void onSignal(Runnable added) {
        Runnable before = listener;
        listener = before == null
                ? added
                : () -> {
                    before.run();
                    added.run();
                };
    }

    /**
     * Returns the backend's import of the file descriptor, created at first use, which transfers ownership.
     *
     * @param by the new owner
     * @throws IllegalStateException if it has another owner
     * @hidden
     */
    public synchronized long takenOver(Object by, IntToLongFunction importer) {
        if (owner == null) {
            imported = importer.applyAsLong(fileDescriptor());
            owner = by;
        } else if (owner != by) {
            throw new CodedStateException(
                    "S214",
                    "the descriptor of semaphore " + Labels.quoted(label) + " was taken over by " + owner
                            + "; export another one for " + by);
        }
        return imported;
    }

    private void requireInProcess() {
        if (!isInProcess()) {
            throw new CodedStateException(
                    "S214",
                    "semaphore " + Labels.quoted(label)
                            + " belongs to another API; signal it there, or by a node of a graph");
        }
    }

    @Override
    public String toString() {
        return "semaphore " + Labels.quoted(label);
    }
}
