package org.sporos.gpu;

import java.lang.System.Logger;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.sporos.internal.error.SafeLogger;

/**
 * The Java code of native host nodes by number, which is the argument of the driver's callback. No exception escapes
 * into the driver's thread. Thread-safe.
 */
public final class HostBodies {
    private static final Logger LOG = SafeLogger.of("org.sporos");

    private final Map<Long, Runnable> bodies = new ConcurrentHashMap<>();
    private final AtomicLong next = new AtomicLong(1);

    /** Registers a body, which stays reachable, and returns its number. */
    public long register(Runnable body) {
        long id = next.getAndIncrement();
        bodies.put(id, body);
        return id;
    }

    /** Releases a body. */
    public void release(Runnable body) {
        bodies.values().removeIf(registered -> registered == body);
    }

    /** Runs the body of a number, if it is registered. */
    @SuppressWarnings("CatchAndPrintStackTrace")
    public void run(long id) {
        try {
            Runnable body = bodies.get(id);
            if (body != null) {
                body.run();
            }
        } catch (Throwable e) {
            // Bodies catch exceptions of users; others must not reach the driver's thread.
            LOG.log(Logger.Level.ERROR, "a host node let an exception escape", e);
        }
    }
}
