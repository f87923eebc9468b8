package org.sporos.host.exec;

import java.util.function.LongSupplier;

/**
 * Chooses how the runs of one executable are done, by how long they took: by one thread, which may be the one that
 * submits it if that takes no time to speak of, or shared among threads. Tries the other way now and then, for a few runs:
 * code gets faster as it is compiled, and other work comes and goes. Used by one thread at a time.
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
    static final long HERE_NANOS = 70_000;
    /** The longest run that one thread does without looking for other runs. */
    private static final long WALK_NANOS = 10_000_000;
    /** A shorter run is never shared: two threads do not even meet in that time. */
    private static final long SHARE_NANOS = 2_500;
    /** Threads that have had nothing to do for so long sleep. */
    private static final long ASLEEP_NANOS = 250_000;

    /** For so long runs do not count when they begin to be shared: the others are only waking up. */
    private static final long WAKING_NANOS = 200_000;

    private static final long LONG_TRIAL_NANOS = 1_000_000;
    private static final int TRIAL_RUNS = 3;
    private static final int FIRST_INTERVAL = 4;
    private static final int YOUNG_INTERVAL = 32;
    private static final int LAST_INTERVAL = 1024;
    /** The part of its time that an executable may spend on trials that turn out to be slower. */
    private static final int TRIAL_PART = 50;

    private static final int SAMPLE = 64;
    private static final int PART = 4;
    private static final long UNKNOWN = -1;

    private final boolean walkable;
    private final boolean alone;
    private final Trials trials;
    private final LongSupplier clock;
    private long serial = UNKNOWN;
    private long shared = UNKNOWN;
    private boolean share;
    private int runs;

    /** The time for which runs do not count yet. */
    private long waking;

    private int interval = FIRST_INTERVAL;
    private int untilTrial = 1;
    private int trialRuns;
    private final long[] trial = new long[TRIAL_RUNS];
    /** The time that trials have lost and that is not made up for. */
    private long lost;

    private Way way = Way.SHARED;
    private boolean timed;
    private long began;

    /**
     * @param walkable whether one thread can do a run without waiting
     * @param alone whether more threads could not share it
     * @param trials what may be lost by trials at first
     * @param clock nanoseconds since some time
     */
    Pace(boolean walkable, boolean alone, Trials trials, LongSupplier clock) {
        this.clock = clock;
        this.walkable = walkable;
        this.alone = alone;
        this.trials = trials;
        this.share = !alone;
    }

    /** Returns whether the run that begins now is one that its submit does, and nothing is to be tried. */
    boolean isHere() {
        return walkable
                && !share
                && trialRuns == 0
                && serial != UNKNOWN
                && serial < HERE_NANOS
                && (untilTrial > 1 || !mayTry());
    }

    /** Says that a run begins for which {@link #isHere()} held; its end is told as that of others. */
    void hereBegins() {
        way = Way.HERE;
        untilTrial -= mayTry() ? 1 : 0;
        timed = (++runs & SAMPLE - 1) == 0 || serial > SHARE_NANOS;
        if (timed) {
            began = clock.getAsLong();
        }
    }

    /**
     * Returns the way of the run that begins now.
     *
     * @param here whether the thread that begins it may do it
     * @param inSubmit whether that thread is the user's, inside of a submit
     */
    Way next(boolean here, boolean inSubmit) {
        runs++;
        long now = clock.getAsLong();
        long gap = now - began;
        began = now;
        timed = walkable;
        if (!walkable) {
            way = Way.SHARED;
            return way;
        }
        boolean small = serial != UNKNOWN && serial < HERE_NANOS;
        boolean tries = isTrial();
        if (share != tries) {
            // Who submits now and then is better off without others that must be woken each time.
            boolean asleep = !tries && waking <= 0 && gap > shared + ASLEEP_NANOS;
            way = asleep && small && here && inSubmit ? Way.HERE : Way.SHARED;
            timed = way == Way.SHARED;
        } else {
            way = here && (small || !inSubmit) ? Way.HERE : Way.WALK;
        }
        return way;
    }

    private boolean isTrial() {
        if (trialRuns == 0 && waking <= 0 && mayTry() && --untilTrial <= 0) {
            trialRuns = isLong() ? 1 : TRIAL_RUNS;
            waking = isLong() || share ? 0 : WAKING_NANOS;
        }
        return trialRuns > 0;
    }

    private boolean isLong() {
        return Math.max(serial, shared) > LONG_TRIAL_NANOS;
    }

    private boolean mayTry() {
        if (share) {
            long known = serial == UNKNOWN ? shared : serial;
            return known != UNKNOWN && known < WALK_NANOS && isAffordable();
        }
        return !alone && serial >= SHARE_NANOS && isAffordable();
    }

    private boolean isAffordable() {
        return lost <= 0 || trials.areGranted();
    }

    /** Says that the run cannot be done by the thread that begins it. */
    void notHere() {
        way = Way.WALK;
    }

    /** Says that the run has ended. */
    void ended() {
        if (timed) {
            ended(clock.getAsLong() - began);
        }
    }

    private void ended(long took) {
        boolean tries = trialRuns > 0;
        if (tries) {
            lost += trials.lose(Math.max(0, took - (share ? shared : serial)));
        } else {
            lost -= Math.min(lost, took * (serial <= SHARE_NANOS ? SAMPLE : 1) / TRIAL_PART);
        }
        if (waking > 0) {
            waking -= Math.max(took, 1);
        } else if (tries) {
            tried(took);
        } else {
            if (way == Way.SHARED) {
                shared = average(shared, took);
            } else {
                serial = average(serial, took);
            }
            decide();
        }
    }

    private void tried(long took) {
        boolean one = isLong();
        trial[--trialRuns] = took;
        if (trialRuns > 0) {
            return;
        }
        long typical = one ? took : median(trial[0], trial[1], trial[2]);
        boolean before = share;
        if (share) {
            serial = typical;
        } else {
            shared = typical;
        }
        decide();
        int most = trials.areGranted() ? YOUNG_INTERVAL : LAST_INTERVAL;
        interval = share == before ? Math.min(2 * interval, most) : FIRST_INTERVAL;
        untilTrial = interval;
    }

    private static long median(long a, long b, long c) {
        return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
    }

    private void decide() {
        boolean before = share;
        share = isSharedBetter();
        if (share && !before) {
            waking = isLong() ? 0 : WAKING_NANOS;
        }
    }

    private boolean isSharedBetter() {
        if (serial == UNKNOWN || shared == UNKNOWN) {
            return alone ? serial >= WALK_NANOS : shared != UNKNOWN;
        }
        if (alone || serial >= WALK_NANOS || serial < SHARE_NANOS) {
            return serial >= WALK_NANOS;
        }
        // Equal times are the serial one's, as it leaves the other threads to others.
        return share ? shared <= serial : shared < serial - serial / 16;
    }

    /** Returns a moving average, which follows a change within a few runs and a single mishap but little. */
    private static long average(long before, long now) {
        return before == UNKNOWN ? now : before + (Math.min(now, PART * before + SHARE_NANOS) - before) / PART;
    }

    /** Returns about how long a run takes one thread, or a day if that is not known. */
    long serialNanos() {
        return serial == UNKNOWN ? 86_400_000_000_000L : serial;
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
