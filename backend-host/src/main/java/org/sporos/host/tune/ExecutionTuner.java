package org.sporos.host.tune;

import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the mode of each run of one executable: inline in the submit, serial on any one thread, or parallel, by its
 * {@link ModeDecider}. A read of the clock takes as long as a short run, so only a sample of short runs is timed. Used
 * by one thread at a time; the clock is passed in.
 *
 * <p>The benchmark page "Constants of the host executor" shows the effect of each constant.
 */
public final class ExecutionTuner {
    /** The mode of a run. */
    public enum Mode {
        /** On the thread that begins it, at once. */
        INLINE,
        /** On any one thread. */
        SERIAL,
        /** On all threads that find ready tasks. */
        PARALLEL
    }

    /** The longest inline run. */
    public static final long INLINE_LIMIT_NANOS = 70_000;
    /** The idle time after which threads are parked. */
    private static final long PARKED_NANOS = 250_000;

    /** One short inline run of this many is timed. A power of two. */
    private static final int SAMPLE = 32;
    /** As {@link #SAMPLE}, for runs so short that reads of the clock are a significant part of their time. */
    private static final int RARE_SAMPLE = 128;

    private static final long RARE_NANOS = 250;
    /** One of this many short parallel runs is timed, and stands for all of them. */
    private static final int PARALLEL_SAMPLE = 4;
    /** Longer parallel runs are all timed. */
    private static final long SHORT_NANOS = 10_000;

    private final boolean isSerial;
    private final ModeDecider decider;
    private final LongSupplier clock;
    /** True if bodies of the program choose their own number of threads, and some have several. */
    private boolean hasSharedBody;

    private Mode mode = Mode.PARALLEL;
    /** See {@link #isInline()}: changes only at timed runs. */
    private boolean inline;

    private int runs;
    /** Inline runs with none of these bits in their number are timed. */
    private int sampleMask;
    /** The number of runs that the next timed one stands for, and its maximum. */
    private int weight = 1;

    private int mostWeight = 1;
    private boolean timed;
    private long began;
    private long lastEnd;
    private long idle;

    /**
     * @param isSerial whether one thread can run the program without waiting
     * @param threads the largest number of threads that share a run, at least 1
     * @param clock a clock in nanoseconds, with an arbitrary origin
     */
    public ExecutionTuner(boolean isSerial, int threads, LongSupplier clock) {
        this.isSerial = isSerial;
        this.decider = new ModeDecider(threads);
        this.clock = clock;
    }

    /** Returns the decider between serial and shared runs. */
    public ModeDecider decider() {
        return decider;
    }

    /** Sets whether threads share a body of a conditional node: then runs are parallel. */
    public void shareBody(boolean isShared) {
        hasSharedBody = isShared;
    }

    /** Returns whether the next run is inline. */
    public boolean isInline() {
        return inline;
    }

    private boolean isParallel() {
        return hasSharedBody || decider.sharesNext();
    }

    private boolean isSmall() {
        return decider.serial().isKnown() && decider.serial().typical() < INLINE_LIMIT_NANOS;
    }

    /** Returns whether the next run may be parallel in a submit that waits for its end, as it is short. */
    public boolean isBrief() {
        if (!isSerial || !decider.gains() || !isParallel()) {
            return false;
        }
        MedianWindow like = decider.isMeasuring() ? decider.serial() : decider.shared();
        return like.isKnown() && like.typical() < (decider.isMeasuring() ? 2 : 1) * INLINE_LIMIT_NANOS;
    }

    /**
     * Records the start of an inline run, whose end is recorded like others; returns whether it is timed. Requires
     * {@link #isInline()}.
     */
    public boolean inlineBegins() {
        if (mode != Mode.INLINE) {
            // Written only on change: a write of a reference has a barrier for the garbage collector.
            mode = Mode.INLINE;
        }
        boolean isTimed = (++runs & sampleMask) == 0;
        timed = isTimed;
        if (isTimed) {
            began = clock.getAsLong();
        }
        return isTimed;
    }

    /** Returns the mode of the next run, in a submit with helpers present; see {@link #next}. */
    public Mode nextAttended() {
        if (weight >= mostWeight) {
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

    /** Returns whether the current or last run is timed. */
    public boolean isTimed() {
        return timed;
    }

    /**
     * Returns the mode of the next run.
     *
     * @param here whether the thread that begins it may run it
     * @param inSubmit whether that thread is a user thread inside of a submit
     */
    public Mode next(boolean here, boolean inSubmit) {
        runs++;
        long now = clock.getAsLong();
        long gap = now - began;
        idle = now - lastEnd;
        began = now;
        timed = isSerial;
        if (!isSerial) {
            mode = Mode.PARALLEL;
        } else if (isParallel()) {
            // Rare submits are faster alone: parked threads would have to be woken each time.
            boolean parked = !decider.isMeasuring() && gap > decider.shared().typical() + PARKED_NANOS;
            mode = parked && isSmall() && here && inSubmit ? Mode.INLINE : Mode.PARALLEL;
            timed = mode == Mode.PARALLEL;
        } else {
            mode = here && (isSmall() || !inSubmit) ? Mode.INLINE : Mode.SERIAL;
        }
        return mode;
    }

    /** Returns the nanoseconds between the last end and the start recorded by {@link #next}. */
    public long idle() {
        return idle;
    }

    /** Records that the run cannot be inline. */
    public void notInline() {
        mode = Mode.SERIAL;
    }

    /**
     * Records the end of a run.
     *
     * @param together whether more than one thread participated
     */
    public void ended(boolean together) {
        if (!timed) {
            return;
        }
        lastEnd = clock.getAsLong();
        long took = lastEnd - began;
        if (took > INLINE_LIMIT_NANOS && sampleMask != 0) {
            // Most of these runs are untimed: a submit must not stay slow until several timed ones have passed.
            decider.serial().startAnew();
        }
        if (hasSharedBody) {
            decider.shared().add(took);
        } else {
            decider.ended(mode == Mode.PARALLEL, together, took, weight);
        }
        boolean each = decider.isMeasuring();
        weight = 1;
        mostWeight = !each && isParallel() && decider.shared().typical() <= SHORT_NANOS ? PARALLEL_SAMPLE : 1;
        sampleMask = each ? 0 : sample(decider.serial().typical()) - 1;
        inline = isSerial && !isParallel() && isSmall();
    }

    /** Returns the sampling period of inline runs. */
    private static int sample(long nanos) {
        if (nanos > ModeDecider.SHARED_FROM_NANOS) {
            return 1;
        }
        return nanos < RARE_NANOS ? RARE_SAMPLE : SAMPLE;
    }

    /**
     * Describes the mode for reports.
     *
     * @param alone the reason why no run can be shared, or null
     */
    public String describe(@Nullable String alone) {
        if (!isSerial) {
            return "shared among threads; it waits for something outside of the graph";
        } else if (runs == 0) {
            return "not run yet";
        } else if (alone != null) {
            return "done by one thread, as " + alone;
        } else if (mode == Mode.PARALLEL) {
            return "shared among threads";
        }
        String times = decider.describe();
        return "done by one thread, as " + (times.isEmpty() ? "it is short" : times);
    }
}
