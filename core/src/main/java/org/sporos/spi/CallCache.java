package org.sporos.spi;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.sporos.internal.space.Allocation;

/**
 * The executables of the last eager calls of a space, least recently used first. A dropped one is closed after its last
 * submit; executables with a closed view, or with no view, are dropped at the next call or fence after a close.
 * Thread-safe.
 */
public final class CallCache {
    /** The most cached calls. Measured in docs/benchmarks/eager-calls-on-host.md. */
    static final int MOST = 256;

    private final Map<Object, CachedCall> calls = new LinkedHashMap<>(16, 0.75f, true);
    private final Map<Object, CallArrays> arrays = new LinkedHashMap<>(16, 0.75f, true);
    /** The number of closed views at the last search for stale calls. Written under the lock, read without it. */
    private volatile int closedViews = Allocation.closedInUse();

    private boolean closed;

    /**
     * Returns the cached call of a key, or null. The caller returns it by {@link #release}. A call that reads a Java
     * array which has changed is dropped.
     *
     * @param key the key, compared by {@code equals}
     */
    public @Nullable CachedCall take(Object key) {
        List<CachedCall> dropped = List.of();
        CachedCall call;
        synchronized (this) {
            if (closedViews != Allocation.closedInUse()) {
                dropped = dropClosedViews();
            }
            call = calls.get(key);
            if (call != null && call.isOutdated()) {
                calls.remove(key);
                dropped = new ArrayList<>(dropped);
                drop(call, dropped);
                call = null;
            } else if (call != null) {
                call.users++;
            }
        }
        dropped.forEach(CachedCall::close);
        return call;
    }

    /** Caches a call, unless another thread was first, and returns the cached one; see {@link #take}. */
    public CachedCall keep(Object key, CachedCall made) {
        List<CachedCall> dropped = new ArrayList<>(1);
        CachedCall call;
        synchronized (this) {
            CachedCall known = calls.get(key);
            call = known != null ? known : made;
            call.users++;
            if (known != null) {
                dropped.add(made);
            } else if (closed) {
                made.isDropped = true;
            } else {
                calls.put(key, made);
                dropEldest(dropped);
            }
        }
        dropped.forEach(CachedCall::close);
        return call;
    }

    private void dropEldest(List<CachedCall> dropped) {
        if (calls.size() > MOST) {
            Iterator<CachedCall> all = calls.values().iterator();
            CachedCall eldest = all.next();
            all.remove();
            drop(eldest, dropped);
        }
    }

    /** Calls in use are closed by their last user. */
    private static void drop(CachedCall call, List<CachedCall> dropped) {
        call.isDropped = true;
        if (call.users == 0) {
            dropped.add(call);
        }
    }

    /** Returns a call after its submit. */
    public void release(CachedCall call) {
        boolean last;
        synchronized (this) {
            call.users--;
            last = call.users == 0 && call.isDropped;
        }
        if (last) {
            call.close();
        }
    }

    /** Returns the arrays captured by bodies of a key, or null if unknown. */
    public synchronized @Nullable CallArrays arraysOf(Object key) {
        return arrays.get(key);
    }

    /** Caches the arrays captured by bodies of a key. */
    public synchronized void keep(Object key, CallArrays captured) {
        arrays.put(key, captured);
        if (arrays.size() > MOST) {
            arrays.remove(arrays.keySet().iterator().next());
        }
    }

    /** Closes calls with closed views. */
    public void trim() {
        if (closedViews == Allocation.closedInUse()) {
            return;
        }
        List<CachedCall> dropped;
        synchronized (this) {
            dropped = dropClosedViews();
        }
        dropped.forEach(CachedCall::close);
    }

    private List<CachedCall> dropClosedViews() {
        closedViews = Allocation.closedInUse();
        // The views in arrays of captured objects are unknown.
        arrays.clear();
        return dropIf(CachedCall::isStale);
    }

    private List<CachedCall> dropIf(Predicate<CachedCall> condition) {
        List<CachedCall> dropped = new ArrayList<>();
        for (Iterator<CachedCall> all = calls.values().iterator(); all.hasNext(); ) {
            CachedCall call = all.next();
            if (condition.test(call)) {
                all.remove();
                drop(call, dropped);
            }
        }
        return dropped;
    }

    /** Returns the number of cached calls. */
    public synchronized int size() {
        return calls.size();
    }

    /** Closes all calls and stops caching. Idempotent. */
    public void close() {
        List<CachedCall> dropped;
        synchronized (this) {
            closed = true;
            arrays.clear();
            dropped = dropIf(call -> true);
        }
        dropped.forEach(CachedCall::close);
    }
}
