package org.sporos.host.run;

import org.jspecify.annotations.Nullable;

/**
 * Something that goes on when an event has happened or a semaphore has risen. It waits for one thing at a time, and is
 * itself the link of the list that it waits in: to wait takes no memory.
 */
public abstract class Waiter {
    private @Nullable Waiter next;
    private long value;

    /** Goes on, without doing any of the work that waited. Called once per wait, on any thread. */
    public abstract void resume();

    /** Some waiters, in the order in which they came. Guarded by its owner. */
    static final class Queue {
        private @Nullable Waiter first;
        private @Nullable Waiter last;

        /** Adds one that waits for a value. */
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

        /** Takes out those that wait for a value in a range, and returns the first of them, for {@link #resumeAll}. */
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

        /** Lets those go on that {@link #take} has returned. */
        static void resumeAll(@Nullable Waiter taken) {
            Waiter rest = taken;
            while (rest != null) {
                Waiter waiter = rest;
                // Before it goes on: then it may wait for something else.
                rest = waiter.next;
                waiter.next = null;
                waiter.resume();
            }
        }
    }
}
