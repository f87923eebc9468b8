package org.sporos.gpu;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.sporos.internal.error.Labels;
import org.sporos.internal.run.RunFrame;
import org.sporos.internal.space.Allocation;
import org.sporos.internal.space.StridedRegion;
import org.sporos.space.ElementType;
import org.sporos.space.ElementValue;
import org.sporos.space.MemorySpace;

/** Pinned host memory for copies by DMA; the memory space of mirrors. */
final class GpuPinnedMemorySpace extends PooledMemorySpace {

    GpuPinnedMemorySpace(String device, GpuDriver driver, MemoryReclaimer reclaimer) {
        super("pinned for " + device, driver, reclaimer, driver::allocatePinned, driver::freePinned);
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
        requireOpen(label);
        Block block = new Block(label, this, type, size, acquire("view " + Labels.quoted(label), size * type.bytes()));
        block.clear();
        return block;
    }

    @Override
    public Allocation adopt(String label, ElementType type, long size, ByteBuffer memory) {
        requireOpen(label);
        MemoryOwner owner =
                new ForeignMemory(driver, name()).pinned(new ForeignMemory.Block(label, type, size), memory);
        return new Block(label, this, type, size, driver.addressOf(memory), memory, owner);
    }

    @Override
    String remedy() {
        return "; close mirrors that are no longer needed, or split the work";
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
    public long trim() {
        RunFrame.refuseDeviceCallInHostNode("trim");
        return pool.trim();
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
