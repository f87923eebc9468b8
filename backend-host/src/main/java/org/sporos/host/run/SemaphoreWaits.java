package org.sporos.host.run;

import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;
import org.jspecify.annotations.Nullable;
import org.sporos.space.ExternalSemaphore;

/** The runs of all host spaces that wait for a semaphore of this process. Thread-safe. */
final class SemaphoreWaits {
    private static final Map<ExternalSemaphore, SemaphoreWaits> ALL = Collections.synchronizedMap(new WeakHashMap<>());

    private final Waiter.Queue waits = new Waiter.Queue();

    private SemaphoreWaits() {}

    /** Returns the waits of a semaphore, told of its signals from the first call on. */
    static SemaphoreWaits of(ExternalSemaphore semaphore) {
        return ALL.computeIfAbsent(semaphore, s -> {
            SemaphoreWaits made = new SemaphoreWaits();
            // Held by the semaphore, so it must not hold the semaphore by the map's value as well.
            var weak = new java.lang.ref.WeakReference<>(s);
            s.onSignal(() -> {
                ExternalSemaphore signalled = weak.get();
                if (signalled != null) {
                    made.signalled(signalled.value());
                }
            });
            return made;
        });
    }

    /** Returns whether the semaphore has at least the value; if not, the waiter goes on when it does. */
    synchronized boolean await(ExternalSemaphore semaphore, long value, Waiter waiter) {
        if (semaphore.value() >= value) {
            return true;
        }
        waits.add(waiter, value);
        return false;
    }

    private void signalled(long value) {
        Waiter.Queue.resumeAll(take(value));
    }

    private synchronized @Nullable Waiter take(long value) {
        return waits.take(Long.MIN_VALUE, value);
    }
}
