package org.sporos.kernel.ir;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * A cache of results derived from code, with the lifetime of the code. Results must not refer to contents of user
 * objects: code may outlive all graphs. Cleared when full. Thread-safe.
 */
public final class DerivedCache {
    private static final int MOST = 256;

    private final Map<Object, Object> known = new ConcurrentHashMap<>();

    DerivedCache() {}

    /** Returns the cached result of a key, or null. */
    public @Nullable Object get(Object key) {
        return known.get(key);
    }

    /** Caches a result unless the key is present; returns the cached one. */
    public Object keep(Object key, Object value) {
        if (known.size() >= MOST) {
            known.clear();
        }
        Object first = known.putIfAbsent(key, value);
        return first == null ? value : first;
    }
}
