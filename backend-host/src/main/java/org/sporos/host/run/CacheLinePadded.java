package org.sporos.host.run;

/**
 * Padding base class that prevents false sharing with preceding objects: the JVM lays out the fields of a class before
 * those of its subclasses, so 128 bytes of nothing stand between the object before and the fields that one thread
 * writes all the time. 128 and not 64, as processors prefetch cache lines in pairs.
 */
@SuppressWarnings("unused")
abstract class CacheLinePadded {
    /** The longs of two cache lines: the distance between elements of an array that different threads write. */
    static final int LONGS = 16;
    /** The binary logarithm of the ints of two cache lines. */
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
