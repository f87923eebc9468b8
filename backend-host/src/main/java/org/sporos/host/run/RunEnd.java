package org.sporos.host.run;

/** The executable, as the scheduler of its run sees it. */
public interface RunEnd {
    /** Has this thread walk the whole run. */
    void walk();

    /** Says that the run has ended; called by the thread that ended it. */
    void ended();
}
