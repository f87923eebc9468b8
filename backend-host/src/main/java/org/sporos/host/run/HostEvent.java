package org.sporos.host.run;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.sporos.space.Event;

/**
 * The state of an event on host spaces: a ticket for each record, drawn when the record is submitted, and the waiters
 * of each ticket. A wait is for one record, so records may overtake each other. Thread-safe.
 */
public final class HostEvent {
    private static final String KEY = "host";

    private long lastTicket;
    private long[] pending = new long[4];
    private int pendingCount;
    private final Waiter.Queue waits = new Waiter.Queue();

    /** Returns the state of an event. */
    public static HostEvent of(Event event) {
        return event.state(KEY, HostEvent.class, HostEvent::new);
    }

    /** Draws the ticket of a record that is submitted now. */
    public synchronized long submitRecord() {
        if (pendingCount == pending.length) {
            pending = Arrays.copyOf(pending, 2 * pendingCount);
        }
        pending[pendingCount++] = ++lastTicket;
        return lastTicket;
    }

    /** Returns the ticket of the last submitted record, or 0 if there is none. */
    public synchronized long submitAwait() {
        return lastTicket;
    }

    /** Completes a record, and resumes its waiters. */
    public void happen(long ticket) {
        Waiter.Queue.resumeAll(take(ticket));
    }

    private synchronized @Nullable Waiter take(long ticket) {
        for (int i = 0; i < pendingCount; i++) {
            if (pending[i] == ticket) {
                pending[i] = pending[--pendingCount];
                break;
            }
        }
        return waits.take(ticket, ticket);
    }

    /** Returns whether a record has completed; if not, the waiter is resumed when it does. */
    public synchronized boolean await(long ticket, Waiter waiter) {
        for (int i = 0; i < pendingCount; i++) {
            if (pending[i] == ticket) {
                waits.add(waiter, ticket);
                return false;
            }
        }
        return true;
    }
}
