package org.sporos.gpu;

/**
 * The device and pinned memory of one executable: taken from the pools of its space, since a driver that frees memory
 * waits for all that runs, and given back to them by the owner. Used by one thread while the executable is made.
 */
final class GpuMemory {
    /** The ints that are cleared at once: a driver takes microseconds for each call. */
    private static final int INTS_AT_ONCE = 64;

    private final GpuDriver driver;
    private final DeviceMemorySpace space;
    private final long stream;
    private final NativeResources owned;
    private final String what;
    /** Where the ints that are cleared already begin, and how many of them nobody has. */
    private long ints;

    private int intsLeft;

    /**
     * @param stream a stream for clearing and filling, which nobody else's work holds up
     * @param what what the memory is for, as errors name it
     */
    GpuMemory(GpuDriver driver, DeviceMemorySpace space, long stream, NativeResources owned, String what) {
        this.driver = driver;
        this.space = space;
        this.stream = stream;
        this.owned = owned;
        this.what = what;
    }

    GpuDriver driver() {
        return driver;
    }

    long stream() {
        return stream;
    }

    /** Returns the address of device memory, whose content is undefined. */
    long device(long bytes) {
        long address = space.take(what, bytes);
        owned.add(() -> space.give(address, bytes));
        return address;
    }

    /** Returns the address of device memory that is zero after the next {@link #settle}. */
    long zeroed(long bytes) {
        long address = device(bytes);
        zero(address, bytes);
        return address;
    }

    /** Returns the address of an int in device memory that is zero after the next {@link #settle}. */
    long zeroedInt() {
        if (intsLeft == 0) {
            ints = zeroed(zeroedBytes(1));
            intsLeft = INTS_AT_ONCE;
        }
        return ints + (long) (INTS_AT_ONCE - intsLeft--) * Integer.BYTES;
    }

    /** Returns the bytes that so many calls of {@link #zeroedInt} take. */
    static long zeroedBytes(int ints) {
        return (ints + INTS_AT_ONCE - 1L) / INTS_AT_ONCE * INTS_AT_ONCE * Integer.BYTES;
    }

    /** Returns the address of pinned memory, whose content is undefined. */
    long pinned(long bytes) {
        GpuPinnedMemorySpace pinned = space.mirrorSpace();
        long address = pinned.take(what, bytes);
        owned.add(() -> pinned.give(address, bytes));
        return address;
    }

    /** Enqueues the clearing of whole ints. */
    void zero(long address, long bytes) {
        driver.fill(address, bytes, 0, Integer.BYTES, bytes / Integer.BYTES, 1, stream);
    }

    /** Waits for what was enqueued here. */
    void settle() {
        driver.synchronize(stream);
    }
}
