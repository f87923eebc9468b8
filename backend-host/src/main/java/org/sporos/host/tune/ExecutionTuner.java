package org.sporos.host.tune;

import java.util.Locale;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Chooses how the runs of one executable are done, by how long they took: by one thread, which may be the one that
 * submits it if that takes no time to speak of, or shared among threads. Tries the other way now and then, for a few runs:
 * code gets faster as it is compiled, and other work comes and goes. Used by one thread at a time.
 *
 * <p>Runs are shared as long as that pays: each one adds what it gained over a run by one thread to a credit, or takes
 * what it lost away, also the time for which a thread had lost its core; with no credit left, one thread does them again.
 * So much and no more is lost when a machine becomes busy.
 */
public final class ExecutionTuner {
    /** The ways to do a run. */
    public enum Mode {
        /** By the thread that begins it, at once. */
        INLINE,
        /** By any one thread. */
        SERIAL,
        /** By as many threads as find work in it. */
        PARALLEL
    }

    /** The longest run that a submit does itself. */
    public static final long INLINE_LIMIT_NANOS = 70_000;
    /** The longest run that one thread does without looking for other runs. */
    private static final long WALK_NANOS = 10_000_000;
    /** So long one thread is tried at most if nothing is known of it, and the others help as well as they can. */
    private static final long LONGEST_TRY_NANOS = 40_000_000;
    /** A shorter run is never shared: to share one costs about half of that. */
    private static final long SHARE_NANOS = 1_500;
    /** Threads that have had nothing to do for so long sleep. */
    private static final long ASLEEP_NANOS = 250_000;

    private static final int TRIAL_RUNS = 3;
    /** So long sharing is tried in the youth of a space: its code is not compiled before it has run for a while. */
    private static final long YOUNG_TRIAL_NANOS = 2_000_000;
    /** For so long a trial waits for others to wake up and take part. */
    private static final long WAKING_NANOS = 400_000;

    private static final long FIRST_WAIT_NANOS = 1_000_000;
    /** The wait doubles so often at most, as long as trials tell nothing new. */
    private static final int MOST_DOUBLINGS = 5;
    /** The same for trials to which nobody comes: a core may be free again soon. */
    private static final int MOST_MISSES = 4;
    /** The part of its time that an executable may spend on trials that turn out to be slower. */
    private static final int TRIAL_PART = 50;
    /** The same for sharing that did not last: less, as who waits for long misses an idle machine. */
    private static final int LOSS_PART = 8;

    /** No trial is put off for longer: other work comes and goes. */
    private static final long MOST_OWED_NANOS = 500_000_000;

    private static final long MOST_CREDIT_NANOS = 20_000_000;
    private static final long FIRST_CREDIT_NANOS = 200_000;
    private static final int CREDIT_RUNS = 10;

    /** One of so many runs is timed that are too short to be shared. */
    private static final int SAMPLE = 32;
    /** One of so many where the clock takes a good part of the time of a run. */
    private static final int RARE_SAMPLE = 128;

    private static final long RARE_NANOS = 250;
    /** One of so many shared runs is timed that are so short that the clock can be felt. */
    private static final int SHARED_SAMPLE = 4;

    private static final long SHORT_NANOS = 10_000;
    private static final long UNKNOWN_WORK_NANOS = 1_000_000;

    private final boolean walkable;
    private final boolean alone;
    private final long longestTry;
    private final ExplorationBudget explorationBudget;
    private final LongSupplier clock;
    private final MedianWindow serial = new MedianWindow();
    private final MedianWindow shared = new MedianWindow();
    private final MovingAverage serialAverage = new MovingAverage();
    private boolean share;
    private long regretBudget;
    private boolean regretBudgetWasFull;
    /** How long shared runs took when a run by one thread was timed last. */
    private long sharedThen = 1;

    private int runs;

    /** The time of runs until the next trial, and until those before have been paid for. */
    private long wait;

