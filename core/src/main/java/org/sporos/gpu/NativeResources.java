package org.sporos.gpu;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.LongConsumer;

/** The native objects of one owner, freed once, the last one first. Thread-safe. */
final class NativeResources implements AutoCloseable {
    private final Deque<Runnable> frees = new ArrayDeque<>();
    private boolean closed;

    /** Takes something to be freed. */
    synchronized void add(Runnable free) {
        if (closed) {
            free.run();
        } else {
            frees.push(free);
        }
    }

    /** Takes a handle to be freed, and returns it. */
    long add(long handle, LongConsumer free) {
        add(() -> free.accept(handle));
        return handle;
    }

    /** Frees everything, also when one of them fails; throws the first failure. */
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
