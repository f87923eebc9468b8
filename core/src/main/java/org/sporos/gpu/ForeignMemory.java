package org.sporos.gpu;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.sporos.error.CodedArgumentException;
import org.sporos.internal.error.Labels;
import org.sporos.internal.space.Allocation;
import org.sporos.space.ElementType;
import org.sporos.space.MemorySpace;

/**
 * Memory that others than the library own. It is in no statistics and is never freed by the library. Thread-safe.
 *
 * @param place the name of the device or of its pinned memory, for errors
 */
record ForeignMemory(GpuDriver driver, String place) {

    /** The need of a view: a number of elements, for a view of that label. */
    record Block(String label, ElementType type, long size) {
        long bytes() {
            return size * type.bytes();
        }
    }

    /** Returns a block of device memory, whose range is added to those that are shown. */
    Allocation device(MemorySpace space, ForeignRanges shown, Block block, long address, Object owner) {
        Runnable last = () -> {};
        if (block.size() > 0) {
            requireAligned(block, address);
            requireOfDevice(block, address);
            if (!shown.add(address, block.bytes())) {
                throw new CodedArgumentException(
                        "S274",
                        "view " + Labels.quoted(block.label()) + " has memory from the address " + address
                                + " on, which another view has already; take a subview() of that one, or close it");
            }
            last = () -> shown.remove(address);
        }
        return new NativeAllocation(block.label(), space, block.type(), block.size(), address, new Keeper(owner, last));
    }

    /** Pins the memory of a direct buffer for a block, until that is freed, and returns what owns it. */
    MemoryOwner pinned(Block block, ByteBuffer memory) {
        requireRoom(block, memory);
        long address = driver.addressOf(memory);
        if (block.size() == 0) {
            return new Keeper(memory, () -> {});
        }
        requireAligned(block, address);
        register(block, address);
        return new Keeper(memory, () -> driver.unregisterPinned(address));
    }

    private void register(Block block, long address) {
        try {
            driver.registerPinned(address, block.bytes());
        } catch (GpuException e) {
            IllegalArgumentException failure = new CodedArgumentException(
                    "S273",
                    "the memory of view " + Labels.quoted(block.label()) + " cannot be " + place + ": " + e.getMessage()
                            + "; pin no part of it twice, and close the views that it has already");
            failure.initCause(e);
            throw failure;
        }
    }

    private static void requireAligned(Block block, long address) {
        if (address == 0) {
            throw new CodedArgumentException(
                    "S270",
                    "view " + Labels.quoted(block.label()) + " has the address 0; give the address of existing memory");
        }
        if (address % block.type().bytes() != 0) {
            throw new CodedArgumentException(
                    "S271",
                    "view " + Labels.quoted(block.label()) + " has the address " + address
                            + ", which is no multiple of the " + block.type().bytes() + " bytes of a "
                            + block.type().javaName()
                            + "; give the address of an element");
        }
    }

    private void requireOfDevice(Block block, long address) {
        if (!driver.isOfDevice(address) || !driver.isOfDevice(address + block.bytes() - 1)) {
            throw new CodedArgumentException(
                    "S272",
                    "view " + Labels.quoted(block.label()) + " has " + block.bytes() + " bytes from the address "
                            + address
                            + " on, which are not in memory of " + place
                            + "; give memory that was allocated on that device, and no more than there is");
        }
    }

    private static void requireRoom(Block block, ByteBuffer memory) {
        if (!memory.isDirect() || memory.isReadOnly() || memory.capacity() < block.bytes()) {
            String kind = (memory.isReadOnly() ? "read-only " : "") + (memory.isDirect() ? "direct" : "heap");
            throw new CodedArgumentException(
                    "S273",
                    "view " + Labels.quoted(block.label()) + " of " + block.bytes() + " bytes is given a " + kind
                            + " buffer of " + memory.capacity()
                            + "; give a direct one that can be written, of at least that many");
        }
    }

    /** Keeps the owner of memory reachable until the memory is no longer used. */
    private static final class Keeper implements MemoryOwner {
        private volatile @Nullable Object owner;
        private final Runnable last;

        Keeper(Object owner, Runnable last) {
            this.owner = owner;
            this.last = last;
        }

        @Override
        public void give(long address, long bytes) {
            last.run();
            owner = null;
        }
    }
}
