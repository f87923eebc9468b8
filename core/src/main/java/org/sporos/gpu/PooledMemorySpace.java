package org.sporos.gpu;

import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import java.util.function.LongUnaryOperator;
import java.util.function.Supplier;
import org.sporos.error.CodedStateException;
import org.sporos.internal.error.Labels;
import org.sporos.internal.space.AllocationSpace;
import org.sporos.space.MemoryStatistics;
import org.sporos.space.OutOfMemoryException;

/** A memory space of native memory from a pool. */
abstract class PooledMemorySpace implements AllocationSpace {
    final GpuDriver driver;
    final MemoryReclaimer reclaimer;
    final MemoryPool pool;
    private final String name;
    private volatile boolean closed;

    PooledMemorySpace(
            String name, GpuDriver driver, MemoryReclaimer reclaimer, LongUnaryOperator allocate, LongConsumer free) {
        this.name = name;
        this.driver = driver;
        this.reclaimer = reclaimer;
        this.pool = new MemoryPool(name, allocate, free, driver.properties().memoryBytes());
    }

    /** Returns the end of an error: how much is free, and how to need less. */
    abstract String remedy();

    @Override
    public final String name() {
        return name;
    }

    @Override
    public final boolean isHostAccessible() {
        return isPinned();
    }

    /** Returns the address of uninitialized memory. */
    final long acquire(String purpose, long bytes) {
        return allocated(
                () -> pool.acquire(bytes),
                () -> new OutOfMemoryException("no room for " + purpose + " in " + name + ": " + bytes
                        + " bytes wanted, " + pool.statistics().bytesInUse() + " in use" + remedy()));
    }

    /** Returns an address, also after reclaiming unused memory, or throws the failure. */
    final long allocated(LongSupplier address, Supplier<OutOfMemoryException> failure) {
        try {
            return reclaimer.retry(address::getAsLong);
        } catch (GpuException e) {
            if (!driver.isOutOfMemory(e.status())) {
                throw e;
            }
            OutOfMemoryException coded = failure.get();
            coded.initCause(e);
            throw coded;
        }
    }

    /** Releases memory of {@link #acquire}. */
    final void release(long address, long bytes) {
        pool.release(address, bytes);
    }

    /** Throws if no view can be made because the space is closed. */
    final void requireOpen(String label) {
        if (closed) {
            throw new CodedStateException(
                    "S217",
                    "view " + Labels.quoted(label) + " is made in memory of " + name
                            + ", whose space is closed; open a space again");
        }
    }

    @Override
    public final MemoryStatistics statistics() {
        return pool.statistics();
    }

    @Override
    public final long bytesTaken(long bytes) {
        return MemoryPool.rounded(bytes);
    }

    /** Frees all memory, that of open views when they are closed, then calls {@code whenEmpty}. */
    void close(Runnable whenEmpty) {
        closed = true;
        pool.close(whenEmpty);
    }

    @Override
    public final String toString() {
        return name;
    }
}
