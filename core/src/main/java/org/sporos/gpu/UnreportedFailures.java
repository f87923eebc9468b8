package org.sporos.gpu;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.sporos.backend.RunEffects;
import org.sporos.internal.run.EagerCall;

/** The failures of runs that were not reported yet, in the order in which they were found. Thread-safe. */
final class UnreportedFailures {
    /** A loop that never fences must not fill the heap. */
    private static final int MOST = 100;

    private final List<Failed> failures = new ArrayList<>();

    /**
     * One failure.
     *
     * @param runs what ran when it happened: the driver does not say which of them failed
     */
    private record Failed(List<RunEffects> runs, RuntimeException failure) {
        boolean conflictsWith(EagerCall call) {
            return runs.stream().anyMatch(run -> run.conflictsWith(call));
        }
    }

    synchronized void add(List<RunEffects> runs, RuntimeException failure) {
        if (failures.size() < MOST) {
            failures.add(new Failed(runs, failure));
        }
    }

    /** Takes over the failures of a stream that is closed. */
    synchronized void addAll(UnreportedFailures closed) {
        for (Failed failed : closed.takeWhere(all -> true)) {
            add(failed.runs, failed.failure);
        }
    }

    /** Returns all and forgets them. */
    List<RuntimeException> take() {
        return take(all -> true);
    }

    /** Returns the failures of runs that an eager call comes after, and forgets them. */
    List<RuntimeException> take(EagerCall call) {
        return take(failed -> failed.conflictsWith(call));
    }

    private List<RuntimeException> take(Predicate<Failed> wanted) {
        List<Failed> taken = takeWhere(wanted);
        // Mostly there are none, and a fence takes little memory.
        return taken.isEmpty() ? List.of() : taken.stream().map(Failed::failure).toList();
    }

    private synchronized List<Failed> takeWhere(Predicate<Failed> wanted) {
        if (failures.isEmpty()) {
            return List.of();
        }
        List<Failed> taken = failures.stream().filter(wanted).toList();
        failures.removeIf(wanted);
        return taken;
    }
}
