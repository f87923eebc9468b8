package org.sporos.gpu;

import org.jspecify.annotations.Nullable;

/**
 * Events behind the runs of a stream that may wait for something outside, so that whoever waits for long can see
 * whether runs still end. A driver does not tell that of an event without a wait. So a stream that nothing else uses
 * waits for one event after the other, and the driver tells when it is idle. Thread-safe.
 */
final class RunMarks {
    /** The runs that are under way at most, but for one of each thread that submits. */
    private static final int MOST = 1024;

    private final LaunchStream stream;
    private final GpuDriver driver;
    private final long[] events = new long[MOST];
    private final StreamQueue.@Nullable Ticket[] tickets = new StreamQueue.@Nullable Ticket[MOST];
    private long marked;
    /** The runs that are known to have ended. */
    private long ended;
    /** The stream that waits for the event behind the next of them; 0 until somebody asks. */
    private long probe;

    private boolean probes;

    RunMarks(LaunchStream stream, GpuDriver driver) {
        this.stream = stream;
        this.driver = driver;
    }

    /** Marks the end of all that was launched so far. */
    synchronized void mark() {
        int place = (int) (marked % MOST);
        if (events[place] == 0) {
            events[place] = driver.createEvent();
        }
        tickets[place] = stream.record(events[place]);
        marked++;
        ended = Math.max(ended, marked - MOST);
    }

    /** Returns a number that grows when runs end. */
    synchronized long ended() {
        while (ended < marked) {
            int place = (int) (ended % MOST);
            StreamQueue.Ticket ticket = tickets[place];
            if (ticket != null && ticket.isOpen()) {
                break;
            }
            if (!probes) {
                if (probe == 0) {
                    probe = driver.createStream();
                }
                driver.await(events[place], probe);
                probes = true;
            }
            if (!driver.isIdle(probe)) {
                break;
            }
            probes = false;
            ended++;
        }
        return ended;
    }

    /** Gives events and the stream back, once all runs have ended. */
    synchronized void close() {
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
