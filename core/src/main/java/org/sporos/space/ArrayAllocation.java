package org.sporos.space;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * An allocation that is a Java array. Subclasses say who may touch it: {@link #openArray()} stays null and
 * {@link #check} throws where access is restricted.
 */
public abstract class ArrayAllocation extends Allocation {
    private static final VarHandle DOUBLES = MethodHandles.arrayElementVarHandle(double[].class);
    private static final VarHandle FLOATS = MethodHandles.arrayElementVarHandle(float[].class);
    private static final VarHandle INTS = MethodHandles.arrayElementVarHandle(int[].class);
    private static final VarHandle LONGS = MethodHandles.arrayElementVarHandle(long[].class);

    private final Object array;
    private final @Nullable MemoryMeter meter;

    /**
     * @param array the Java array of the element type, made by {@link HostArrays#allocate}
     * @param meter told when the memory is freed
     */
    protected ArrayAllocation(String label, MemorySpace space, ElementType type, Object array, MemoryMeter meter) {
        super(label, space, type, java.lang.reflect.Array.getLength(array));
        this.array = array;
        this.meter = meter;
    }

    private ArrayAllocation(String label, ArrayAllocation whole, long size) {
        super(label, whole.space(), whole.type(), size);
        this.array = whole.array;
        this.meter = null;
    }

    /** Returns the first elements of the same array under another label. They are freed with this one and count as nothing. */
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
        protected void check(String label, long index, boolean writes) {
            whole.check(label, index, writes);
        }
    }

    @Override
    public final Object backingArray() {
        return array;
    }

    /**
     * Throws an {@link IllegalStateException} if the calling thread may not read, or write, an element now.
     *
     * @param label names the memory in errors
     */
    protected void check(String label, long index, boolean writes) {}

    @Override
    public final long bits(long index) {
        check(label(), index, false);
        int i = Math.toIntExact(index);
        return switch (type()) {
            case DOUBLE -> Double.doubleToRawLongBits(((double[]) array)[i]);
            case FLOAT -> Float.floatToRawIntBits(((float[]) array)[i]);
            case INT -> ((int[]) array)[i];
            case LONG -> ((long[]) array)[i];
        };
    }

    @Override
    public final void bits(long index, long bits) {
        check(label(), index, true);
        int i = Math.toIntExact(index);
        switch (type()) {
            case DOUBLE -> ((double[]) array)[i] = Double.longBitsToDouble(bits);
            case FLOAT -> ((float[]) array)[i] = Float.intBitsToFloat((int) bits);
            case INT -> ((int[]) array)[i] = (int) bits;
            case LONG -> ((long[]) array)[i] = bits;
        }
    }

    @Override
    public final boolean compareAndSetBits(long index, long expected, long bits) {
        check(label(), index, true);
        int i = Math.toIntExact(index);
        return switch (type()) {
            case DOUBLE ->
                DOUBLES.compareAndSet(
                        (double[]) array, i, Double.longBitsToDouble(expected), Double.longBitsToDouble(bits));
            case FLOAT ->
                FLOATS.compareAndSet(
                        (float[]) array, i, Float.intBitsToFloat((int) expected), Float.intBitsToFloat((int) bits));
            case INT -> INTS.compareAndSet((int[]) array, i, (int) expected, (int) bits);
            case LONG -> LONGS.compareAndSet((long[]) array, i, expected, bits);
        };
    }

    @Override
    protected final void free() {
        if (meter != null) {
            meter.freed(bytes());
        }
    }
}
