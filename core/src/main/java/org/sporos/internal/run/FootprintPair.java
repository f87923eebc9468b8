package org.sporos.internal.run;

import java.util.stream.LongStream;
import org.sporos.internal.run.Footprint.Meeting;

/** The overlap test of two footprints of which at least one is no interval. */
final class FootprintPair {
    private static final int MAX_ENUMERATED = 4096;

    private FootprintPair() {}

    /** Requires nested sets. */
    static Meeting meeting(Footprint a, Footprint b) {
        if (a.rank() == 1 && b.rank() == 1) {
            return progressions(a, b);
        }
        long[] strides =
                LongStream.concat(strides(a), strides(b)).sorted().distinct().toArray();
        long[] x = a.extentsFor(strides);
        long[] y = b.extentsFor(strides);
        if (isNested(x, strides) && isNested(y, strides)) {
            return digits(strides, x, y, strides.length - 1, b.first() - a.first()) ? Meeting.ALWAYS : Meeting.NEVER;
        }
        Meeting byDivisor = byDivisor(a, b);
        return byDivisor == Meeting.NEVER ? byDivisor : byEnumeration(a, b);
    }

    private static LongStream strides(Footprint a) {
        return LongStream.range(0, a.rank()).map(d -> a.stride((int) d));
    }

    private static boolean isNested(long[] extents, long[] strides) {
        long reach = 0;
        for (int d = 0; d < extents.length; d++) {
            if (strides[d] <= reach) {
                return false;
            }
            reach += (extents[d] - 1) * strides[d];
        }
        return true;
    }

    /**
     * Sets with the same nested strides share an element only if the difference of their offsets is a sum of strides
     * times differences of indexes. The lower dimensions add less than a stride, so each dimension has two possible
     * differences, from the largest stride on.
     */
    private static boolean digits(long[] strides, long[] x, long[] y, int d, long distance) {
        if (d < 0) {
            return distance == 0;
        }
        long lower = Math.floorDiv(distance, strides[d]);
        for (long steps = lower; steps <= lower + 1; steps++) {
            boolean possible = steps < x[d] && -steps < y[d];
            if (possible && digits(strides, x, y, d - 1, distance - steps * strides[d])) {
                return true;
            }
        }
        return false;
    }

    /** The distance of any two elements is that of the offsets plus a multiple of the strides' common divisor. */
    static Meeting byDivisor(Footprint a, Footprint b) {
        long divisor = LongStream.concat(strides(a), strides(b)).reduce(0, FootprintPair::gcd);
        return divisor != 0 && (b.first() - a.first()) % divisor != 0 ? Meeting.NEVER : Meeting.MAYBE;
    }

    private static long gcd(long a, long b) {
        return b == 0 ? a : gcd(b, a % b);
    }

    private static Meeting byEnumeration(Footprint a, Footprint b) {
        Footprint few = a.size() <= b.size() ? a : b;
        Footprint many = few == a ? b : a;
        if (few.size() > MAX_ENUMERATED) {
            return Meeting.MAYBE;
        }
        return any(few, 0, few.first(), many) ? Meeting.ALWAYS : Meeting.NEVER;
    }

    private static boolean any(Footprint few, int d, long position, Footprint many) {
        if (d == few.rank()) {
            return many.contains(position);
        }
        for (long step = 0; step < few.extent(d); step++) {
            if (any(few, d + 1, position + step * few.stride(d), many)) {
                return true;
            }
        }
        return false;
    }

    /** Two arithmetic progressions: their common elements are one progression again (Chinese remainder theorem). */
    private static Meeting progressions(Footprint a, Footprint b) {
        long s = a.stride(0);
        long t = b.stride(0);
        long divisor = gcd(s, t);
        long distance = b.first() - a.first();
        if (distance % divisor != 0) {
            return Meeting.NEVER;
        }
        long modulus = t / divisor;
        if (modulus > Integer.MAX_VALUE || s / divisor > Integer.MAX_VALUE) {
            return byEnumeration(a, b);
        }
        long steps = Math.floorMod(distance / divisor, modulus) * inverse(s / divisor, modulus) % modulus;
        long common = a.first() + steps * s;
        long period = s * modulus;
        long least = Math.max(a.first(), b.first());
        if (common < least) {
            common += -Math.floorDiv(common - least, period) * period;
        }
        return common <= Math.min(a.last(), b.last()) ? Meeting.ALWAYS : Meeting.NEVER;
    }

    /** Returns the modular inverse of a number coprime to the modulus (Euclid's extended algorithm). */
    private static long inverse(long number, long modulus) {
        long r = modulus;
        long next = number % modulus;
        long x = 0;
        long nextX = 1;
        while (next != 0) {
            long quotient = r / next;
            long rest = r - quotient * next;
            r = next;
            next = rest;
            long y = x - quotient * nextX;
            x = nextX;
            nextX = y;
        }
        return Math.floorMod(x, modulus);
    }
}
