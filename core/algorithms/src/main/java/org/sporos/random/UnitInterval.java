package org.sporos.random;

/** Random numbers between 0 and 1, each made of 64 random bits: kernel code. */
final class UnitInterval {
    private static final double UNIT_53 = 0x1p-53;

    private UnitInterval() {}

    /** Returns a number of [0, 1): a multiple of 2^-53, all equally likely. */
    static double halfOpen(long bits) {
        return (bits >>> 11) * UNIT_53;
    }

    /** Returns a number between 0 and 1, never 0 or 1: the middles of 2^52 equal intervals. */
    static double open(long bits) {
        return (bits >>> 12) * 0x1p-52 + UNIT_53;
    }
}
