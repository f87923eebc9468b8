package org.sporos.gpu;

import java.lang.ref.Cleaner;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.sporos.space.Event;

/** The native events of {@link Event}s on one device; each is destroyed once its event is unreachable. Thread-safe. */
final class GpuEvents {
    private static final Cleaner CLEANER = Cleaner.create();

    private final GpuDriver driver;
    private final Set<Long> handles = new HashSet<>();
    private final Map<Long, StreamQueue.Ticket> waiting = new ConcurrentHashMap<>();

    GpuEvents(GpuDriver driver) {
        this.driver = driver;
    }

    /** Returns the native event of an event, created at first use. */
    long of(Event event) {
        return event.state(this, Long.class, () -> create(event));
    }

    private synchronized Long create(Event event) {
        long handle = driver.createEvent();
        handles.add(handle);
        CLEANER.register(event, () -> destroy(handle));
        return handle;
    }

    private synchronized void destroy(long handle) {
        waiting.remove(handle);
        if (handles.remove(handle)) {
            driver.destroyEvent(handle);
        }
    }

    /** Sets the queued call that records an event; null if the record was enqueued already. */
    void recorded(long handle, StreamQueue.@Nullable Ticket enqueued) {
        if (enqueued != null) {
            waiting.put(handle, enqueued);
        } else if (!waiting.isEmpty()) {
            waiting.remove(handle);
        }
    }

    /** Returns the queued call that records an event, or null if the record is enqueued already. */
    StreamQueue.@Nullable Ticket waiting(long handle) {
        StreamQueue.Ticket ticket = waiting.isEmpty() ? null : waiting.get(handle);
        return ticket == null || !ticket.isOpen() ? null : ticket;
    }

    /** Destroys the remaining native events. */
    synchronized void close() {
        handles.forEach(driver::destroyEvent);
        handles.clear();
    }
}
