package org.sporos.host.submit;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sporos.space.ExecutionStream;

/** A vector clock: for each stream the number of its last run before some point. Used under a lock. */
final class VectorClock {
    private final Map<ExecutionStream, Long> last = new HashMap<>();

    /** Returns the number for a stream, or 0. */
    long of(ExecutionStream stream) {
        return last.getOrDefault(stream, 0L);
    }

    /** Advances the time of a stream. */
    void advance(ExecutionStream stream, long number) {
        last.merge(stream, number, Math::max);
    }

    /** Merges another point into this one, except for its covered runs. */
    void join(@Nullable VectorClock other, VectorClock covered) {
        if (other != null) {
            other.last.forEach((stream, number) -> {
                if (number > covered.of(stream)) {
                    advance(stream, number);
                }
            });
        }
    }

    void forget(ExecutionStream stream) {
        last.remove(stream);
    }
}
