package org.sporos.algorithm;

import org.sporos.error.InternalException;
import org.sporos.view.DoubleView;
import org.sporos.view.FloatView;
import org.sporos.view.IntView;
import org.sporos.view.LongView;
import org.sporos.view.View;

/**
 * The keys of one pass of a radix sort, with their source and destination views. A key is mapped to an integer whose
 * unsigned order is that of the keys; floating-point numbers by flipping all bits of negative ones and the sign of
 * others, as their bits are sign and magnitude. All NaNs are one key, above infinity.
 */
interface RadixKeys {

    /** Returns whether a key has 64 bits instead of 32. */
    boolean isWide();

    /** Returns whether two keys are equal in the order. */
    boolean isEqual(int i, int j);

    /** Returns the bits of a key. */
    long bits(int i);

    /** Returns the digit of a key that begins at a bit. */
    int digit(long bits, int shift, int mask);

    /** Writes a key to a destination index. */
    void put(int destination, long bits);

    /** Returns the keys of a pass between two views of one type. */
    static RadixKeys of(View from, View to) {
        if (from instanceof IntView ints) {
            return new IntRadixKeys(ints, (IntView) to);
        }
        if (from instanceof LongView longs) {
            return new LongRadixKeys(longs, (LongView) to);
        }
        if (from instanceof FloatView floats) {
            return new FloatRadixKeys(floats, (FloatView) to);
        }
        if (from instanceof DoubleView doubles) {
            return new DoubleRadixKeys(doubles, (DoubleView) to);
        }
        throw new InternalException("keys of type " + from.elementType());
    }

    /** Keys of type int. */
    record IntRadixKeys(IntView from, IntView to) implements RadixKeys {
        @Override
        public boolean isEqual(int i, int j) {
            return from.get(i) == from.get(j);
        }

        @Override
        public boolean isWide() {
            return false;
        }

        @Override
        public long bits(int i) {
            return from.get(i);
        }

        @Override
        public void put(int destination, long bits) {
            to.set(destination, (int) bits);
        }

        @Override
        public int digit(long bits, int shift, int mask) {
            return ((int) bits ^ Integer.MIN_VALUE) >>> shift & mask;
        }
    }

    /** Keys of type long. */
    record LongRadixKeys(LongView from, LongView to) implements RadixKeys {
        @Override
        public boolean isEqual(int i, int j) {
            return from.get(i) == from.get(j);
        }

        @Override
        public boolean isWide() {
            return true;
        }

        @Override
        public long bits(int i) {
            return from.get(i);
        }

        @Override
        public void put(int destination, long bits) {
            to.set(destination, bits);
        }

        @Override
        public int digit(long bits, int shift, int mask) {
            return (int) ((bits ^ Long.MIN_VALUE) >>> shift) & mask;
        }
    }

    /** Keys of type float. */
    record FloatRadixKeys(FloatView from, FloatView to) implements RadixKeys {
        @Override
        public boolean isEqual(int i, int j) {
            return Float.floatToIntBits(from.get(i)) == Float.floatToIntBits(from.get(j));
        }

        @Override
        public boolean isWide() {
            return false;
        }

        @Override
        public long bits(int i) {
            return Float.floatToRawIntBits(from.get(i));
        }

        @Override
        public void put(int destination, long bits) {
            to.set(destination, Float.intBitsToFloat((int) bits));
        }

        @Override
        public int digit(long bits, int shift, int mask) {
            int one = Float.floatToIntBits(Float.intBitsToFloat((int) bits));
            return (one ^ (one >> 31 | Integer.MIN_VALUE)) >>> shift & mask;
        }
    }

    /** Keys of type double. */
    record DoubleRadixKeys(DoubleView from, DoubleView to) implements RadixKeys {
        @Override
        public boolean isEqual(int i, int j) {
            return Double.doubleToLongBits(from.get(i)) == Double.doubleToLongBits(from.get(j));
        }

        @Override
        public boolean isWide() {
            return true;
        }

        @Override
        public long bits(int i) {
            return Double.doubleToRawLongBits(from.get(i));
        }

        @Override
        public void put(int destination, long bits) {
            to.set(destination, Double.longBitsToDouble(bits));
        }

        @Override
        public int digit(long bits, int shift, int mask) {
            long one = Double.doubleToLongBits(Double.longBitsToDouble(bits));
            return (int) ((one ^ (one >> 63 | Long.MIN_VALUE)) >>> shift) & mask;
        }
    }
}
