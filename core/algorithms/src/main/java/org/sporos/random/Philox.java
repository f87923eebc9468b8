package org.sporos.random;

/**
 * The counter-based generator Philox4x32-10: ten rounds of multiplications and exclusive ors turn a key of 64 bits and
 * a counter of 128 bits into 128 random bits. The paper below reports that it passes TestU01's BigCrush.
 *
 * <p>The seed is the key. The counter's low half is {@code counter}, its high half is {@code stream}. Two calls with
 * different arguments give independent bits; equal arguments give equal bits on every backend. All methods are pure,
 * thread-safe and may be called in kernels and in host code.
 *
 * <p>Example: one walker per stream, two numbers per step.
 *
 * <pre>{@code
 * long seed = 42;
 * root.thenParallelFor("walk", RangePolicy.of(n), w -> {
 *     for (int k = 0; k < 100; k++) {
 *         x.set(w, x.get(w) + Distributions.normal(Philox.bits(seed, w, k)));
 *     }
 * });
 * }</pre>
 *
 * <p>Source: J. K. Salmon, M. A. Moraes, R. O. Dror, D. E. Shaw, "Parallel random numbers: as easy as 1, 2, 3", SC
 * 2011.
 */
public final class Philox {
    private static final int ROUNDS = 10;
    private static final int MULTIPLIER_0 = 0xD2511F53;
    private static final int MULTIPLIER_1 = 0xCD9E8D57;
    private static final int KEY_STEP_0 = 0x9E3779B9;
    private static final int KEY_STEP_1 = 0xBB67AE85;

    private Philox() {}

    /**
     * The 128 random bits of one call: four words of 32 bits, beginning with the low half of {@code low}.
     *
     * @param low the first and second word
     * @param high the third and fourth word
     */
    public record Block(long low, long high) {}

    /** Returns 64 random bits: the low half of the {@link #block block}. */
    public static long bits(long seed, long stream, long counter) {
        return block(seed, stream, counter).low();
    }

    /** Returns 128 random bits, for kernels that use two numbers at a time. */
    public static Block block(long seed, long stream, long counter) {
        int word0 = (int) counter;
        int word1 = (int) (counter >>> 32);
        int word2 = (int) stream;
        int word3 = (int) (stream >>> 32);
        int key0 = (int) seed;
        int key1 = (int) (seed >>> 32);
        for (int round = 0; round < ROUNDS; round++) {
            long product0 = Integer.toUnsignedLong(MULTIPLIER_0) * Integer.toUnsignedLong(word0);
            long product1 = Integer.toUnsignedLong(MULTIPLIER_1) * Integer.toUnsignedLong(word2);
            word0 = (int) (product1 >>> 32) ^ word1 ^ key0;
            word1 = (int) product1;
            word2 = (int) (product0 >>> 32) ^ word3 ^ key1;
            word3 = (int) product0;
            key0 += KEY_STEP_0;
            key1 += KEY_STEP_1;
        }
        return new Block(joined(word0, word1), joined(word2, word3));
    }

    private static long joined(int low, int high) {
        return Integer.toUnsignedLong(low) | (long) high << 32;
    }
}
