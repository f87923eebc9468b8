package org.sporos.gpu;

import com.google.common.collect.MapMaker;
import java.lang.ref.WeakReference;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * An object for each thread, as a {@link ThreadLocal} has, that goes with whoever holds this. A thread keeps the values
 * of its thread-locals, and with them their class loaders, until it ends; here it keeps a weak reference alone.
 * Thread-safe.
 */
public final class PerThread<T> {
    private final Supplier<T> make;
    private final ThreadLocal<@Nullable WeakReference<T>> local = new ThreadLocal<>();
    private final Map<Thread, T> kept = new MapMaker().weakKeys().makeMap();

    /** @param make makes the object of a thread when it first asks; it must not hold the thread */
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
