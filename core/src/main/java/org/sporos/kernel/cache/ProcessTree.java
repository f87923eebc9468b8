package org.sporos.kernel.cache;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Processes that start others, such as a compiler and its parts, and how they are told apart and ended. Stateless. */
public final class ProcessTree {
    /** Systems that count the time since they started may be told another hour meanwhile. */
    private static final long SAME_START_MILLIS = 5_000;

    private ProcessTree() {}

    /** Ends a process and all that it has started, at once. Does nothing where they have ended. */
    public static void end(ProcessHandle process) {
        // Asked for first: the children of a process that has ended are nobody's.
        List<ProcessHandle> children = process.children().toList();
        process.destroyForcibly();
        children.forEach(ProcessTree::end);
    }

    /** Returns the number of a process and when it started, as part of a file's name. */
    public static String name(ProcessHandle process) {
        return process.pid() + "-" + startMillis(process);
    }

    /** Returns a process that is alive, by what {@link #name} has said of it. Another one may have its number by now. */
    static Optional<ProcessHandle> find(long pid, long startMillis) {
        return ProcessHandle.of(pid)
                .filter(ProcessHandle::isAlive)
                .filter(found -> Math.abs(startMillis(found) - startMillis) < SAME_START_MILLIS);
    }

    private static long startMillis(ProcessHandle process) {
        return process.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
    }
}
