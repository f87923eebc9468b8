package org.sporos.host.run;

/** The executable, as the scheduler of its run sees it. */
public interface RunEnd {
    /** Runs the whole program on this thread. */
    void runSerial();

    /** Says that the run has ended; called by the thread that ended it. */
    void ended();
}
