package org.sporos.host.run;

/**
 * Padding base class against false sharing with the preceding object: the JVM lays out the fields of a class before
 * those of its subclasses, so 128 unused bytes precede frequently written fields. 128 instead of 64, since processors
 * prefetch cache lines in pairs.
 */
@SuppressWarnings("unused")
abstract class CacheLinePadded {
    /** The number of longs in two cache lines: the stride of array elements that different threads write. */
    static final int LONGS = 16;
    /** The binary logarithm of the number of ints in two cache lines. */
    static final int INTS_SHIFT = 5;

    private long a;
    private long b;
    private long c;
    private long d;
    private long e;
    private long f;
    private long g;
    private long h;
    private long i;
    private long j;
    private long k;
    private long l;
    private long m;
    private long n;
    private long o;
    private long p;
}
