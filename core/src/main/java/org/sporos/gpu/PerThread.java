package org.sporos.gpu;

import com.google.common.collect.MapMaker;
import java.lang.ref.WeakReference;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A thread-local object whose lifetime ends with this instance. A {@link ThreadLocal} keeps its values, and with them
 * their class loaders, reachable until the thread ends; this keeps only a weak reference in the thread. Thread-safe.
 */
public final class PerThread<T> {
    private final Supplier<T> make;
    private final ThreadLocal<@Nullable WeakReference<T>> local = new ThreadLocal<>();
    private final Map<Thread, T> kept = new MapMaker().weakKeys().makeMap();

    /** @param make creates the object of a thread at its first use; the object must not refer to the thread */
    public PerThread(Supplier<T> make) {
        this.make = make;
    }

    /** Returns the object of this thread. */
    public T get() {
        WeakReference<T> reference = local.get();
        T known = reference == null ? null : reference.get();
        return known != null ? known : first();
    }

    private T first() {
        T made = make.get();
        kept.put(Thread.currentThread(), made);
        local.set(new WeakReference<>(made));
        return made;
    }
}
