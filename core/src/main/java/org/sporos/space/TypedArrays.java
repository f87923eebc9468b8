package org.sporos.space;

/** The operations on Java arrays of one element type. Stateless; one for each {@link ElementType}. */
abstract class TypedArrays {

    /** Returns a new array of zeros. */
    abstract Object allocate(int size);

    /** Returns the raw bits of an element. */
    abstract long bits(Object array, int index);

    /** Sets the raw bits of an element. */
    abstract void bits(Object array, int index, long bits);

    /** Returns the raw bits of an element in one order with all atomics. Only for types that have atomics. */
    abstract long volatileBits(Object array, int index);

    /** Sets the raw bits of an element if they are as expected, atomically. Only for types that have atomics. */
    abstract boolean compareAndSetBits(Object array, int index, long expected, long bits);

    /** Copies n elements that lie apart in either array. */
    abstract void copy(Object target, int t, int targetStride, Object source, int s, int sourceStride, int n);

    /** Sets the elements {@code [begin, end)}. */
    abstract void fill(Object array, int begin, int end, ElementValue value);
}
