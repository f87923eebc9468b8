package org.sporos.algorithm;

/**
 * How the work of a radix sort is cut up. The result does not depend on it. The passes are even in number, so that the
 * keys end where they began.
 *
 * @param tiles the number of tiles, at least one
 * @param tile the keys of a tile, which one work item takes
 * @param passes the number of passes
 * @param digitBits the bits of a digit
 */
record RadixShape(int tiles, int tile, int passes, int digitBits) {
    /** A thread of a host takes long tiles, so that a table of 256 counts for each is small beside the keys. */
    private static final int HOST_TILE = 1 << 14;

    private static final int HOST_DIGIT_BITS = 8;

    /** A device wants very many work items, each with a small table. */
    private static final int DEVICE_TILE = 1 << 7;

    private static final int DEVICE_DIGIT_BITS = 4;

    static RadixShape of(int n, int keyBits, boolean isHost) {
        int tile = isHost ? HOST_TILE : DEVICE_TILE;
        int most = isHost ? HOST_DIGIT_BITS : DEVICE_DIGIT_BITS;
        int passes = (keyBits + most - 1) / most;
        passes += passes % 2;
        return new RadixShape(
                Math.max(1, (int) (((long) n + tile - 1) / tile)), tile, passes, (keyBits + passes - 1) / passes);
    }

    int digits() {
        return 1 << digitBits;
    }
}
