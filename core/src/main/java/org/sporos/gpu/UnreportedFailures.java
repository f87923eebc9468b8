package org.sporos.gpu;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.sporos.backend.AffectedRuns;
import org.sporos.backend.RunEffects;
import org.sporos.internal.run.EagerCall;

/** The unreported failures of runs, in order of discovery. Thread-safe. */
final class UnreportedFailures {
    /** The limit for a program that never fences. */
    private static final int MOST = 100;

    private final List<Failed> failures = new ArrayList<>();

    private record Failed(AffectedRuns runs, RuntimeException failure) {}

    /**
     * Adds a failure.
     *
     * @param runs the runs in flight at the failure: the driver does not report which one failed
     */
    void add(List<RunEffects> runs, RuntimeException failure) {
        add(new Failed(new AffectedRuns(runs), failure));
    }

    private synchronized void add(Failed failed) {
        if (failures.size() < MOST) {
            failures.add(failed);
        }
    }

    /** Records that a run ended, whose results are unspecified if it used memory of a failed one. */
    synchronized void ended(RunEffects run) {
        failures.forEach(failed -> failed.runs.follow(run));
    }

    /** Returns all failures, which stay unreported. */
    synchronized List<RuntimeException> all() {
        return failures.stream().map(Failed::failure).toList();
    }

    /** Moves the failures of a closed stream to this. */
    synchronized void addAll(UnreportedFailures closed) {
        closed.takeWhere(all -> true).forEach(this::add);
    }

    /** Returns and removes all failures. */
    List<RuntimeException> take() {
        return take(all -> true);
    }

    /** Returns and removes the failures of runs that conflict with an eager call. */
    List<RuntimeException> take(EagerCall call) {
        return take(failed -> failed.runs.conflictsWith(call));
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
