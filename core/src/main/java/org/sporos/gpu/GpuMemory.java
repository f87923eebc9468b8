package org.sporos.gpu;

import com.google.common.math.IntMath;
import java.math.RoundingMode;

/**
 * The device and pinned memory of one executable. It comes from the pools of the space, because freeing memory in the
 * driver waits for all runs, and returns to them with the owner. Used by one thread during instantiation.
 */
final class GpuMemory {
    /** The number of ints cleared per driver call, as each call costs microseconds. */
    private static final int INTS_AT_ONCE = 64;
    /** The bytes of an allocation of ints. */
    static final int ZEROED_BYTES = INTS_AT_ONCE * Integer.BYTES;

    private final GpuDriver driver;
    private final DeviceMemorySpace space;
    private final long stream;
    private final NativeResources owned;
    private final String purpose;
    /** The address of a block of cleared ints. */
    private long ints;

    /** The number of unused ints in the block. */
    private int intsLeft;

    /**
     * @param stream a stream for clearing and filling, without work of graphs
     * @param purpose the use of the memory, for errors
     */
    GpuMemory(GpuDriver driver, DeviceMemorySpace space, long stream, NativeResources owned, String purpose) {
        this.driver = driver;
        this.space = space;
        this.stream = stream;
        this.owned = owned;
        this.purpose = purpose;
    }

    GpuDriver driver() {
        return driver;
    }

    long stream() {
        return stream;
    }

    /** Returns the address of uninitialized device memory. */
    long device(long bytes) {
        long address = space.acquire(purpose, bytes);
        owned.add(() -> space.release(address, bytes));
        return address;
    }

    /** Returns the address of device memory, zero after the next {@link #settle}. */
    long zeroed(long bytes) {
        long address = device(bytes);
        zero(address, bytes);
        return address;
    }

    /** Returns the address of an int in device memory, zero after the next {@link #settle}. */
    long zeroedInt() {
        if (intsLeft == 0) {
            ints = zeroed(ZEROED_BYTES);
            intsLeft = INTS_AT_ONCE;
        }
        return ints + (long) (INTS_AT_ONCE - intsLeft--) * Integer.BYTES;
    }

    /** Returns the number of allocations of {@link #ZEROED_BYTES} for this many calls of {@link #zeroedInt}. */
    static int zeroedBlocks(int ints) {
        return IntMath.divide(ints, INTS_AT_ONCE, RoundingMode.CEILING);
    }

    /** Returns the address of uninitialized pinned memory. */
    long pinned(long bytes) {
        GpuPinnedMemorySpace pinned = space.mirrorSpace();
        long address = pinned.acquire(purpose, bytes);
        owned.add(() -> pinned.release(address, bytes));
        return address;
    }

    /** Enqueues a fill of whole ints with 0. */
    void zero(long address, long bytes) {
        driver.fill(address, bytes, 0, Integer.BYTES, bytes / Integer.BYTES, 1, stream);
    }

    /** Waits for enqueued fills and copies. */
    void settle() {
        driver.synchronize(stream);
    }
}
