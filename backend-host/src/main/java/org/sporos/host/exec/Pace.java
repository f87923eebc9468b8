package org.sporos.host.exec;

/**
 * Chooses how the runs of one executable are done, by how long they took: a short run is walked by one thread, which may
 * be the one that submits it if it is very short, and all others are shared among threads. Used by one thread at a time.
 */
final class Pace {
    /** The ways to do a run. */
    enum Way {
        /** By the thread that begins it, at once. */
        HERE,
        /** By any one thread. */
        WALK,
        /** By as many threads as find work in it. */
        SHARED
    }

    /** The longest run that a submit does itself. */
    private static final long HERE_NANOS = 30_000;
    /** The longest run that one thread does without looking for other runs. */
    private static final long WALK_NANOS = 10_000_000;
    /** A shared run that is shorter than this, in all or for each chunk, may be faster on one thread. */
    private static final long TRY_NANOS = 1_000_000;

    private static final long TRY_CHUNK_NANOS = 2_000;
    /** What sharing costs those who are not timed: to wake a thread, and to be woken in a fence. */
    private static final long SHARE_NANOS = 25_000;

    private static final long UNKNOWN = -1;
    private static final int TRY_AGAIN = 64;
    private static final int WORTH_TRYING = 4;
    private static final long TRY_MOST_NANOS = 100_000_000;
    private static final int SAMPLE = 4;

    private final boolean walkable;
    private final boolean alone;
    private final long chunks;
    private long walk = UNKNOWN;
    private long shared = UNKNOWN;
    private int runs;
    private Way way = Way.SHARED;
    private boolean timed;
    private boolean trying;
    private long began;

    /**
     * @param threads the threads that could share a run
     */
    Pace(Program program, int threads) {
        this.walkable = program.walkable();
        this.alone = program.chain() || threads == 1;
        long sum = 0;
        for (int n : program.chunks()) {
            sum += n;
        }
        this.chunks = sum;
    }

    /**
     * Returns the way of the run that begins now.
     *
     * @param here whether the thread that begins it may do it
     * @param inSubmit whether that thread is the user's, inside of a submit
     */
    Way next(boolean here, boolean inSubmit) {
        runs++;
        trying = false;
        boolean walks = walkable && walks();
        boolean small = walk != UNKNOWN && walk < HERE_NANOS;
        if (!walks) {
            way = Way.SHARED;
        } else {
            way = here && (small || !inSubmit) ? Way.HERE : Way.WALK;
        }
        timed = trying || way != Way.HERE || walk >= HERE_NANOS || runs % SAMPLE == 0;
        if (way == Way.SHARED && walkable) {
            began = System.nanoTime();
        }
        return way;
    }

    /** Says that the run cannot be done by the thread that begins it. */
    void notHere() {
        way = Way.WALK;
        timed = true;
    }

    private boolean walks() {
        if (shared == UNKNOWN && walk == UNKNOWN) {
            return false;
        }
        if (walk == UNKNOWN) {
            return shared < (alone ? WALK_NANOS : TRY_NANOS)
                    || (shared < WALK_NANOS && shared / chunks < TRY_CHUNK_NANOS);
        }
        boolean better = walk < WALK_NANOS && (alone || walk <= shared + SHARE_NANOS);
        trying = shared != UNKNOWN && isTimeToTry();
        return better != trying;
    }

    /** Old times tell little: code gets faster as it is compiled, and other work comes and goes. */
    private boolean isTimeToTry() {
        if (Integer.bitCount(runs) == 1) {
            return Math.max(walk, shared) < TRY_MOST_NANOS;
        }
        return !alone && runs % TRY_AGAIN == 0 && Math.max(walk, shared) < WORTH_TRYING * Math.min(walk, shared);
    }

    /** Says that a thread begins to walk. */
    void walkBegins() {
        if (timed) {
            began = System.nanoTime();
        }
    }

    /** Says that the run has ended. */
    void ended() {
        if (way == Way.SHARED) {
            if (walkable) {
                shared = average(shared, System.nanoTime() - began);
            }
        } else if (timed) {
            walk = average(walk, System.nanoTime() - began);
        }
    }

    /** Returns a moving average, which follows a change within a few runs; what was only tried has no past. */
    private long average(long before, long now) {
        return before == UNKNOWN || trying ? now : before + (now - before) / 4;
    }

    /** Returns words for people. */
    String describe() {
        if (!walkable) {
            return "shared among threads; it waits for something outside of the graph";
        }
        if (runs == 0) {
            return "not run yet";
        }
        return way == Way.SHARED ? "shared among threads" : "done by one thread, as it is short";
    }
}
