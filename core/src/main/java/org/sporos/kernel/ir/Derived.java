package org.sporos.kernel.ir;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * A result derived from some code, kept as long as the code so that it is not derived again. Nothing in it may refer to
 * what a user's object holds: code that is known may outlive all graphs. Forgets everything when it grows too large.
 * Thread-safe.
 */
public final class Derived {
    private static final int MOST = 256;

    private final Map<Object, Object> known = new ConcurrentHashMap<>();

    Derived() {}

    /** Returns what was kept under a key, or null. */
    public @Nullable Object get(Object key) {
        return known.get(key);
    }

    /** Keeps something under a key, unless there is something already; returns what is kept. */
    public Object keep(Object key, Object value) {
        if (known.size() >= MOST) {
            known.clear();
        }
        Object first = known.putIfAbsent(key, value);
        return first == null ? value : first;
    }
}
