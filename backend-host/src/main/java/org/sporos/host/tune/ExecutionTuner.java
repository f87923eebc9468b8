package org.sporos.host.tune;

import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the mode of each run of one executable: inline in the submit, serial on any one thread, or parallel, as its
 * {@link ModeDecider} says. Reading the clock takes as long as a short run, so short runs are sampled. Used by one
 * thread at a time; the clock is passed in.
 *
 * <p>The benchmark page "Constants of the host executor" says what breaks without each constant.
 */
public final class ExecutionTuner {
    /** The mode of a run. */
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
    /** Threads that have had nothing to do for so long are parked. */
    private static final long PARKED_NANOS = 250_000;

    /** One short inline run of this many is timed. A power of two. */
    private static final int SAMPLE = 32;
    /** The same for runs so short that the clock takes a good part of their time. */
    private static final int RARE_SAMPLE = 128;

    private static final long RARE_NANOS = 250;
    /** One of this many short parallel runs is timed, and stands for all of them. */
    private static final int PARALLEL_SAMPLE = 4;
    /** Longer parallel runs are all timed. */
    private static final long SHORT_NANOS = 10_000;

    private final boolean isSerial;
    private final ModeDecider decider;
    private final LongSupplier clock;
    /** True if bodies of the program choose by themselves how many threads they have, and some have several. */
    private boolean hasSharedBody;

    private Mode mode = Mode.PARALLEL;
    /** See {@link #isInline()}: it changes only with runs that are timed. */
    private boolean inline;

    private int runs;
    /** Inline runs whose number has none of these bits are timed. */
    private int sampleMask;
    /** The runs that the next timed one stands for, and the most of them. */
    private int weight = 1;

    private int mostWeight = 1;
    private boolean timed;
    private long began;
    private long lastEnd;
    private long idle;

    /**
     * @param isSerial whether one thread can run the program without waiting
     * @param threads how many threads could share a run, at least 1
     * @param clock nanoseconds since some time
     */
    public ExecutionTuner(boolean isSerial, int threads, LongSupplier clock) {
        this.isSerial = isSerial;
        this.decider = new ModeDecider(threads);
        this.clock = clock;
    }

    /** Returns what decides between one thread and several. */
    public ModeDecider decider() {
        return decider;
    }

    /** Says whether a body of a conditional node is shared among threads: then runs are parallel. */
    public void shareBody(boolean isShared) {
        hasSharedBody = isShared;
    }

    /** Returns whether the run that begins now is one that its submit does. */
    public boolean isInline() {
        return inline;
    }

    private boolean isParallel() {
        return hasSharedBody || decider.sharesNext();
    }

    private boolean isSmall() {
        return decider.serial().isKnown() && decider.serial().typical() < INLINE_LIMIT_NANOS;
    }

    /** Returns whether the run that begins now may be parallel in a submit that waits for its end, as that is soon. */
    public boolean isBrief() {
        if (!isSerial || !decider.gains() || !isParallel()) {
            return false;
        }
        MedianWindow like = decider.isMeasuring() ? decider.serial() : decider.shared();
        return like.isKnown() && like.typical() < (decider.isMeasuring() ? 2 : 1) * INLINE_LIMIT_NANOS;
    }

    /**
     * Notes the begin of a run for which {@link #isInline()} held. Its end is noted as that of other runs. Returns
     * whether it is timed.
     */
    public boolean inlineBegins() {
        if (mode != Mode.INLINE) {
            // Written only if it changes: a write of a reference has a barrier for the garbage collector.
            mode = Mode.INLINE;
        }
        boolean isTimed = (++runs & sampleMask) == 0;
        timed = isTimed;
        if (isTimed) {
            began = clock.getAsLong();
        }
        return isTimed;
    }

    /** Returns the mode of the run that begins now in a submit which other threads wait for; see {@link #next}. */
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

    /** Returns whether the run that goes on, or has gone on last, is timed. */
    public boolean isTimed() {
        return timed;
    }

    /**
     * Returns the mode of the run that begins now.
     *
     * @param here whether the thread that begins it may do it
     * @param inSubmit whether that thread is the user's, inside of a submit
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
            // A caller that submits now and then is better off without threads that must be woken each time.
            boolean parked = !decider.isMeasuring() && gap > decider.shared().typical() + PARKED_NANOS;
            mode = parked && isSmall() && here && inSubmit ? Mode.INLINE : Mode.PARALLEL;
            timed = mode == Mode.PARALLEL;
        } else {
            mode = here && (isSmall() || !inSubmit) ? Mode.INLINE : Mode.SERIAL;
        }
        return mode;
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
        if (!timed) {
            return;
        }
        lastEnd = clock.getAsLong();
        long took = lastEnd - began;
        if (took > INLINE_LIMIT_NANOS && sampleMask != 0) {
            // Most of these are not timed: a submit must not take long for several of those that are.
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

    /** Returns of how many inline runs one is timed. */
    private static int sample(long nanos) {
        if (nanos > ModeDecider.SHARED_FROM_NANOS) {
            return 1;
        }
        return nanos < RARE_NANOS ? RARE_SAMPLE : SAMPLE;
    }

    /**
     * Returns words for people.
     *
     * @param alone why no run can be shared, in words, or null
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
