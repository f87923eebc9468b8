package org.sporos.host.run;

/**
 * The calls that a run makes to the threads that may take part in it. The run knows nothing else of them, so that its
 * queues and dispatchers can be read, and tested, without a thread. All methods are thread-safe.
 */
public interface WorkerPool {
    /** Says that steps became ready that more threads could share. */
    void signal();

    /** Says so if it is true of any run. */
    void signalIfReady();

    /** Has a worker make a host call. */
    void offerHost(StepWaiter call);

    /** Lets threads find work in a run; returns the place to give to {@link #deactivate}. */
    int activate(Job run);

    /** Lets threads find no more work in a run. */
    void deactivate(int place);

    /** Returns whether there is something to do for a worker that stays with a run. */
    boolean hasOtherWork(Job but);

    /** Returns whether a host call waits for a worker. */
    boolean hostCallWaits();

    /** Returns how many nanoseconds a thread stays with a run that has ended or that others end. */
    long stayNanos();

    /** Takes note of a run that can be found also while it rests; the one before it, if there is one, is hidden. */
    void settled(Resting run);

    /** Forgets a run that was settled. */
    void left(Resting run);

    /** Notes that this thread was alone in a run for which others were woken: most likely they wait for its core. */
    void workedAlone();

    /** Has this thread, a worker that was preempted, leave the core that was noted last. */
    void leaveAvoidedCore();

    /** A run between two submits, which threads can find as long as it is not hidden. */
    interface Resting {
        /** Lets others find the run no more. */
        void hide();
    }
}
