package org.sporos.gpu;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.sporos.error.CodedStateException;
import org.sporos.internal.error.Labels;
import org.sporos.internal.run.RunFrame;
import org.sporos.internal.space.Allocation;
import org.sporos.internal.space.AllocationSpace;
import org.sporos.internal.space.StridedRegion;
import org.sporos.space.ElementType;
import org.sporos.space.ElementValue;
import org.sporos.space.MemorySpace;
import org.sporos.space.MemoryStatistics;
import org.sporos.space.OutOfMemoryException;

/** Pinned host memory for copies by DMA; the memory space of mirrors. */
final class GpuPinnedMemorySpace implements AllocationSpace {
    private final String name;
    private final GpuDriver driver;
    private final MemoryPool pool;
    private volatile boolean closed;
    private final MemoryReclaimer reclaimer;

    /** @param capacity the bytes of the device whose views are mirrored here */
    GpuPinnedMemorySpace(String device, GpuDriver driver, MemoryReclaimer reclaimer, long capacity) {
        this.name = "pinned for " + device;
        this.driver = driver;
        this.reclaimer = reclaimer;
        this.pool = new MemoryPool(name, driver::allocatePinned, driver::freePinned, capacity);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public boolean isHostAccessible() {
        return true;
    }

    @Override
    public boolean isPinned() {
        return true;
    }

    @Override
    public MemorySpace mirrorSpace() {
        return this;
    }

    @Override
    public Block allocate(String label, ElementType type, long size) {
        if (closed) {
            throw closed(name, label);
        }
        Block block = new Block(label, this, type, size, acquire("view " + Labels.quoted(label), size * type.bytes()));
        block.clear();
        return block;
    }

    @Override
    public Allocation adopt(String label, ElementType type, long size, ByteBuffer memory) {
        if (closed) {
            throw closed(name, label);
        }
        MemoryOwner owner = new ForeignMemory(driver, name).pinned(new ForeignMemory.Block(label, type, size), memory);
        return new Block(label, this, type, size, driver.addressOf(memory), memory, owner);
    }

    /** Returns the address of uninitialized memory. */
    long acquire(String purpose, long bytes) {
        try {
            return reclaimer.retry(() -> pool.acquire(bytes));
        } catch (GpuException e) {
            if (!driver.isOutOfMemory(e.status())) {
                throw e;
            }
            OutOfMemoryException failure = new OutOfMemoryException("no room for " + purpose + " in " + name + ": "
                    + bytes + " bytes wanted, " + pool.statistics().bytesInUse()
                    + " in use; close mirrors that are no longer needed, or split the work");
            failure.initCause(e);
            throw failure;
        }
    }

    /** Releases memory of {@link #acquire}. */
    void release(long address, long bytes) {
        pool.release(address, bytes);
    }

    @Override
    public void copy(StridedRegion to, StridedRegion from) {
        Elements.copy(to, from);
    }

    @Override
    public void fill(StridedRegion region, ElementValue value) {
        Elements.fill(region, value);
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
        return pool.trim();
    }

    /** Returns the exception for an allocation in a closed space. */
    static IllegalStateException closed(String name, String label) {
        return new CodedStateException(
                "S217",
                "view " + Labels.quoted(label) + " is made in memory of " + name
                        + ", whose space is closed; open a space again");
    }

    /** Frees all memory, that of open views when they are closed, then calls {@code whenEmpty}. */
    void close(Runnable whenEmpty) {
        closed = true;
        pool.close(whenEmpty);
    }

    @Override
    public String toString() {
        return name;
    }

    /** A block of pinned memory, accessed through buffers of at most 1 GiB. */
    static final class Block extends NativeAllocation {
        private static final int WINDOW_BITS = 30;
        private static final long WINDOW = 1L << WINDOW_BITS;
        private static final VarHandle LONGS =
                MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());
        private static final VarHandle INTS =
                MethodHandles.byteBufferViewVarHandle(int[].class, ByteOrder.nativeOrder());

        private final ByteBuffer[] windows;

        Block(String label, GpuPinnedMemorySpace space, ElementType type, long size, long address) {
            super(label, space, type, size, address, space.pool);
            windows = windows(bytes(), (begin, length) -> space.driver.pinnedBuffer(address + begin, length));
        }

        /** @param memory a buffer of the caller over the memory, from its first byte */
        Block(
                String label,
                GpuPinnedMemorySpace space,
                ElementType type,
                long size,
                long address,
                ByteBuffer memory,
                MemoryOwner owner) {
            super(label, space, type, size, address, owner);
            windows = windows(
                    bytes(),
                    (begin, length) -> memory.slice((int) begin, length).order(ByteOrder.nativeOrder()));
        }

        private static ByteBuffer[] windows(long bytes, Window of) {
            ByteBuffer[] windows = new ByteBuffer[(int) ((bytes + WINDOW - 1) >> WINDOW_BITS)];
            for (int w = 0; w < windows.length; w++) {
                long begin = (long) w << WINDOW_BITS;
                windows[w] = of.at(begin, (int) Math.min(WINDOW, bytes - begin));
            }
            return windows;
        }

        /** Returns a part of the memory as a buffer. */
        private interface Window {
            ByteBuffer at(long begin, int length);
        }

        void clear() {
            for (ByteBuffer window : windows) {
                int at = 0;
                for (; at + Long.BYTES <= window.capacity(); at += Long.BYTES) {
                    window.putLong(at, 0);
                }
                for (; at < window.capacity(); at++) {
                    window.put(at, (byte) 0);
                }
            }
        }

        private ByteBuffer window(long position) {
            return windows[(int) (position >> WINDOW_BITS)];
        }

        @Override
        public long bits(long index) {
            long position = index * type().bytes();
            int at = (int) (position & (WINDOW - 1));
            ByteBuffer window = window(position);
            return switch (type().bytes()) {
                case Byte.BYTES -> window.get(at);
                case Short.BYTES -> window.getShort(at);
                case Integer.BYTES -> window.getInt(at);
                default -> window.getLong(at);
            };
        }

        @Override
        public void bits(long index, long bits) {
            long position = index * type().bytes();
            int at = (int) (position & (WINDOW - 1));
            ByteBuffer window = window(position);
            switch (type().bytes()) {
                case Byte.BYTES -> window.put(at, (byte) bits);
                case Short.BYTES -> window.putShort(at, (short) bits);
                case Integer.BYTES -> window.putInt(at, (int) bits);
                default -> window.putLong(at, bits);
            }
        }

        @Override
        public long volatileBits(long index) {
            long position = index * type().bytes();
            int at = (int) (position & (WINDOW - 1));
            return type().bytes() == Long.BYTES
                    ? (long) LONGS.getVolatile(window(position), at)
                    : (int) INTS.getVolatile(window(position), at);
        }

        @Override
        public boolean compareAndSetBits(long index, long expected, long bits) {
            long position = index * type().bytes();
            int at = (int) (position & (WINDOW - 1));
            return type().bytes() == Long.BYTES
                    ? LONGS.compareAndSet(window(position), at, expected, bits)
                    : INTS.compareAndSet(window(position), at, (int) expected, (int) bits);
        }
    }
}
