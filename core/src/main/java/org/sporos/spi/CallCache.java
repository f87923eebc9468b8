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
 * The executables of the last eager calls of a space, least recently used first. One that is dropped is closed once
 * nobody submits it; so is one that shows a view which was closed, or no view, at the next call or fence after a close. Thread-safe.
 */
public final class CallCache {
    /** The calls that are kept, at most. Measured in docs/benchmarks/eager-calls-on-host.md. */
    static final int MOST = 256;

    private final Map<Object, CachedCall> calls = new LinkedHashMap<>(16, 0.75f, true);
    private final Map<Object, CallArrays> arrays = new LinkedHashMap<>(16, 0.75f, true);
    /** The number of closed views at the last search for stale calls. Written under the lock, read without it. */
    private volatile int closedViews = Allocation.closedInUse();

    private boolean closed;

    /**
     * Returns what is kept for a key, or null. The caller gives it back by {@link #release}.
     *
     * @param key is compared by {@code equals}
     */
    public @Nullable CachedCall take(Object key) {
        List<CachedCall> dropped = List.of();
        CachedCall call;
        synchronized (this) {
            if (closedViews != Allocation.closedInUse()) {
                dropped = dropClosedViews();
            }
            call = calls.get(key);
            if (call != null) {
                call.users++;
            }
        }
        dropped.forEach(CachedCall::close);
        return call;
    }

    /** Keeps a call, unless another thread has done so before, and returns what is kept; see {@link #take}. */
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

    /** Takes a call back that was submitted. */
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

    /** Returns the arrays that bodies of a key captured, or null if they are not known. */
    public synchronized @Nullable CallArrays arraysOf(Object key) {
        return arrays.get(key);
    }

    /** Keeps the arrays that bodies of a key captured. */
    public synchronized void keep(Object key, CallArrays captured) {
        arrays.put(key, captured);
        if (arrays.size() > MOST) {
            arrays.remove(arrays.keySet().iterator().next());
        }
    }

    /** Closes calls that show views which were closed. */
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
        // The views that the arrays of captured objects show are not known.
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

    /** Returns how many calls are kept. */
    synchronized int size() {
        return calls.size();
    }

    /** Closes all calls and keeps no more. Idempotent. */
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
