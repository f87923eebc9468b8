package org.sporos.random;

/**
 * The generator of {@link java.util.SplittableRandom} as a function of its counter: a 64-bit hash of a Weyl sequence,
 * with four multiplications a draw where {@link Philox} has twenty. Its streams are offsets into one sequence of 2^64
 * numbers, which may overlap, though rarely; use Philox if they must not.
 *
 * <p>{@code bits(seed, 0, k)} equals the (k + 1)-th {@code nextLong()} of {@code new SplittableRandom(seed)}.
 * All methods are pure, thread-safe and may be called in kernels and in host code.
 *
 * <p>Sources: G. L. Steele, D. Lea, C. H. Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014; the
 * constants of the hash are variant 13 of D. Stafford, "Better bit mixing", 2011.
 *
 * <pre>{@code
 * long seed = 42;
 * root.thenParallelFor("noise", RangePolicy.of(n), i -> x.set(i, Distributions.uniform(SplitMix.bits(seed, i, 0))));
 * }</pre>
 */
public final class SplitMix {
    private static final long GOLDEN_GAMMA = 0x9E3779B97F4A7C15L;

    private SplitMix() {}

    /** Returns 64 random bits. */
    public static long bits(long seed, long stream, long counter) {
        return hash(seed + hash(stream) + (counter + 1) * GOLDEN_GAMMA);
    }

    /** Returns a hash of 64 bits, which is a bijection: different values have different hashes; the hash of 0 is 0. */
    public static long hash(long value) {
        long z = (value ^ value >>> 30) * 0xBF58476D1CE4E5B9L;
        z = (z ^ z >>> 27) * 0x94D049BB133111EBL;
        return z ^ z >>> 31;
    }
}
