package org.sporos.host.threads;

import org.sporos.host.natives.CpuAffinity;

/**
 * CPU avoidance: workers stay off the core of a thread that was lately alone in a run for which others were woken. Most
 * likely the others wait for that core, too, as Linux may wake a worker on the core of the thread that wakes it. Then
 * both take turns on one core, and the run takes twice as long as by one thread. So a worker that was preempted on that
 * core leaves it, and the next worker that parks sets its CPU affinity to all other cores until it is awake. Only the
 * threads of a space are moved, and only when that has happened. Thread-safe: its fields are hints, racy on purpose.
 * docs/benchmarks/special-cases-on-host.md has what it is worth.
 */
final class CpuAvoidance {
    private final boolean moves;
    private int core = CpuAffinity.UNKNOWN;

    /**
     * @param moves whether threads may be moved at all
     */
    CpuAvoidance(boolean moves) {
        this.moves = moves && !"false".equals(System.getProperty("sporos.host.cores"));
    }

    /** Notes the core of this thread, which was alone in a run for which others were woken. */
    void noteThisCore() {
        if (moves) {
            CpuAffinity.findSoon();
            int here = CpuAffinity.current();
            if (core != here) {
                // Written only if it changes: others read it.
                core = here;
            }
        }
    }

    /** Has this thread, a worker that was preempted, go on on another core if it is on that one. */
    void leave() {
        int avoided = core;
        if (avoided != CpuAffinity.UNKNOWN && avoided == CpuAffinity.current()) {
            CpuAffinity.leave();
        }
    }

    /**
     * Keeps this thread, a worker that is about to sleep, off that core, if there is one since this was asked last.
     * Returns whether it must {@link CpuAffinity#roam roam} again when it is awake.
     */
    boolean avoid() {
        int avoided = core;
        if (avoided == CpuAffinity.UNKNOWN) {
            return false;
        }
        core = CpuAffinity.UNKNOWN;
        CpuAffinity.avoid(avoided);
        return true;
    }
}
