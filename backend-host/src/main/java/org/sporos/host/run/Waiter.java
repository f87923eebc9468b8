package org.sporos.host.run;

import org.jspecify.annotations.Nullable;

/**
 * A continuation that is resumed by an event or a semaphore. It waits for one of them at a time, and is itself the link
 * of the list of waiters: a wait allocates nothing.
 */
public abstract class Waiter {
    private @Nullable Waiter next;
    private long value;

    /** Resumes the waiting step, without running it. Called once per wait, on any thread. */
    public abstract void resume();

    /** A list of waiters in order of arrival. Guarded by its owner. */
    static final class Queue {
        private @Nullable Waiter first;
        private @Nullable Waiter last;

        /** Adds a waiter for a value. */
        void add(Waiter waiter, long value) {
            waiter.value = value;
            waiter.next = null;
            if (last == null) {
                first = waiter;
            } else {
                last.next = waiter;
            }
            last = waiter;
        }

        /** Removes the waiters for values in a range; returns the first of them, for {@link #resumeAll}. */
        @Nullable
        Waiter take(long least, long most) {
            Waiter rest = first;
            Waiter taken = null;
            Waiter lastTaken = null;
            first = null;
            last = null;
            while (rest != null) {
                Waiter waiter = rest;
                rest = waiter.next;
                waiter.next = null;
                if (waiter.value < least || waiter.value > most) {
                    add(waiter, waiter.value);
                } else if (lastTaken == null) {
                    taken = waiter;
                    lastTaken = waiter;
                } else {
                    lastTaken.next = waiter;
                    lastTaken = waiter;
                }
            }
            return taken;
        }

        /** Resumes the waiters that {@link #take} has returned. */
        static void resumeAll(@Nullable Waiter taken) {
            Waiter rest = taken;
            while (rest != null) {
                Waiter waiter = rest;
                // Before it is resumed: then it may wait again.
                rest = waiter.next;
                waiter.next = null;
                waiter.resume();
            }
        }
    }
}
