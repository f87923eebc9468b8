package org.sporos.internal.space;

import org.jspecify.annotations.Nullable;
import org.sporos.space.ElementType;
import org.sporos.space.MemorySpace;
import org.sporos.space.OutOfMemoryException;

/**
 * An allocation in a Java array. Subclasses restrict its access: then {@link #openArray()} returns null and {@link
 * #check} throws.
 */
public abstract class ArrayAllocation extends Allocation {
    /** The most elements that a Java array holds on common virtual machines. */
    public static final long MAX_ELEMENTS = HostArrays.MAX_ELEMENTS;

    private final Object array;
    private final TypedArrays arrays;
    private final @Nullable MemoryMeter meter;

    /** The kinds of element accesses by code. */
    public enum AccessKind {
        READ,
        WRITE,
        ATOMIC_READ,
        /** An indivisible update. */
        ATOMIC;

        /** Returns whether the element may change. */
        public boolean changes() {
            return this == WRITE || this == ATOMIC;
        }

        /** Returns whether it is indivisible. */
        public boolean isAtomic() {
            return this == ATOMIC_READ || this == ATOMIC;
        }
    }

    /**
     * Allocates an array of zeros.
     *
     * @param meter the count of live memory
     * @throws IllegalArgumentException if it would have more than {@link #MAX_ELEMENTS} elements
     * @throws OutOfMemoryException if it does not fit into the heap
     */
    protected ArrayAllocation(String label, MemorySpace space, ElementType type, long size, MemoryMeter meter) {
        this(label, space, type, HostArrays.allocate(label, type, size, meter), meter);
    }

    /**
     * Wraps an array.
     *
     * @param array an array of the element type
     * @param meter the count of live memory, decreased when the array is freed
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
     * Returns the first elements of the same array under another label. They are freed with this one and not counted.
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
     * @param label the name of the memory in errors
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
