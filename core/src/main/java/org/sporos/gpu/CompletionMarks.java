package org.sporos.gpu;

import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Events in a stream around the runs that may block on external events or semaphores. They show whether runs still
 * complete, and bound a wait to the runs before such a run. Completion of an event is polled by a probe stream that
 * waits for one event at a time, and is idle once the event is complete. Thread-safe.
 */
final class CompletionMarks {
    /** The capacity of the ring of marks: two for each run in flight. */
    private static final int MOST = 2048;

    private final LaunchStream stream;
    private final GpuDriver driver;
    private final AtomicLong launches;
    private final long[] events = new long[MOST];
    private final StreamQueue.@Nullable Ticket[] tickets = new StreamQueue.@Nullable Ticket[MOST];
    /** Whether the runs before a mark, since the previous mark, may block externally. */
    private final boolean[] waits = new boolean[MOST];
    /** The number of launches before each mark. */
    private final long[] counts = new long[MOST];

    private volatile long marked;
    /** The number of marks that are complete or were overwritten. */
    private long retired;
    /** The number of marks known to be complete. */
    private long completed;
    /** The number of launches known to be complete. */
    private long endedLaunches;
    /** The number of launches before the last mark. */
    private long markedLaunches;
    /** Whether work enqueued since the last mark may block externally. */
    private volatile boolean waiting;
    /** The stream that waits for the event of a mark; 0 until the first poll. */
    private long probe;
    /** The mark that the probe waits for, or -1. */
    private long probed = -1;
    /** The number of launches before that mark. */
    private long endedAtProbe;

    private boolean closed;

    /** @param launches the launch counter of the stream */
    CompletionMarks(LaunchStream stream, GpuDriver driver, AtomicLong launches) {
        this.stream = stream;
        this.driver = driver;
        this.launches = launches;
    }

    /** Returns the number of marks so far. */
    long count() {
        return marked;
    }

    /** Called before work that may block externally is enqueued. */
    synchronized void beforeWait() {
        try {
            if (launches.get() != markedLaunches) {
                mark(waiting);
            }
        } finally {
            waiting = true;
        }
    }

    /**
     * Called after each launch.
     *
     * @param mayWait whether it may block externally
     */
    void launched(boolean mayWait) {
        if (mayWait || waiting) {
            mark(true);
        }
    }

    private synchronized void mark(boolean mayWait) {
        int slot = (int) (marked % MOST);
        if (events[slot] == 0) {
            events[slot] = driver.createEvent();
        }
        tickets[slot] = stream.record(events[slot]);
        waits[slot] = mayWait;
        markedLaunches = launches.get();
        counts[slot] = markedLaunches;
        waiting = false;
        marked++;
        retired = Math.max(retired, marked - MOST);
    }

    /** Records that this many launches are complete. */
    synchronized void ended(long count) {
        endedLaunches = Math.max(endedLaunches, count);
    }

    /** Returns an upper bound of the launches in flight. */
    synchronized long queued() {
        poll();
        return Math.max(0, launches.get() - endedLaunches);
    }

    /**
     * Waits for the launches before mark {@code since}, but for no later run that may block externally.
     *
     * @param event an event for this call alone
     */
    void await(long since, long event) {
        StreamQueue.Ticket ticket = null;
        boolean isLast;
        synchronized (this) {
            if (closed) {
                return;
            }
            isLast = marked == since;
            if (isLast) {
                ticket = stream.record(event);
            }
        }
        if (isLast) {
            StreamQueue.await(ticket);
            driver.synchronizeEvent(event);
            return;
        }
        long begin = System.nanoTime();
        while (!isComplete(since)) {
            LaunchStream.backOff(System.nanoTime() - begin, Long.MAX_VALUE);
        }
    }

    /** Returns whether this many launches are complete. */
    synchronized boolean hasEnded(long count) {
        poll();
        return closed || endedLaunches >= count;
    }

    private synchronized boolean isComplete(long mark) {
        poll();
        return closed || completed > mark;
    }

    /** Returns a number that changes when runs complete, and always while the current run cannot block externally. */
    synchronized long progress() {
        poll();
        boolean waits = retired == marked ? waiting : this.waits[(int) (retired % MOST)];
        return waits || closed || stream.isIdle() ? retired : System.nanoTime();
    }

    /** Updates the completed marks. */
    private void poll() {
        while (retired < marked && !closed) {
            if (probed < 0) {
                int slot = (int) (retired % MOST);
                StreamQueue.Ticket ticket = tickets[slot];
                if (ticket != null && ticket.isOpen()) {
                    break;
                }
                if (probe == 0) {
                    probe = driver.createStream();
                }
                driver.await(events[slot], probe);
                endedAtProbe = counts[slot];
                probed = retired;
            }
            if (!driver.isIdle(probe)) {
                break;
            }
            ended(endedAtProbe);
            completed = probed + 1;
            retired = Math.max(retired, completed);
            probed = -1;
        }
    }

    /** Destroys the events and the probe, after all runs have completed. */
    synchronized void close() {
        closed = true;
        for (int slot = 0; slot < MOST; slot++) {
            if (events[slot] != 0) {
                driver.destroyEvent(events[slot]);
                events[slot] = 0;
            }
        }
        if (probe != 0) {
            driver.destroyStream(probe);
            probe = 0;
        }
    }
}