    private long owed;
    /** What a run by one thread took when a trial ended last. */
    private long serialThen;
    /** The trials in a row that have changed nothing, if not more than count. */
    private int calm;
    /** The trials in a row to which nobody came, if not more than count. */
    private int misses;

    private boolean inTrial;
    private int trialRuns;
    private long trialSpent;
    private long trialBest;
    private long trialLost;
    private long trialWaits;

    private Mode mode = Mode.PARALLEL;
    /** See {@link #isInline()}: it changes only with runs that are timed. */
    private boolean inline;

    private int sample = SAMPLE;
    private boolean timed;
    /** The runs that the next one which is timed stands for. */
    private int weight = 1;

    private long began;
    private long lastEnd;
    private long idle;

    /**
     * @param walkable whether one thread can do a run without waiting
     * @param sharers how many threads could share it, at least 1
     * @param explorationBudget what may be lost by trials at first
     * @param clock nanoseconds since some time
     */
    public ExecutionTuner(boolean walkable, int sharers, ExplorationBudget explorationBudget, LongSupplier clock) {
        this.clock = clock;
        this.walkable = walkable;
        this.alone = sharers == 1;
        this.longestTry = LONGEST_TRY_NANOS / sharers;
        this.explorationBudget = explorationBudget;
        this.share = sharers > 1;
    }

    /** Returns whether the run that begins now is one that its submit does, and nothing is to be tried. */
    public boolean isInline() {
        return inline;
    }

    private boolean isSmall() {
        return serial.isKnown() && serial.typical() < INLINE_LIMIT_NANOS;
    }

    /**
     * Returns whether the run that begins now may be shared by a submit that waits for its end, as that is soon, or is at
     * least one of which {@link #next} should say how to do it.
     */
    public boolean isBrief() {
        if (!walkable || alone) {
            return false;
        }
        return share
                ? shared.isKnown() && shared.typical() < INLINE_LIMIT_NANOS
                : (inTrial || isTrialDue()) && serial.isKnown() && serial.typical() < 2 * INLINE_LIMIT_NANOS;
    }

    /** Says that a run begins for which {@link #isInline()} held; its end is told as that of others. */
    public void inlineBegins() {
        if (mode != Mode.INLINE) {
            // Not written in vain: the JVM notes each write of a reference for its garbage collector.
            mode = Mode.INLINE;
        }
        timed = (++runs & sample - 1) == 0 || serial.typical() > SHARE_NANOS;
        if (timed) {
            began = clock.getAsLong();
        }
    }

    /** Returns the way of the run that begins now in its submit, which others wait for; see {@link #next}. */
    public Mode nextAttended() {
        if (!share || inTrial || shared.typical() > SHORT_NANOS || weight == SHARED_SAMPLE || isTrialDue()) {
            return next(true, true);
        }
        runs++;
        weight++;
        timed = false;
        if (mode != Mode.PARALLEL) {
            mode = Mode.PARALLEL;
        }
        return mode;
    }

    /** Returns whether the run that goes on, or has gone on last, is one of those that are timed. */
    public boolean isTimed() {
        return timed;
    }

    /**
     * Returns the way of the run that begins now.
     *
     * @param inline whether the thread that begins it may do it
     * @param inSubmit whether that thread is the user's, inside of a submit
     */
    public Mode next(boolean inline, boolean inSubmit) {
        runs++;
        long now = clock.getAsLong();
        long gap = now - began;
        idle = now - lastEnd;
        began = now;
        timed = walkable;
        if (!walkable) {
            mode = Mode.PARALLEL;
            return mode;
        }
        boolean tries = isTrial();
        if (share != tries) {
            // Who submits now and then is better off without others that must be woken each time.
            boolean asleep = !tries && gap > shared.typical() + ASLEEP_NANOS;
            mode = asleep && isSmall() && inline && inSubmit ? Mode.INLINE : Mode.PARALLEL;
            timed = mode == Mode.PARALLEL;
        } else {
            mode = inline && (isSmall() || !inSubmit) ? Mode.INLINE : Mode.SERIAL;
        }
        return mode;
    }

