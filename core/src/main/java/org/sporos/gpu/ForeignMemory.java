package org.sporos.gpu;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.sporos.error.CodedArgumentException;
import org.sporos.internal.error.Labels;
import org.sporos.internal.space.Allocation;
import org.sporos.space.ElementType;
import org.sporos.space.MemorySpace;

/**
 * Memory owned by the caller: excluded from the statistics and never freed by the library. Thread-safe.
 *
 * @param spaceName the name of the device or of its pinned memory, for errors
 */
record ForeignMemory(GpuDriver driver, String spaceName) {

    /** The label, element type and size of a view. */
    record Block(String label, ElementType type, long size) {
        long bytes() {
            return size * type.bytes();
        }
    }

    /** Returns an allocation over device memory, whose range is added to {@code ranges}. */
    Allocation device(MemorySpace space, ForeignRanges ranges, Block block, long address, Object owner) {
        Runnable onRelease = () -> {};
        if (block.size() > 0) {
            requireAligned(block, address);
            requireOfDevice(block, address);
            if (!ranges.add(address, block.bytes())) {
                throw new CodedArgumentException(
                        "S274",
                        "view " + Labels.quoted(block.label()) + " has memory from the address " + address
                                + " on, which another view has already; take a subview() of that one, or close it");
            }
            onRelease = () -> ranges.remove(address);
        }
        return new NativeAllocation(
                block.label(), space, block.type(), block.size(), address, new Keeper(owner, onRelease));
    }

    /** Pins the memory of a direct buffer until the block is freed, and returns its owner. */
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
                    "the memory of view " + Labels.quoted(block.label()) + " cannot be " + spaceName + ": "
                            + e.getMessage() + "; pin no part of it twice, and close the views that it has already");
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
                            + " on, which are not in memory of " + spaceName
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
        private final Runnable onRelease;

        Keeper(Object owner, Runnable onRelease) {
            this.owner = owner;
            this.onRelease = onRelease;
        }

        @Override
        public void release(long address, long bytes) {
            onRelease.run();
            owner = null;
        }
    }
}
