package org.sporos.cuda;

import java.lang.System.Logger;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.bytedeco.cuda.cudart.CUhostFn;
import org.bytedeco.javacpp.Pointer;
import org.jspecify.annotations.Nullable;

/**
 * The one function that CUDA calls for all host nodes: the node's user data is the number of the Java code to run. One,
 * because a class of native callbacks has room for ten only; and nothing may be thrown through it.
 */
final class CudaHostCalls extends CUhostFn {
    private static final Logger LOG = System.getLogger("org.sporos");

    private final Map<Long, Runnable> bodies = new ConcurrentHashMap<>();
    private final AtomicLong next = new AtomicLong(1);

    long register(Runnable body) {
        long id = next.getAndIncrement();
        bodies.put(id, body);
        return id;
    }

    void release(Runnable body) {
        bodies.values().removeIf(registered -> registered == body);
    }

    @Override
    @SuppressWarnings("CatchAndPrintStackTrace")
    public void call(@Nullable Pointer userData) {
        long id = userData == null ? 0 : userData.address();
        Runnable body = bodies.get(id);
        try {
            if (body != null) {
                body.run();
            }
        } catch (Throwable e) {
            // The bodies catch what users throw; whatever comes here must not reach the driver's thread.
            LOG.log(Logger.Level.ERROR, "a host node let an exception escape", e);
        }
    }
}