    private boolean isTrial() {
        if (!inTrial && isTrialDue()) {
            inTrial = true;
            trialRuns = 0;
            trialSpent = 0;
            trialBest = Long.MAX_VALUE;
            trialLost = 0;
            trialWaits = 0;
            (share ? serial : shared).startAnew();
        }
        return inTrial;
    }

    private boolean isTrialDue() {
        if (alone || wait > 0 || owed > 0) {
            return false;
        }
        if (!share) {
            return serial.typical() >= SHARE_NANOS;
        }
        // A run by one thread is taken to last as much longer as it did when both were timed.
        return serial.isKnown()
                ? (double) serial.best() / sharedThen * shared.best() < WALK_NANOS
                : shared.isKnown() && shared.best() < longestTry;
    }

    /** Returns how long before the run that {@link #next} was asked about the last one ended, in nanoseconds. */
    public long idle() {
        return idle;
    }

    /** Says that the run cannot be done by the thread that begins it. */
    public void notInline() {
        mode = Mode.SERIAL;
    }

    /**
     * Says that the run has ended.
     *
     * @param together whether more than one thread took part in it
     */
    public void ended(boolean together) {
        if (timed) {
            lastEnd = clock.getAsLong();
            ended(lastEnd - began, together);
            weight = 1;
            inline = walkable && !share && !inTrial && isSmall() && !isTrialDue();
            sample = serial.typical() < RARE_NANOS ? RARE_SAMPLE : SAMPLE;
        }
    }

    private void ended(long took, boolean together) {
        if (mode != Mode.PARALLEL) {
            serialAverage.add(took);
        }
        if (inTrial) {
            tried(took, together);
            return;
        }
        wait -= took * weight;
        owed = Math.max(0, owed - took * weight);
        if (mode == Mode.PARALLEL) {
            shared.add(took);
            count(took);
        } else {
            if (took > INLINE_LIMIT_NANOS && serial.typical() <= SHARE_NANOS) {
                // Most of these are not timed: a submit must not take long for several of those that are.
                serial.startAnew();
            }
            serial.add(took);
            share = serial.best() >= WALK_NANOS;
            sharedThen = Math.max(1, shared.best());
            lookForNews();
        }
        if (alone) {
            share = (mode == Mode.PARALLEL ? shared : serial).best() >= WALK_NANOS;
        }
    }

    /** Code that became much faster or slower since the last trial, as it was compiled or has more to do, is tried anew. */
    private void lookForNews() {
        long now = serial.typical();
        if (calm > 0 && (now < serialThen - serialThen / 4 || now > serialThen + serialThen / 2)) {
            serialThen = now;
            calm = 0;
            wait = Math.min(wait, FIRST_WAIT_NANOS);
        }
    }

    private void tried(long took, boolean together) {
        trialLost += Math.max(0, took - (share ? shared : serial).typical());
        if (mode == Mode.PARALLEL && !together && trialWaits < WAKING_NANOS) {
            trialWaits += took;
            return;
        }
        if (mode == Mode.PARALLEL && !together && trialRuns == 0 && isSmall()) {
            inTrial = false;
            missed();
            return;
        }
        misses = 0;
        (share ? serial : shared).add(took);
        trialBest = Math.min(trialBest, took);
        trialSpent += took;
        if (++trialRuns >= TRIAL_RUNS && isTrialEnough() || took >= WALK_NANOS) {
            inTrial = false;
            trialEnds();
        }
    }

    private boolean isTrialEnough() {
        return share || isSharedBetter() || trialSpent >= (explorationBudget.areFree() ? YOUNG_TRIAL_NANOS : 0);
    }

