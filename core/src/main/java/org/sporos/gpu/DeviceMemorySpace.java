package org.sporos.gpu;

import java.util.concurrent.atomic.AtomicInteger;
import org.sporos.internal.error.Labels;
import org.sporos.internal.run.RunFrame;
import org.sporos.internal.space.Allocation;
import org.sporos.internal.space.StridedRegion;
import org.sporos.space.ElementType;
import org.sporos.space.ElementValue;
import org.sporos.space.MemorySpace;
import org.sporos.space.OutOfMemoryException;
import org.sporos.spi.MemoryNeeds;

/** The memory of one GPU, accessible to kernels and copies only. */
final class DeviceMemorySpace extends PooledMemorySpace {
    private static final AtomicInteger OPENED = new AtomicInteger();

    private final int number = OPENED.incrementAndGet();
    private final GpuPinnedMemorySpace pinned;
    private final long stream;
    private final ForeignRanges shown = new ForeignRanges();

    /** @param stream a stream for eager copies and fills, which block until they are complete */
    DeviceMemorySpace(String name, GpuDriver driver, long stream) {
        super(name, driver, new MemoryReclaimer(driver), driver::allocate, driver::free);
        this.stream = stream;
        this.pinned = new GpuPinnedMemorySpace(name, driver, reclaimer);
    }

    /** Registers the pools for reclamation by other spaces. Called last: a failed open would leave it registered. */
    void register() {
        MemoryReclaimer.register(this);
    }

    /** Numbered, since each space of a device has its own memory. */
    @Override
    public String description() {
        return name() + " (opened as GPU space " + number + ")";
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
        long address = acquire("view " + Labels.quoted(label), bytes);
        if (bytes > 0) {
            try {
                clear(address, bytes);
            } catch (GpuException e) {
                pool.release(address, bytes);
                throw e;
            }
        }
        return new NativeAllocation(label, this, type, size, address, pool);
    }

    @Override
    public Allocation adopt(String label, ElementType type, long size, long address, Object owner) {
        requireOpen(label);
        ForeignMemory.Block block = new ForeignMemory.Block(label, type, size);
        return new ForeignMemory(driver, name()).device(this, shown, block, address, owner);
    }

    @Override
    String remedy() {
        return ", " + driver.freeBytes()
                + " free; close views and executables that are no longer needed, or split the work";
    }

    /** Returns the free bytes of the driver plus the cached bytes of the pool. */
    long freeBytes() {
        return driver.freeBytes() + pool.statistics().bytesCached();
    }

    /**
     * Throws if an executable needs more memory than is free, before it allocates any. The driver decides by a trial
     * allocation, because some can allocate more than they report as free.
     *
     * @throws OutOfMemoryException if there is no room even after reclaiming unused memory
     */
    void requireRoom(String graph, MemoryNeeds needs) {
        long wanted = needs.bytes();
        // A call of the driver takes longer than building a small graph.
        if (wanted <= MemoryPool.SMALL || wanted <= freeBytes()) {
            return;
        }
        driver.free(allocated(() -> driver.allocate(wanted), () -> needs.lacking(graph, freeBytes())));
    }

    /** Returns the reclaimer, for driver calls that allocate by themselves. */
    MemoryReclaimer reclaimer() {
        return reclaimer;
    }

    private void clear(long address, long bytes) {
        driver.fill(address, bytes, 0, Integer.BYTES, (bytes + 3) / 4, 1, stream);
        driver.synchronize(stream);
    }

    /** Returns whether a memory is that of a GPU of the same library, such as another one of the machine. */
    boolean isPeer(MemorySpace other) {
        return other instanceof DeviceMemorySpace peer && peer != this && peer.driver.getClass() == driver.getClass();
    }

    /** Lets this device copy from and to memory, directly where the hardware can. */
    void reach(MemorySpace other) {
        if (isPeer(other)) {
            driver.reach(((DeviceMemorySpace) other).driver);
        }
    }

    @Override
    public void copy(StridedRegion to, StridedRegion from) {
        requireOpen(to.allocation().label());
        reach(to.allocation().space());
        reach(from.allocation().space());
        new EagerCopy(driver, stream, pinned).copy(to, from);
    }

    @Override
    public void fill(StridedRegion region, ElementValue value) {
        requireOpen(region.allocation().label());
        new EagerCopy(driver, stream, pinned).fill(region, value);
    }

    @Override
    public long trim() {
        RunFrame.refuseDeviceCallInHostNode("trim");
        return pool.trim() + pinned.trim();
    }

    @Override
    void close(Runnable whenEmpty) {
        MemoryReclaimer.unregister(this);
        super.close(() -> pinned.close(whenEmpty));
    }
}
