package org.sporos.trace;

import java.util.function.Function;
import org.sporos.graph.Profile;

/** A backend's executable, whose runs can be part of a profile. Thread-safe. */
public interface ProfiledExecutable {

    /** Calls a function with the runs of this executable under the profiler; other profiles of it wait meanwhile. */
    Profile profiled(Function<ProfiledPart, Profile> use);
}
