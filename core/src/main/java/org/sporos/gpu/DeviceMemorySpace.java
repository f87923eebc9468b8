package org.sporos.gpu;

import java.util.concurrent.atomic.AtomicInteger;
import org.sporos.internal.error.Labels;
import org.sporos.internal.run.RunFrame;
import org.sporos.internal.space.Allocation;
import org.sporos.internal.space.AllocationSpace;
import org.sporos.internal.space.StridedRegion;
import org.sporos.space.ElementType;
import org.sporos.space.ElementValue;
import org.sporos.space.MemoryStatistics;
import org.sporos.space.OutOfMemoryException;
import org.sporos.spi.MemoryNeeds;

/** The memory of one GPU. Only kernels and copies reach it. */
final class DeviceMemorySpace implements AllocationSpace {
    private static final AtomicInteger OPENED = new AtomicInteger();

    private final String name;
    private final int number = OPENED.incrementAndGet();
    private final GpuDriver driver;
    private final GpuPinnedMemorySpace pinned;
    private final MemoryPool pool;
    private final MemoryReclaimer reclaimer;
    private final long stream;
    private final ForeignRanges shown = new ForeignRanges();
    private volatile boolean closed;

    /** @param stream a stream for eager copies and fills, which are waited for */
    DeviceMemorySpace(String name, GpuDriver driver, long stream) {
        this.name = name;
        this.driver = driver;
        this.stream = stream;
        long capacity = driver.properties().memoryBytes();
        this.reclaimer = new MemoryReclaimer(driver);
        this.pool = new MemoryPool(name, driver::allocate, driver::free, capacity);
        this.pinned = new GpuPinnedMemorySpace(name, driver, reclaimer, capacity);
    }

    /** Lets other spaces have what it keeps, once nothing can fail that would leave it open. */
    void opened() {
        MemoryReclaimer.opened(this);
    }

    @Override
    public String name() {
        return name;
    }

    /** Each space of a device has memory of its own. */
    @Override
    public String description() {
        return name + " (opened as GPU space " + number + ")";
    }

    @Override
    public boolean isHostAccessible() {
        return false;
    }

    @Override
    public boolean isPinned() {
        return false;
    }

    @Override
    public GpuPinnedMemorySpace mirrorSpace() {
        return pinned;
    }

    @Override
    public Allocation allocate(String label, ElementType type, long size) {
        requireOpen(label);
        long bytes = size * type.bytes();
        long address = take("view " + Labels.quoted(label), bytes);
        if (bytes > 0) {
            try {
                clear(address, bytes);
            } catch (GpuException e) {
                pool.give(address, bytes);
                throw e;
            }
        }
        return new NativeAllocation(label, this, type, size, address, pool);
    }

    @Override
    public Allocation adopt(String label, ElementType type, long size, long address, Object owner) {
        requireOpen(label);
        ForeignMemory.Block block = new ForeignMemory.Block(label, type, size);
        return new ForeignMemory(driver, name).device(this, shown, block, address, owner);
    }

    /** Returns the address of memory whose content is undefined. */
    long take(String what, long bytes) {
        try {
            return reclaimer.retry(() -> pool.take(bytes));
        } catch (GpuException e) {
            if (!driver.isOutOfMemory(e.status())) {
                throw e;
            }
            OutOfMemoryException failure = new OutOfMemoryException("no room for " + what + " in "
                    + name + ": " + bytes + " bytes wanted, "
                    + pool.statistics().bytesInUse() + " in use, " + driver.freeBytes()
                    + " free; close views and executables that are no longer needed, or split the work");
            failure.initCause(e);
            throw failure;
        }
    }

    /** Returns the bytes that the driver has, and those that are kept for later use. */
    long freeBytes() {
        return driver.freeBytes() + pool.statistics().bytesCached();
    }

    /**
     * Throws if an executable needs more than there is, before it takes the first of it. The driver has the last word:
     * some can give more than they say is free.
     *
     * @throws OutOfMemoryException if there is no room after unused memory was given back
     */
    void requireRoom(String graph, MemoryNeeds needs) {
        long wanted = needs.bytes();
        // Asking the driver takes longer than a small graph does otherwise.
        if (wanted <= MemoryPool.SMALL || wanted <= freeBytes()) {
            return;
        }
        try {
            driver.free(reclaimer.retry(() -> driver.allocate(wanted)));
        } catch (GpuException e) {
            if (!driver.isOutOfMemory(e.status())) {
                throw e;
            }
            OutOfMemoryException failure = needs.lacking(graph, freeBytes());
            failure.initCause(e);
            throw failure;
        }
    }

    /** Returns what gets memory back for calls that take some by themselves. */
    MemoryReclaimer reclaimer() {
        return reclaimer;
    }

    /** Gives memory of {@link #take} back. */
    void give(long address, long bytes) {
        pool.give(address, bytes);
    }

    private void clear(long address, long bytes) {
        driver.fill(address, bytes, 0, Integer.BYTES, (bytes + 3) / 4, 1, stream);
        driver.synchronize(stream);
    }

    @Override
    public void copy(StridedRegion to, StridedRegion from) {
        requireOpen(to.allocation().label());
        new EagerCopy(driver, stream, pinned).copy(to, from);
    }

    @Override
    public void fill(StridedRegion region, ElementValue value) {
        requireOpen(region.allocation().label());
        new EagerCopy(driver, stream, pinned).fill(region, value);
    }

    @Override
    public MemoryStatistics statistics() {
        return pool.statistics();
    }

    @Override
    public long bytesTaken(long bytes) {
        return MemoryPool.rounded(bytes);
    }

    @Override
    public long trim() {
        RunFrame.refuseDeviceCallInHostNode("trim");
        return pool.trim() + pinned.trim();
    }

    private void requireOpen(String label) {
        if (closed) {
            throw GpuPinnedMemorySpace.closed(name, label);
        }
    }

    /**
     * Gives all memory back, that of views which are still open when they are closed, and calls something in the end.
     */
    void close(Runnable whenEmpty) {
        closed = true;
        MemoryReclaimer.closed(this);
        pool.close(() -> pinned.close(whenEmpty));
    }

    @Override
    public String toString() {
        return name;
    }
}
