package org.sporos.contract;

import java.util.Random;

/**
 * Begins and sizes of random ranges: at zero, below it, across 0, 2^31, 2^32 and their negatives, and at the ends of
 * the type.
 */
public final class RandomRanges {
    private static final int[] SIZES = {0, 1, 2, 31, 33, 300, 2047, 2049, 5000};
    private static final long[] PLACES = {
        0, 1L << 31, -1L << 31, 1L << 32, -1L << 32, 1L << 40, -1L << 62, Long.MIN_VALUE, Long.MAX_VALUE
    };

    private final Random random;

    public RandomRanges(Random random) {
        this.random = random;
    }

    /** Returns a number of indexes. */
    public int size() {
        int size = SIZES[random.nextInt(SIZES.length)];
        return random.nextInt(3) == 0 ? random.nextInt(4000) : size;
    }

    /** Returns a number of indexes of one dimension of a box. */
    public int extent() {
        return random.nextInt(6) == 0 ? random.nextInt(2) : 1 + random.nextInt(40);
    }

    /** Returns the first of so many ints. */
    public int intBegin(int size) {
        return switch (random.nextInt(6)) {
            case 0 -> 0;
            case 1 -> Integer.MIN_VALUE + random.nextInt(3);
            case 2 -> Integer.MAX_VALUE - size - random.nextInt(3);
            case 3 -> -random.nextInt(size + 1);
            case 4 -> Integer.MAX_VALUE - size - random.nextInt(5000);
            default -> random.nextInt(20_000) - 10_000;
        };
    }

    /** Returns the first of so many longs. */
    public long longBegin(int size) {
        if (random.nextInt(4) == 0) {
            return intBegin(size);
        }
        long place = PLACES[random.nextInt(PLACES.length)];
        long before = random.nextInt(3) == 0 ? 0 : random.nextInt(3) == 0 ? size : random.nextInt(size + 2);
        long begin = place - before;
        if (place == Long.MIN_VALUE || place == Long.MAX_VALUE) {
            begin = place == Long.MAX_VALUE ? place - size - before : place + before;
        }
        return begin;
    }
}
