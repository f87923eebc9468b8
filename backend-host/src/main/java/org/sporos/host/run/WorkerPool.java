package org.sporos.host.run;

/**
 * The interface of a run to the threads of its pool. The run knows nothing else of them, so that its queues and
 * dispatchers can be tested without a thread. All methods are thread-safe.
 */
public interface WorkerPool {
    /** Wakes threads for steps that became ready. */
    void signal();

    /** Wakes threads if any run has a ready step. */
    void signalIfReady();

    /** Passes a host call to a worker thread. */
    void offerHost(StepWaiter call);

    /** Lists a run among the jobs of the pool; returns its slot, for {@link #deactivate}. */
    int activate(Job run);

    /** Removes the run in a slot from the jobs of the pool. */
    void deactivate(int slot);

    /** Returns whether there is work for a worker thread outside of the run it stays with. */
    boolean hasOtherWork(Job but);

    /** Returns whether a host call waits for a worker thread. */
    boolean hostCallWaits();

    /** Returns how many nanoseconds an idle thread stays with a run. */
    long stayNanos();

    /** Registers a run that stays listed between its submits; hides the previous one. */
    void settled(Resting run);

    /** Unregisters a settled run. */
    void left(Resting run);

    /**
     * Records the core of this thread, which others should leave: it worked alone in a run for which others were woken,
     * so most likely they wait for its core, or it begins a long task.
     */
    void noteCore();

    /** Moves this thread, a worker, off the core that another thread recorded last. */
    void leaveAvoidedCore();

    /** A run that stays listed between two submits until it is hidden. */
    interface Resting {
        /** Removes the run from the jobs of the pool. */
        void hide();
    }
}
