package org.sporos.host.threads;

import org.sporos.host.natives.CpuAffinity;

/**
 * CPU avoidance: keeps workers off the core of a thread that recently worked alone in a run for which others were
 * woken. Most likely the others wait for that core, as Linux may wake a worker on the core of its waker. Then both
 * share one core, and the run takes twice the serial time. So a worker that was preempted on that core leaves it, and
 * the next worker that parks sets its CPU affinity to all other cores until it is awake. Only the threads of a space
 * are moved, and only after such a run. Thread-safe: its fields are hints, with benign races. Its benefit:
 * docs/benchmarks/special-cases-on-host.md.
 */
final class CpuAvoidance {
    private final boolean moves;
    private int core = CpuAffinity.UNKNOWN;

    /** @param moves whether threads may be moved */
    CpuAvoidance(boolean moves) {
        this.moves = moves && !"false".equals(System.getProperty("sporos.host.cores"));
    }

    /** Records the core of this thread, which worked alone in a run for which others were woken. */
    void noteThisCore() {
        if (moves) {
            CpuAffinity.findSoon();
            int here = CpuAffinity.current();
            if (core != here) {
                // Written only on change: other threads read it.
                core = here;
            }
        }
    }

    /** Moves this thread, a preempted worker, off the avoided core. */
    void leave() {
        int avoided = core;
        if (avoided != CpuAffinity.UNKNOWN && avoided == CpuAffinity.current()) {
            CpuAffinity.leave();
        }
    }

    /**
     * Excludes the avoided core, if any, from the affinity of this thread, a worker about to park. Returns whether it
     * must {@link CpuAffinity#roam roam} again once it is awake.
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
