package org.sporos.internal.space;

import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.sporos.error.CodedStateException;
import org.sporos.internal.error.Labels;
import org.sporos.space.ElementType;
import org.sporos.space.ElementValue;
import org.sporos.space.MemorySpace;

/**
 * A block of elements in one memory space, shared by views and retained by executables.
 *
 * <p>It is reference-counted: created with one reference, freed when the last is released. All methods are thread-safe;
 * the access methods imply no memory order.
 */
public abstract class Allocation {
    private static final AtomicInteger CLOSED_IN_USE = new AtomicInteger();

    private final String label;
    private final MemorySpace space;
    private final ElementType type;
    private final long size;
    private final AtomicInteger references = new AtomicInteger(1);
    private volatile Runnable whenFreed = () -> {};
    private volatile boolean abandoned;

    /**
     * @param label the label of its view
     * @param size the number of elements
     */
    protected Allocation(String label, MemorySpace space, ElementType type, long size) {
        this.label = label;
        this.space = space;
        this.type = type;
        this.size = size;
    }

    /** Returns the label of its view. */
    public final String label() {
        return label;
    }

    /** Returns its memory space. */
    public final MemorySpace space() {
        return space;
    }

    /** Returns the type of its elements. */
    public final ElementType type() {
        return type;
    }

    /** Returns the number of its elements. */
    public final long size() {
        return size;
    }

    /** Returns its size in bytes. */
    public final long bytes() {
        return size * type.bytes();
    }

    /** Returns the Java array for direct access by any code, or null if accesses must be checked. */
    public @Nullable Object openArray() {
        return null;
    }

    /** Returns the Java array of the elements, or null for native memory. For copies by backends only. */
    public @Nullable Object backingArray() {
        return openArray();
    }

    /**
     * Returns the native address of the first element.
     *
     * @throws IllegalStateException if the elements are in a Java array, or freed
     */
    public long address() {
        throw new CodedStateException(
                "S220",
                "view " + Labels.quoted(label) + " lives in " + space.name()
                        + ", which has no native addresses; make it on a GPU space");
    }

    /** Returns whether it has an {@link #address()} now. */
    public boolean hasAddress() {
        return false;
    }

    /**
     * Returns the raw bits of an element of a primitive type; a short type uses the lowest bits.
     *
     * @throws IllegalStateException if this thread may not access the memory; the message gives the correction
     */
    public abstract long bits(long index);

    /** Returns the value of an element, as {@link #bits(long)} does. */
    public final ElementValue value(long index) {
        return ElementValue.ofBits(type, bits(index));
    }

    /** Sets the raw bits of an element; see {@link #bits(long)}. */
    public abstract void bits(long index, long bits);

    /** Returns the raw bits of an element of a type with atomics, in a total order with all atomics. */
    public abstract long volatileBits(long index);

    /** Sets the raw bits of an element if they are as expected, atomically, and returns whether it did. */
    public abstract boolean compareAndSetBits(long index, long expected, long bits);

    /**
     * Adds a reference.
     *
     * @throws IllegalStateException if it is already freed
     */
    public final void retain() {
        int before = references.getAndUpdate(n -> n == 0 ? 0 : n + 1);
        if (before == 0) {
            throw new CodedStateException("S202", "the memory of view " + Labels.quoted(label) + " is freed already");
        }
    }

    /** Releases a reference; the last one frees the memory. */
    public final void release() {
        int before = references.getAndUpdate(n -> n == 0 ? 0 : n - 1);
        if (before == 1) {
            whenFreed.run();
            free();
        }
    }

    /** Releases the reference of its view, which is closed. */
    public final void close() {
        release();
        if (!isFreed()) {
            CLOSED_IN_USE.incrementAndGet();
        }
    }

    /** Returns how many views were closed while executables retained their memory. */
    public static int closedInUse() {
        return CLOSED_IN_USE.get();
    }

    /** Sets a callback for the end of the memory. For the view that owns it. */
    public final void whenFreed(Runnable call) {
        whenFreed = call;
    }

    /** Releases the reference of an unreachable view that was never closed. */
    public final void abandon() {
        abandoned = true;
        release();
    }

    /** Returns whether its view became unreachable without being closed. */
    protected final boolean isAbandoned() {
        return abandoned;
    }

    /** Returns whether the memory is freed. */
    public final boolean isFreed() {
        return references.get() == 0;
    }

    /**
     * Returns the refusal of an access by ordinary code to memory of a device.
     *
     * @param label the label of the view, also one of a part of the memory
     */
    protected final IllegalStateException inaccessible(String label) {
        return new CodedStateException(
                "S206",
                "view " + Labels.quoted(label) + " lives in " + space.name()
                        + ", which only kernels and copies reach; copy it to a mirror() with deepCopy, and use that");
    }

    /** Frees the memory. Called once. */
    protected abstract void free();
}
