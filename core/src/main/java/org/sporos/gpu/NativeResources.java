package org.sporos.gpu;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.LongConsumer;

/** The native objects of one owner, freed once in reverse order. Thread-safe. */
final class NativeResources implements AutoCloseable {
    private final Deque<Runnable> frees = new ArrayDeque<>();
    private boolean closed;

    /** Adds a release action, which runs at once if this is closed. */
    synchronized void add(Runnable free) {
        if (closed) {
            free.run();
        } else {
            frees.push(free);
        }
    }

    /** Adds a handle with its release function, and returns it. */
    long add(long handle, LongConsumer free) {
        add(() -> free.accept(handle));
        return handle;
    }

    /** Frees all objects, even after failures; throws the first failure. */
    @Override
    public synchronized void close() {
        closed = true;
        RuntimeException failure = null;
        while (!frees.isEmpty()) {
            try {
                frees.pop().run();
            } catch (RuntimeException e) {
                if (failure == null) {
                    failure = e;
                } else {
                    failure.addSuppressed(e);
                }
            }
        }
        if (failure != null) {
            throw failure;
        }
    }
}
