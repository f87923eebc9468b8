package org.sporos.gpu;

import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Events in a stream around the runs that may wait for something outside: whoever waits for long sees whether runs
 * still end, and a wait for runs before such a one does not include it. A driver does not tell without a wait whether
 * an event is reached. So a stream that nothing else uses waits for one event after the other, and the driver tells
 * when it is idle. Thread-safe.
 */
final class RunMarks {
    /** The marks that are kept: two for each run that a stream takes. */
    private static final int MOST = 2048;

    private final LaunchStream stream;
    private final GpuDriver driver;
    private final AtomicLong launches;
    private final long[] events = new long[MOST];
    private final StreamQueue.@Nullable Ticket[] tickets = new StreamQueue.@Nullable Ticket[MOST];
    /** Whether the segment that ends in a mark may wait for something outside. */
    private final boolean[] waits = new boolean[MOST];
    /** The launches before each mark. */
    private final long[] counts = new long[MOST];

    private volatile long marked;
    /** The marks that are known to be reached, or are not kept any more. */
    private long passed;
    /** The marks that are known to be reached. */
    private long reached;
    /** The launches that are known to have ended. */
    private long endedLaunches;
    /** The launches before the last mark. */
    private long markedLaunches;
    /** Whether what was given to the stream since the last mark may wait for something outside. */
    private volatile boolean waiting;
    /** The stream that waits for the event of a mark; 0 until somebody asks. */
    private long probe;
    /** The number of that mark, or -1. */
    private long probed = -1;
    /** The launches before it. */
    private long endedAtProbe;

    private boolean closed;

    /** @param launches counts the launches of the stream */
    RunMarks(LaunchStream stream, GpuDriver driver, AtomicLong launches) {
        this.stream = stream;
        this.driver = driver;
        this.launches = launches;
    }

    /** Returns how many marks were made. */
    long count() {
        return marked;
    }

    /** Called before something that may wait for something outside is given to the stream. */
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
     * @param mayWait whether it may wait for something outside
     */
    void launched(boolean mayWait) {
        if (mayWait || waiting) {
            mark(true);
        }
    }

    private synchronized void mark(boolean mayWait) {
        int place = (int) (marked % MOST);
        if (events[place] == 0) {
            events[place] = driver.createEvent();
        }
        tickets[place] = stream.record(events[place]);
        waits[place] = mayWait;
        markedLaunches = launches.get();
        counts[place] = markedLaunches;
        waiting = false;
        marked++;
        passed = Math.max(passed, marked - MOST);
    }

    /** Notes that launches have ended. */
    synchronized void ended(long count) {
        endedLaunches = Math.max(endedLaunches, count);
    }

    /** Returns how many launches may not have ended, at most. */
    synchronized long queued() {
        look();
        return Math.max(0, launches.get() - endedLaunches);
    }

    /**
     * Waits for what was launched when there were so many marks, and for nothing behind it that may wait outside.
     *
     * @param event an event that nobody else uses
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
        while (!isReached(since)) {
            LaunchStream.nap(System.nanoTime() - begin, Long.MAX_VALUE);
        }
    }

    private synchronized boolean isReached(long mark) {
        look();
        return closed || reached > mark;
    }

    /** Returns a number that changes when runs end, and all the time while what runs waits for nothing outside. */
    synchronized long progress() {
        look();
        boolean waits = passed == marked ? waiting : this.waits[(int) (passed % MOST)];
        return waits || closed || stream.isIdle() ? passed : System.nanoTime();
    }

    /** Finds out which marks are reached. */
    private void look() {
        while (passed < marked && !closed) {
            if (probed < 0) {
                int place = (int) (passed % MOST);
                StreamQueue.Ticket ticket = tickets[place];
                if (ticket != null && ticket.isOpen()) {
                    break;
                }
                if (probe == 0) {
                    probe = driver.createStream();
                }
                driver.await(events[place], probe);
                endedAtProbe = counts[place];
                probed = passed;
            }
            if (!driver.isIdle(probe)) {
                break;
            }
            ended(endedAtProbe);
            reached = probed + 1;
            passed = Math.max(passed, reached);
            probed = -1;
        }
    }

    /** Gives events and the stream back, once all runs have ended. */
    synchronized void close() {
        closed = true;
        for (int place = 0; place < MOST; place++) {
            if (events[place] != 0) {
                driver.destroyEvent(events[place]);
                events[place] = 0;
            }
        }
        if (probe != 0) {
            driver.destroyStream(probe);
            probe = 0;
        }
    }
}
