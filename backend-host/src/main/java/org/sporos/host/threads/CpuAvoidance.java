package org.sporos.host.threads;

import org.sporos.host.natives.CpuAffinity;

/**
 * CPU avoidance: keeps workers off the core of a thread that recently worked alone in a run for which others were
 * woken, or that called others before a long task. Linux may wake a worker on the core of its waker. Then both share
 * one core for seconds, while another one is idle. So a worker that was preempted on that core, or is about to begin a
 * long task on it, leaves it. The next worker that parks sets its CPU affinity to all other cores until it is awake.
 * Only the threads of a space are moved. Thread-safe: its fields are hints, with benign races. Its benefit:
 * docs/benchmarks/special-cases-on-host.md.
 */
final class CpuAvoidance {
    private final boolean moves;
    private int core = CpuAffinity.UNKNOWN;
    /** The identifier of the thread whose core it is. */
    private long thread;

    /** @param moves whether threads may be moved */
    CpuAvoidance(boolean moves) {
        this.moves = moves && !"false".equals(System.getProperty("sporos.host.cores"));
    }

    /** Records the core of this thread, which others should leave. */
    void noteThisCore() {
        if (moves) {
            CpuAffinity.findSoon();
            int here = CpuAffinity.current();
            if (core != here) {
                // Written only on change: other threads read it.
                core = here;
                thread = Thread.currentThread().getId();
            }
        }
    }

    /** Moves this thread, a worker, off the core that another thread recorded. */
    void leave() {
        int avoided = core;
        if (avoided != CpuAffinity.UNKNOWN
                && thread != Thread.currentThread().getId()
                && avoided == CpuAffinity.current()) {
            core = CpuAffinity.UNKNOWN;
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
