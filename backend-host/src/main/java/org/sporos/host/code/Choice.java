package org.sporos.host.code;

import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.sporos.host.cpp.NativeLoop;

/**
 * Which code of a kernel gets its pieces of work: plain Java code, that of vectors, or C++. All that are there are tried in turns,
 * the fastest one gets the work until they are tried again. Counts what was done and says when that is so much that C++ would
 * pay.
 *
 * <p>Code of vectors is slow as long as the JVM has not compiled it, much slower than any loop: it starts when a kernel has
 * done something already, and is first rehearsed with short parts of some pieces until it is as fast as compiled code is. Used
 * by all threads at once; its counters may lose counts, which matters to nobody.
 */
final class Choice {
    /** A kind of code. */
    enum Way {
        PLAIN,
        VECTORS,
        CPP,
        /** Plain code, but a short part of the piece by vectors. */
        REHEARSAL
    }

    /** So many indexes of a piece are a rehearsal. */
    static final int REHEARSED = 1024;

    /** So many indexes are a good part of a second, more than a compiler takes. */
    private static final long BUSY = 1L << 29;

    /** So many indexes take some milliseconds. */
    private static final long WARM = 1L << 23;

    private static final int TRIALS = 96;
    private static final int PIECES_BETWEEN = 1 << 13;

    /** For the time of a rehearsal, plain code works so many times as long before the next one. */
    private static final int WORK_A_REHEARSAL = 2;

    /** The JVM compiles what was called so often; what is as slow as before after twice that stays so. */
    private static final int MOST_REHEARSALS = 1 << 14;

    /** Compiled code is at most so much slower than other code; interpreted vectors are slower by far. */
    private static final double COMPILED = 8;

    private final Runnable onBusy;
    private final @Nullable VectorLoops vectorLoops;
    private volatile @Nullable NativeLoop cpp;
    private volatile @Nullable Made vectors;
    private volatile Way chosen = Way.PLAIN;
    private boolean forced;
    private long done;
    private boolean asked;
    private boolean vectorsAsked;

    private boolean rehearsing;
    private int rehearsals;
    /** How many ns plain code has to work before the next rehearsal. */
    private double owed;

    private final AtomicInteger trial = new AtomicInteger();
    private volatile boolean open;
    private int pieces;
    private final double[] best = new double[Way.values().length];

    /** @param vectorLoops the code of vectors that may be had, or null */
    Choice(Runnable onBusy, @Nullable VectorLoops vectorLoops) {
        this.onBusy = onBusy;
        this.vectorLoops = vectorLoops;
    }

    /** Has all work done by vectors from now on, where there is such code. */
    void forceVectors() {
        vectors = vectorLoops == null ? null : vectorLoops.code();
        forced = true;
        chosen = vectors == null ? Way.PLAIN : Way.VECTORS;
    }

    /** Takes the C++ code. */
    void offer(NativeLoop loop, boolean always) {
        cpp = loop;
        if (always) {
            forced = true;
            chosen = Way.CPP;
        } else {
            reopen();
        }
    }

    private void reopen() {
        Arrays.fill(best, Double.MAX_VALUE);
        trial.set(0);
        open = true;
    }

    /** Returns what has the work now. */
    Way chosen() {
        return chosen;
    }

    /** Returns the C++ code, which is there if it is the way. */
    @Nullable
    NativeLoop cpp() {
        return cpp;
    }

    /** Returns the code of vectors, which is there if it is the way. */
    @Nullable
    Made vectors() {
        return vectors;
    }

    /** Returns the way of the next piece. */
    Way next(long indexes) {
        if (forced) {
            return chosen;
        }
        if (done < BUSY) {
            count(indexes);
        }
        if (open) {
            return turn(trial.getAndIncrement());
        }
        boolean several = rehearsing || cpp != null || vectors != null;
        if (several) {
            if (rehearsing) {
                return rehearsesNow(indexes) ? Way.REHEARSAL : chosen;
            } else if (++pieces >= PIECES_BETWEEN) {
                pieces = 0;
                reopen();
            }
        }
        return chosen;
    }

    private boolean rehearsesNow(long indexes) {
        double plain = best[Way.PLAIN.ordinal()];
        if (plain == Double.MAX_VALUE) {
            return false;
        }
        owed -= indexes * plain;
        return owed <= 0;
    }

    private void count(long indexes) {
        done += indexes;
        if (done >= WARM && !vectorsAsked) {
            vectorsAsked = true;
            Arrays.fill(best, Double.MAX_VALUE);
            rehearsing = vectorLoops != null && vectorLoops.code() != null;
        }
        if (done >= BUSY && !asked) {
            asked = true;
            onBusy.run();
        }
    }

    private Way turn(int number) {
        boolean both = cpp != null && vectors != null;
        int way = number % (both ? 3 : 2);
        if (way == 0) {
            return Way.PLAIN;
        }
        return vectors != null && way == 1 ? Way.VECTORS : Way.CPP;
    }

    /** Returns the code of vectors for a rehearsal. */
    Made rehearsed() {
        return Objects.requireNonNull(vectorLoops == null ? null : vectorLoops.code());
    }

    /** Notes the time that a rehearsal took since {@link System#nanoTime} was what is given. */
    void afterRehearsal(long indexes, long before) {
        double time = System.nanoTime() - before;
        owed = WORK_A_REHEARSAL * time;
        if (time <= COMPILED * best[Way.PLAIN.ordinal()] * indexes) {
            rehearsing = false;
            vectors = rehearsed();
            reopen();
        } else if (++rehearsals > MOST_REHEARSALS) {
            rehearsing = false;
        }
    }

    /** Returns the time before a piece, or 0 if nobody asks for it. */
    long before() {
        return open || rehearsing ? System.nanoTime() : 0;
    }

    /** Notes the time that a piece took. */
    void after(Way way, long indexes, long before) {
        if (before == 0 || indexes == 0) {
            return;
        }
        double each = (System.nanoTime() - before) / (double) indexes;
        best[way.ordinal()] = Math.min(best[way.ordinal()], each);
        if (open && trial.get() >= TRIALS) {
            Way fastest = Way.PLAIN;
            for (Way other : new Way[] {Way.VECTORS, Way.CPP}) {
                if (best[other.ordinal()] < best[fastest.ordinal()]) {
                    fastest = other;
                }
            }
            chosen = fastest;
            open = false;
        }
    }
}
