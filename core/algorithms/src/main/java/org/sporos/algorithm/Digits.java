package org.sporos.algorithm;

/**
 * The digits by which one pass of a radix sort orders keys.
 *
 * @param shift the first bit of a digit
 * @param mask the largest digit
 */
record Digits(RadixKeys keys, int shift, int mask) {

    /** Returns the digit of a key with some bits. */
    int of(long bits) {
        return keys.digit(bits, shift, mask);
    }

    /** Returns the digit of a key at an index. */
    int at(int i) {
        return of(keys.bits(i));
    }
}
