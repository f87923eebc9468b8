package org.sporos.gpu;

import org.sporos.error.CodedStateException;
import org.sporos.internal.error.Labels;
import org.sporos.internal.space.Allocation;
import org.sporos.space.ElementType;
import org.sporos.space.MemorySpace;

/** A block of native memory with an owner. Access by ordinary code throws an exception with a hint. */
class NativeAllocation extends Allocation {
    private final long address;
    private final MemoryOwner owner;

    NativeAllocation(String label, MemorySpace space, ElementType type, long size, long address, MemoryOwner owner) {
        super(label, space, type, size);
        this.address = address;
        this.owner = owner;
    }

    @Override
    public final long address() {
        if (isFreed()) {
            throw new CodedStateException("S202", "the memory of view " + Labels.quoted(label()) + " is freed already");
        }
        return address;
    }

    @Override
    public final boolean hasAddress() {
        return !isFreed();
    }

    @Override
    public long bits(long index) {
        throw inaccessible(label());
    }

    @Override
    public void bits(long index, long bits) {
        throw inaccessible(label());
    }

    @Override
    public long volatileBits(long index) {
        throw inaccessible(label());
    }

    @Override
    public boolean compareAndSetBits(long index, long expected, long bits) {
        throw inaccessible(label());
    }

    @Override
    protected final void free() {
        if (isAbandoned()) {
            owner.releaseUnreachable(address, bytes());
        } else {
            owner.release(address, bytes());
        }
    }
}
