package org.sporos.host.submit;

import org.jspecify.annotations.Nullable;
import org.sporos.internal.base.CompletionThreads;

/**
 * Tracked runs that have ended and whose stages are to be completed. The thread that ends a run takes no memory and
 * calls no code of the user: it puts the run into a list that was made before, and one thread hands it on to another
 * that completes it. That thread lives while runs with a stage are under way. Thread-safe.
 */
final class EndedRuns {

    /** A run with a stage. */
    abstract static class Waited {
        /** The one behind it among those that have ended. */
        private @Nullable Waited next;

        /** Calls the actions that wait for the end. */
        abstract void complete();
    }

    static final EndedRuns ALL = new EndedRuns();

    /** The last that has ended, which leads to those before it. */
    private @Nullable Waited last;
    /** The runs with a stage that were not handed on. */
    private long expected;

    private boolean watched;

    /** Says that a run will end whose stage is to be completed. */
    synchronized void expect() {
        if (!watched) {
            CompletionThreads.run(this::watch);
            watched = true;
        }
        expected++;
    }

    /** Takes a run that has ended. */
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

    /** Returns those that have ended, each leading to the next, or null once none is expected. */
    private synchronized @Nullable Waited next() {
        while (last == null && expected > 0) {
            try {
                wait();
            } catch (InterruptedException e) {
                // Nobody has a reason to: the thread belongs to the library.
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
