package org.sporos.host.run;

/** The callbacks of the scheduler to the executable. */
public interface RunEnd {
    /** Runs the whole program on this thread. */
    void runSerial();

    /** Completes the run; called by the thread that ended it. */
    void ended();
}
