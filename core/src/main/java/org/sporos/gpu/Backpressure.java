package org.sporos.gpu;

import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Limits the launches in flight on a stream. After every {@value #HALF} launches it waits for the previous event and
 * records a new one: at most twice as many are in flight, and other launches cost no driver call. Thread-safe; threads
 * that submit concurrently may exceed the limit by one each.
 */
final class Backpressure {
    private static final int HALF = 512;

    private final LaunchStream stream;
    private final GpuDriver driver;
    private final AtomicLong launches;
    /** The number of launches before the last record. */
    private volatile long counted;

    private long event;
    private boolean recorded;
    private StreamQueue.@Nullable Ticket ticket;
    /** The stream that waits for the event; 0 until the first poll. */
    private long probe;

    private boolean isProbing;

    /** @param launches the launch counter of the stream */
    Backpressure(LaunchStream stream, GpuDriver driver, AtomicLong launches) {
        this.stream = stream;
        this.driver = driver;
        this.launches = launches;
    }

    /** Waits while too many launches are in flight. */
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
            stream.awaitWatched("S223: a submit to the full ", stream, this::isComplete);
            StreamQueue.await(ticket);
            driver.synchronizeEvent(event);
        }
        ticket = stream.record(event);
        recorded = true;
        counted = launches.get();
    }

    /** Polls the event: a blocking wait would include a run that waits for an event recorded after this submit. */
    private synchronized boolean isComplete() {
        if (ticket != null && ticket.isOpen()) {
            return false;
        }
        if (!isProbing) {
            if (probe == 0) {
                probe = driver.createStream();
            }
            driver.await(event, probe);
            isProbing = true;
        }
        isProbing = !driver.isIdle(probe);
        return !isProbing;
    }

    /** Destroys the event and the probe. */
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
