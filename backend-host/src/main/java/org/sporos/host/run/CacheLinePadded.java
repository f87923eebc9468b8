package org.sporos.host.run;

/**
 * What is written all the time by one thread, and lies so far from the objects before it that it shares no cache line with
 * what another thread writes: the JVM puts the fields of a class before those of its subclasses.
 */
@SuppressWarnings("unused")
abstract class CacheLinePadded {
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
