package org.sporos.space;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.sporos.internal.error.Labels;
import org.sporos.internal.error.Required;

/**
 * A point in the work of a stream or a graph that other work can wait for. A wait refers to the last record submitted
 * before it; a wait for an event that was never recorded has no effect. GPUs of one kind wait for each other.
 * Thread-safe.
 *
 * <pre>{@code
 * Event ready = Event.of("ready");
 * ExecutionStream copies = space.stream("copies");
 * exec.submit(copies);
 * copies.record(ready);
 * space.defaultStream().await(ready);
 * }</pre>
 */
public final class Event {
    private final String label;
    private final Map<Object, Object> states = new ConcurrentHashMap<>();

    private Event(String label) {
        this.label = label;
    }

    /** Returns a new event that was never recorded. */
    public static Event of(String label) {
        return new Event(Required.argument(label, "the label of an event"));
    }

    /** Returns its label. */
    public String label() {
        return label;
    }

    /**
     * Returns a backend's state for this event under its own key, created at first use.
     *
     * @hidden
     */
    public <T> T state(Object key, Class<T> type, Supplier<T> factory) {
        return type.cast(states.computeIfAbsent(key, k -> factory.get()));
    }

    @Override
    public String toString() {
        return "event " + Labels.quoted(label);
    }
}
