package org.sporos.host.threads;

import java.util.concurrent.atomic.AtomicInteger;

/** The permits to run kernels, one per thread of a space. */
public final class Permits {
    private final AtomicInteger free;

    Permits(int threads) {
        this.free = new AtomicInteger(threads);
    }

    /** Takes a permit; returns false if none is free. */
    public boolean tryTake() {
        int left = free.get();
        while (left > 0) {
            if (free.compareAndSet(left, left - 1)) {
                return true;
            }
            left = free.get();
        }
        return false;
    }

    public void give() {
        free.incrementAndGet();
    }

    boolean isFree() {
        return free.get() > 0;
    }
}
