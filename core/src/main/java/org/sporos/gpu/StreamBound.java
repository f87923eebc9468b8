package org.sporos.gpu;

import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Bounds the launches that are under way on a stream, as drivers do at a depth of their own. Every {@value #HALF}
 * launches an event is recorded, which the next time is waited for first: at most twice as many are under way, and
 * other launches cost no call of the driver. Thread-safe; threads that submit at once may exceed it by one each.
 */
final class StreamBound {
    private static final int HALF = 512;

    private final LaunchStream stream;
    private final GpuDriver driver;
    private final AtomicLong launches;
    /** The launches before the last record. */
    private volatile long counted;

    private long event;
    private boolean recorded;
    private StreamQueue.@Nullable Ticket ticket;
    /** The stream that waits for the event; 0 until somebody asks whether it is reached. */
    private long probe;

    private boolean probes;

    /** @param launches counts the launches of the stream */
    StreamBound(LaunchStream stream, GpuDriver driver, AtomicLong launches) {
        this.stream = stream;
        this.driver = driver;
        this.launches = launches;
    }

    /** Waits while too many launches are under way. */
    void await() {
        if (launches.get() - counted >= HALF) {
            mark();
        }
    }

    private synchronized void mark() {
        if (launches.get() - counted < HALF) {
            return;
        }
        if (event == 0) {
            event = driver.createEvent();
        }
        if (recorded) {
            stream.awaitWatched("S223: a submit to the full ", stream, this::isReached);
            StreamQueue.await(ticket);
            driver.synchronizeEvent(event);
        }
        ticket = stream.record(event);
        recorded = true;
        counted = launches.get();
    }

    /** Returns whether the event is reached, without a wait: later launches may wait for what only comes after this. */
    private synchronized boolean isReached() {
        if (ticket != null && ticket.isOpen()) {
            return false;
        }
        if (!probes) {
            if (probe == 0) {
                probe = driver.createStream();
            }
            driver.await(event, probe);
            probes = true;
        }
        probes = !driver.isIdle(probe);
        return !probes;
    }

    /** Gives the event and the stream back. */
    synchronized void close() {
        if (probe != 0) {
            driver.destroyStream(probe);
            probe = 0;
        }
        if (event != 0) {
            driver.destroyEvent(event);
            event = 0;
        }
    }
}
