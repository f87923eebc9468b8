package org.sporos.gpu;

import java.lang.ref.Cleaner;
import java.util.HashSet;
import java.util.Set;
import org.sporos.space.Event;

/** The native events that stand for events on one device, each as long as the event can be reached. Thread-safe. */
final class GpuEvents {
    private static final Cleaner CLEANER = Cleaner.create();

    private final GpuDriver driver;
    private final Set<Long> handles = new HashSet<>();

    GpuEvents(GpuDriver driver) {
        this.driver = driver;
    }

    /** Returns the native event of an event, made at first use. */
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
        if (handles.remove(handle)) {
            driver.destroyEvent(handle);
        }
    }

    /** Destroys all that are left. */
    synchronized void close() {
        handles.forEach(driver::destroyEvent);
        handles.clear();
    }
}
