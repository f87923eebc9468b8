package org.sporos.spi;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.sporos.space.ExecutionStream;

/**
 * Streams of other spaces that run parts of a space's graphs: its fences wait for them and throw their failures.
 * Thread-safe.
 */
public final class Followers {
    private final Set<ExecutionStream> streams = ConcurrentHashMap.newKeySet();

    /** Adds a stream until {@link #remove}. */
    public void add(ExecutionStream stream) {
        streams.add(stream);
    }

    /** Removes a stream. */
    public void remove(ExecutionStream stream) {
        streams.remove(stream);
    }

    /**
     * Waits for the work of the space itself, then for that of all streams; throws the first unreported failure with
     * the others suppressed.
     */
    public void fence(Runnable own) {
        if (streams.isEmpty()) {
            own.run();
            return;
        }
        RuntimeException first = failure(own, null);
        for (ExecutionStream stream : streams) {
            first = failure(() -> fence(stream), first);
        }
        if (first != null) {
            throw first;
        }
    }

    private void fence(ExecutionStream stream) {
        try {
            stream.fence();
        } catch (IllegalStateException closed) {
            // The failures of a stream that was closed meanwhile are reported by its own space.
            if (streams.contains(stream) && !stream.space().isClosed()) {
                throw closed;
            }
        }
    }

    private static @Nullable RuntimeException failure(Runnable wait, @Nullable RuntimeException first) {
        try {
            wait.run();
            return first;
        } catch (RuntimeException failure) {
            if (first != null && first != failure) {
                first.addSuppressed(failure);
            }
            return first == null ? failure : first;
        }
    }
}
