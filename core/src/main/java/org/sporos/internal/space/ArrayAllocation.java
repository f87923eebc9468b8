package org.sporos.internal.space;

import org.jspecify.annotations.Nullable;
import org.sporos.space.ElementType;
import org.sporos.space.MemorySpace;
import org.sporos.space.OutOfMemoryException;

/**
 * An allocation that is a Java array. Subclasses say who may touch it: {@link #openArray()} stays null and
 * {@link #check} throws where access is restricted.
 */
public abstract class ArrayAllocation extends Allocation {
    /** The most elements that a Java array holds on common virtual machines. */
    public static final long MAX_ELEMENTS = HostArrays.MAX_ELEMENTS;

    private final Object array;
    private final TypedArrays arrays;
    private final @Nullable MemoryMeter meter;

    /** How code accesses an element. */
    public enum AccessKind {
        READ,
        WRITE,
        ATOMIC_READ,
        /** A change that no other access can interrupt. */
        ATOMIC;

        /** Returns whether the element may change. */
        public boolean changes() {
            return this == WRITE || this == ATOMIC;
        }

        /** Returns whether no other access can interrupt it. */
        public boolean isAtomic() {
            return this == ATOMIC_READ || this == ATOMIC;
        }
    }

    /**
     * Makes a new array of zeros.
     *
     * @param meter counts the memory until it is freed
     * @throws IllegalArgumentException if it would have more than {@link #MAX_ELEMENTS} elements
     * @throws OutOfMemoryException if the heap has no room
     */
    protected ArrayAllocation(String label, MemorySpace space, ElementType type, long size, MemoryMeter meter) {
        this(label, space, type, HostArrays.allocate(label, type, size, meter), meter);
    }

    /**
     * Takes an array as it is.
     *
     * @param array of the element type
     * @param meter told when the memory is freed
     */
    protected ArrayAllocation(String label, MemorySpace space, ElementType type, Object array, MemoryMeter meter) {
        super(label, space, type, java.lang.reflect.Array.getLength(array));
        this.array = array;
        this.arrays = TypedArrays.of(type);
        this.meter = meter;
    }

    private ArrayAllocation(String label, ArrayAllocation whole, long size) {
        super(label, whole.space(), whole.type(), size);
        this.array = whole.array;
        this.arrays = whole.arrays;
        this.meter = null;
    }

    /**
     * Returns the first elements of the same array under another label. They are freed with this one and count as
     * nothing.
     */
    public final ArrayAllocation prefix(String label, long size) {
        return new Prefix(label, this, size);
    }

    private static final class Prefix extends ArrayAllocation {
        private final ArrayAllocation whole;

        Prefix(String label, ArrayAllocation whole, long size) {
            super(label, whole, size);
            this.whole = whole;
        }

        @Override
        public @Nullable Object openArray() {
            return whole.openArray();
        }

        @Override
        protected void check(String label, long index, AccessKind access) {
            whole.check(label, index, access);
        }
    }

    @Override
    public final Object backingArray() {
        return array;
    }

    /**
     * Throws an {@link IllegalStateException} if the calling thread may not access an element now.
     *
     * @param label names the memory in errors
     */
    protected void check(String label, long index, AccessKind access) {}

    @Override
    public final long bits(long index) {
        check(label(), index, AccessKind.READ);
        return arrays.bits(array, Math.toIntExact(index));
    }

    @Override
    public final void bits(long index, long bits) {
        check(label(), index, AccessKind.WRITE);
        arrays.bits(array, Math.toIntExact(index), bits);
    }

    @Override
    public final long volatileBits(long index) {
        check(label(), index, AccessKind.ATOMIC_READ);
        return arrays.volatileBits(array, Math.toIntExact(index));
    }

    @Override
    public final boolean compareAndSetBits(long index, long expected, long bits) {
        check(label(), index, AccessKind.ATOMIC);
        return arrays.compareAndSetBits(array, Math.toIntExact(index), expected, bits);
    }

    @Override
    protected final void free() {
        if (meter != null) {
            meter.freed(bytes());
        }
    }
}
