package org.sporos.algorithm;

/**
 * How the work of a radix sort is cut up. The result does not depend on it. The passes are even in number, so that the
 * keys end where they began.
 *
 * @param isHost whether few fast threads sort, of which each takes tiles alone
 * @param tiles the number of tiles, at least one
 * @param tile the keys of a tile
 * @param passes the number of passes
 * @param digitBits the bits of a digit
 */
record RadixShape(boolean isHost, int tiles, int tile, int passes, int digitBits) {
    /** A thread of a host takes long tiles, so that a table of 256 counts for each is small beside the keys. */
    private static final int HOST_TILE = 1 << 14;

    private static final int MOST_DIGIT_BITS = 8;

    /** Returns the shape for so many keys, of 64 bits or 32, that are sorted by so many of their bits. */
    static RadixShape of(int n, boolean isWide, int keyBits, boolean isHost) {
        int tile = isHost ? HOST_TILE : TeamRadixPass.tile(isWide);
        int passes = (keyBits + MOST_DIGIT_BITS - 1) / MOST_DIGIT_BITS;
        passes += passes % 2;
        int tiles = Math.max(1, (int) (((long) n + tile - 1) / tile));
        return new RadixShape(isHost, tiles, tile, passes, (keyBits + passes - 1) / passes);
    }

    int digits() {
        return 1 << digitBits;
    }

    /** Returns the nodes of a pass, with a table of their own. */
    RadixPass pass(ElementCount count, Workspace workspace) {
        return isHost
                ? new TiledRadixPass(count, workspace.table("places", tiles, digits()), tile)
                : new TeamRadixPass(count, tiles, workspace.ints("places", tiles * digits()));
    }
}
