package org.sporos.host.submit;

import org.jspecify.annotations.Nullable;
import org.sporos.internal.base.CompletionThreads;

/**
 * Ended tracked runs with stages to be completed. The thread that ends a run must neither allocate nor call user code:
 * it links the run into a list, and one watcher thread passes it to another thread, which completes the stage. The
 * watcher lives while runs with a stage are under way. Thread-safe.
 */
final class EndedRuns {

    /** A run with a stage. */
    abstract static class Waited {
        /** The next ended run in the list. */
        private @Nullable Waited next;

        /** Completes the stage, which calls its dependent actions. */
        abstract void complete();
    }

    static final EndedRuns ALL = new EndedRuns();

    /** The last ended run, the head of the list. */
    private @Nullable Waited last;
    /** The number of runs with a stage that were not passed on yet. */
    private long expected;

    private boolean watched;

    /** Announces a run with a stage. */
    synchronized void expect() {
        if (!watched) {
            CompletionThreads.run(this::watch);
            watched = true;
        }
        expected++;
    }

    /** Adds an ended run. */
    synchronized void ended(Waited run) {
        run.next = last;
        last = run;
        notifyAll();
    }

    private void watch() {
        for (Waited first = next(); first != null; first = next()) {
            Waited run = first;
            while (run != null) {
                Waited behind = run.next;
                run.next = null;
                complete(run);
                run = behind;
            }
        }
    }

    private static void complete(Waited run) {
        try {
            CompletionThreads.run(run::complete);
        } catch (Throwable noThread) {
            run.complete();
        }
    }

    /** Returns the list of ended runs in order, or null once none is expected. */
    private synchronized @Nullable Waited next() {
        while (last == null && expected > 0) {
            try {
                wait();
            } catch (InterruptedException e) {
                // Interrupts are ignored: the thread belongs to the library.
            }
        }
        Waited first = null;
        while (last != null) {
            Waited before = last.next;
            last.next = first;
            first = last;
            last = before;
            expected--;
        }
        watched = first != null;
        return first;
    }
}