    private void trialEnds() {
        boolean before = share;
        sharedThen = Math.max(1, shared.best());
        serialThen = serial.typical();
        share = before ? !isSerialBetter() : isSharedBetter();
        if (share && !before) {
            regretBudget = Math.max(FIRST_CREDIT_NANOS, CREDIT_RUNS * serial.typical());
            regretBudgetWasFull = false;
            waits(0);
        } else {
            calm = share == before ? calm + 1 : 0;
            waits(part(before) * explorationBudget.lose(trialLost));
        }
    }

    /** The first trials of sharing that fail may have met a mishap: they are paid for sooner than those that fail again and again. */
    private int part(boolean shared) {
        return shared ? TRIAL_PART : Math.min(TRIAL_PART, LOSS_PART << Math.min(calm, MOST_DOUBLINGS) - 1);
    }

    /**
     * A trial to which nobody comes tells nothing but that all cores are taken. Of runs that take longer it goes on: they
     * lose little, and those who were woken on the core of this thread are given another one meanwhile.
     */
    private void missed() {
        wait = FIRST_WAIT_NANOS << misses;
        owed = TRIAL_PART * explorationBudget.lose(trialLost);
        misses = Math.min(MOST_MISSES, misses + 1);
    }

    private void waits(long debt) {
        wait = FIRST_WAIT_NANOS << Math.min(calm, MOST_DOUBLINGS);
        owed = Math.min(debt, MOST_OWED_NANOS);
    }

    /** What disturbs makes runs longer: the best one tells what can be gained, and the credit whether it is. */
    private boolean isSharedBetter() {
        long one = serial.typical();
        return serial.best() >= WALK_NANOS || trialBest < one - one / 16;
    }

    /** Equal times are the serial one's, as it leaves the other threads to others. */
    private boolean isSerialBetter() {
        return trialBest < SHARE_NANOS || trialBest < WALK_NANOS && trialBest <= shared.typical();
    }

    /**
     * Counts what a shared run has gained or lost, and ends the sharing if it has lost too much. Beside other work both ways are
     * interrupted now and then, so that it is compared with an average.
     */
    private void count(long took) {
        if (alone || !serial.isKnown() || serial.best() >= WALK_NANOS) {
            return;
        }
        long most = Math.max(MOST_CREDIT_NANOS, CREDIT_RUNS * serial.typical());
        regretBudget = Math.min(most, regretBudget + weight * (serialNanos() - took));
        regretBudgetWasFull |= regretBudget == most;
        if (regretBudget < 0) {
            share = false;
            calm = regretBudgetWasFull ? 0 : calm + 1;
            waits(regretBudgetWasFull ? 0 : LOSS_PART * -regretBudget);
        }
    }

    /** Returns what a run by one thread takes with what interrupts it, if that leaves it its core for a third of the time. */
    private long serialNanos() {
        long average = serialAverage.nanos();
        long typical = serial.typical();
        return average < 3 * typical ? Math.max(average, typical) : typical;
    }

    /** Returns about how long a run takes one thread, shared by so many threads or not. */
    public long workNanos(int threads) {
        if (serial.isKnown()) {
            return serial.typical();
        }
        return shared.isKnown() ? threads * shared.typical() : UNKNOWN_WORK_NANOS;
    }

    /**
     * Returns words for people.
     *
     * @param alone why no run can be shared, in words, or null
     */
    public String describe(@Nullable String alone) {
        if (!walkable) {
            return "shared among threads; it waits for something outside of the graph";
        } else if (runs == 0) {
            return "not run yet";
        } else if (alone != null) {
            return "done by one thread, as " + alone;
        } else if (mode == Mode.PARALLEL) {
            return "shared among threads";
        }
        boolean tried = shared.isKnown() && serial.typical() >= SHARE_NANOS;
        return "done by one thread, as "
                + (tried ? "that took " + micros(serial) + ", and shared " + micros(shared) : "it is short");
    }

    private static String micros(MedianWindow runs) {
        return String.format(Locale.ROOT, "%.1f us", runs.typical() / 1e3);
    }
}
