package org.sporos.backend;

import com.google.common.collect.Sets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.sporos.internal.error.Labels;
import org.sporos.internal.error.SafeLogger;
import org.sporos.internal.run.EagerCall;

/**
 * The runs whose results a failure makes unspecified: failed ones, and later ones that used their memory or that of
 * another such run. Not thread-safe.
 */
public final class AffectedRuns {
    private static final System.Logger LOG = SafeLogger.of("org.sporos");

    private final List<RunEffects> affected;
    /** Runs that did not use memory of the affected ones so far. */
    private final Set<RunEffects> others = Sets.newIdentityHashSet();

    /** Starts with the runs that may have failed. */
    public AffectedRuns(List<RunEffects> failed) {
        this.affected = new ArrayList<>(failed);
    }

    /** Adds the run of an executable that ended later, if it is affected. */
    public void follow(RunEffects run) {
        if (affected.contains(run) || !others.add(run)) {
            return;
        }
        if (affected.stream().anyMatch(run::conflictsWith)) {
            affected.add(run);
            // Runs of the others may use its memory from now on.
            others.clear();
        }
    }

    /** Returns whether an eager call conflicts with one of the runs. */
    public boolean conflictsWith(EagerCall call) {
        return affected.stream().anyMatch(run -> run.conflictsWith(call));
    }

    /** Logs failures that no call threw before a space was closed. */
    public static void warn(String space, List<? extends RuntimeException> unreported) {
        for (RuntimeException failure : unreported) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "S298: space " + Labels.quoted(space) + " was closed before a fence threw this failure: "
                            + failure.getMessage());
        }
    }
}
