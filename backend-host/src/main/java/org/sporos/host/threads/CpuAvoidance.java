package org.sporos.host.threads;

import org.sporos.host.cpp.Cores;

/**
 * The core of a thread that has lately done alone what others were called for. Most likely they wait for that core, too: then
 * the run is shared by turns, and takes twice as long as by one thread. So workers leave it, and do not sleep where they
 * would be woken on it. Only the threads of a space are moved, and only when that has happened. Thread-safe: all is a hint.
 */
final class CpuAvoidance {
    private final boolean moves;
    private int core = Cores.UNKNOWN;

    /**
     * @param moves whether threads may be moved at all
     */
    CpuAvoidance(boolean moves) {
        this.moves = moves && !"false".equals(System.getProperty("sporos.host.cores"));
    }

    /** Says that this thread has done alone what others were called for. */
    void noteThisCore() {
        if (moves) {
            Cores.findSoon();
            int here = Cores.current();
            if (core != here) {
                // Not written in vain: others read it.
                core = here;
            }
        }
    }

    /** Has this thread, a worker that has found itself without a core, go on on another one if it is on that core. */
    void leave() {
        int lonely = core;
        if (lonely != Cores.UNKNOWN && lonely == Cores.current()) {
            Cores.leave();
        }
    }

    /**
     * Keeps this thread, a worker that is about to sleep, off that core, if there is one since this was asked last. Returns whether
     * it must {@link Cores#roam roam} again when it is awake.
     */
    boolean avoid() {
        int lonely = core;
        if (lonely == Cores.UNKNOWN) {
            return false;
        }
        core = Cores.UNKNOWN;
        Cores.avoid(lonely);
        return true;
    }
}
