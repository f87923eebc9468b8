package org.sporos.gpu;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.sporos.backend.RunEffects;
import org.sporos.internal.run.EagerCall;

/** The unreported failures of runs, in order of discovery. Thread-safe. */
final class UnreportedFailures {
    /** The limit for a program that never fences. */
    private static final int MOST = 100;

    private final List<Failed> failures = new ArrayList<>();

    /**
     * A failure.
     *
     * @param runs the runs in flight at the failure: the driver does not report which one failed
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

    /** Moves the failures of a closed stream to this. */
    synchronized void addAll(UnreportedFailures closed) {
        for (Failed failed : closed.takeWhere(all -> true)) {
            add(failed.runs, failed.failure);
        }
    }

    /** Returns and removes all failures. */
    List<RuntimeException> take() {
        return take(all -> true);
    }

    /** Returns and removes the failures of runs that conflict with an eager call. */
    List<RuntimeException> take(EagerCall call) {
        return take(failed -> failed.conflictsWith(call));
    }

    private List<RuntimeException> take(Predicate<Failed> wanted) {
        List<Failed> taken = takeWhere(wanted);
        // Usually empty: a fence allocates nothing.
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
