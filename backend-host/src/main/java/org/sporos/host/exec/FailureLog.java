package org.sporos.host.exec;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.sporos.graph.GraphRunException;

/**
 * The failures of runs that no fence has thrown yet, in the order in which the runs ended. Adding one takes no memory and never
 * fails. Thread-safe.
 */
final class FailureLog {
    /** A loop that never fences must not fill the heap. */
    private static final int MOST = 100;

    private static final RunFailure[] NONE = {};

    private final @Nullable HostStream[] streams = new HostStream[MOST];
    private final @Nullable RunFailure[] failures = new RunFailure[MOST];
    private int size;
    private volatile boolean any;

    synchronized void add(@Nullable HostStream stream, RunFailure failure) {
        if (size < MOST) {
            streams[size] = stream;
            failures[size++] = failure;
        }
        any = true;
    }

    /** Throws the first failure on a stream, the others attached to it, and forgets them. */
    void throwOf(HostStream stream) {
        throwFirst(stream);
    }

    /** Throws the first failure on any stream, the others attached to it, and forgets them. */
    void throwAny() {
        throwFirst(null);
    }

    private void throwFirst(@Nullable HostStream wanted) {
        if (any) {
            RunFailure[] taken = take(wanted);
            if (taken.length > 0) {
                throw first(wanted, taken);
            }
        }
    }

    /** The texts are made outside of the lock: that runs methods of what users throw. */
    private GraphRunException first(@Nullable HostStream wanted, RunFailure[] taken) {
        try {
            GraphRunException first = FailureText.of(taken[0]);
            for (int i = 1; i < taken.length; i++) {
                first.addSuppressed(FailureText.of(taken[i]));
            }
            return first;
        } catch (Throwable noMemory) {
            for (RunFailure failure : taken) {
                add(wanted, failure);
            }
            throw noMemory;
        }
    }

    private synchronized RunFailure[] take(@Nullable HostStream wanted) {
        int count = 0;
        for (int i = 0; i < size; i++) {
            count += isOf(wanted, i) ? 1 : 0;
        }
        if (count == 0) {
            return NONE;
        }
        // The only step that may throw, before anything is changed.
        RunFailure[] taken = new RunFailure[count];
        int left = 0;
        int at = 0;
        for (int i = 0; i < size; i++) {
            if (isOf(wanted, i)) {
                taken[at++] = failures[i];
            } else {
                streams[left] = streams[i];
                failures[left++] = failures[i];
            }
        }
        Arrays.fill(streams, left, size, null);
        Arrays.fill(failures, left, size, null);
        size = left;
        any = left > 0;
        return taken;
    }

    private boolean isOf(@Nullable HostStream wanted, int i) {
        return wanted == null || streams[i] == wanted;
    }
}
