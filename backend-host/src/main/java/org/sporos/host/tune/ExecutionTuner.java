package org.sporos.host.tune;

import java.util.Locale;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the mode of each run of one executable by the times of those before: inline in the submit, serial on any one
 * thread, or parallel. Tries the other mode now and then, for a few runs, as code gets faster when it is compiled and
 * other work comes and goes. Used by one thread at a time; the clock is passed in.
 *
 * <p><b>How it chooses.</b> This is the explore-exploit problem with two arms whose means drift. The measure of serial
 * runs is the median of the last five; that of a trial of parallel runs is its best run in which a second thread took
 * part. The best run is too optimistic, so parallel runs have a {@link RegretBudget}: a run adds its gain over a serial
 * one, or takes away its loss. Without budget, runs are serial again.
 *
 * <p><b>What it guarantees.</b> An executable loses a fiftieth of its time by trials of the slower mode, besides the
 * first ones, which the {@link ExplorationBudget} of the space pays for. A machine that becomes busy costs 20 ms; one
 * that becomes idle is noticed after 32 ms of runs, or, where trials had lost much, after half a second. {@code
 * ExecutionTunerRegretTest} checks these bounds on simulated machines.
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
    /** The longest run that one thread does without a look at other runs. */
    private static final long SERIAL_LIMIT_NANOS = 10_000_000;
    /** The longest run, over all threads, that one thread tries if nothing is known of it. */
    private static final long LONGEST_TRY_NANOS = 40_000_000;
    /** A shorter run is never parallel. */
    private static final long PARALLEL_FROM_NANOS = 1_500;
    /** Threads that have had nothing to do for so long are parked. */
    private static final long PARKED_NANOS = 250_000;

    private final boolean walkable;
    private boolean alone;
    private final long longestTry;
    private final RunTimer timer;
    private final MedianWindow serial = new MedianWindow();
    private final MedianWindow parallel = new MedianWindow();
    private final MovingAverage serialAverage = new MovingAverage();
    private final RegretBudget regretBudget = new RegretBudget();
    private final TrialSchedule schedule;
    private final ModeTrial trial = new ModeTrial();
    private boolean inTrial;

    /** True if bodies of the program choose by themselves how many threads they have, and some have several. */
    private boolean hasSharedBody;

    private boolean prefersParallel;
    /** The time of a serial run when the last trial ended. */
    private long serialThen;
    /** The time of a parallel run when a serial one was timed last. */
    private long parallelThen = 1;

    private Mode mode = Mode.PARALLEL;
    /** See {@link #isInline()}: it changes only with runs that are timed. */
    private boolean inline;

    /**
     * @param walkable whether one thread can do a run without waiting
     * @param threads how many threads could share a run, at least 1
     * @param budget what may be lost by trials at first
     * @param clock nanoseconds since some time
     */
    public ExecutionTuner(boolean walkable, int threads, ExplorationBudget budget, LongSupplier clock) {
        this.timer = new RunTimer(clock);
        this.walkable = walkable;
        this.alone = threads == 1;
        this.longestTry = LONGEST_TRY_NANOS / threads;
        this.schedule = new TrialSchedule(budget);
        this.prefersParallel = threads > 1;
    }

    /** Says whether threads can share a run, and gain by it as far as that can be foreseen. */
    public void share(boolean may) {
        alone = !may;
        parallel.startAnew();
        if (alone && prefersParallel) {
            prefersParallel = serial.best() >= SERIAL_LIMIT_NANOS;
        }
    }

    /** Says whether a body of a conditional node is shared among threads: then runs are parallel, without trials. */
    public void shareBody(boolean isShared) {
        hasSharedBody = isShared;
        if (isShared) {
            inTrial = false;
            prefersParallel = true;
        }
    }

    /** Returns whether the run that begins now is one that its submit does, and nothing is to be tried. */
    public boolean isInline() {
        return inline;
    }

    private boolean isSmall() {
        return serial.isKnown() && serial.typical() < INLINE_LIMIT_NANOS;
    }

    /**
     * Returns whether the run that begins now may be parallel in a submit that waits for its end, as that is soon, or
     * is at least one whose mode {@link #next} should tell.
     */
    public boolean isBrief() {
        if (!walkable || alone) {
            return false;
        }
        return prefersParallel
                ? parallel.isKnown() && parallel.typical() < INLINE_LIMIT_NANOS
                : (inTrial || isTrialDue()) && serial.isKnown() && serial.typical() < 2 * INLINE_LIMIT_NANOS;
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
        return timer.inlineBegins(serial.typical() > PARALLEL_FROM_NANOS);
    }

    /** Returns the mode of the run that begins now in a submit which other threads wait for; see {@link #next}. */
    public Mode nextAttended() {
        if (!prefersParallel || inTrial || timer.mustTime(parallel.typical()) || isTrialDue()) {
            return next(true, true);
        }
        timer.skips();
        if (mode != Mode.PARALLEL) {
            mode = Mode.PARALLEL;
        }
        return mode;
    }

    /** Returns whether the run that goes on, or has gone on last, is timed. */
    public boolean isTimed() {
        return timer.isTimed();
    }

    /**
     * Returns the mode of the run that begins now.
     *
     * @param here whether the thread that begins it may do it
     * @param inSubmit whether that thread is the user's, inside of a submit
     */
    public Mode next(boolean here, boolean inSubmit) {
        long gap = timer.begins();
        timer.times(walkable);
        if (!walkable) {
            mode = Mode.PARALLEL;
            return mode;
        }
        boolean tries = isTrial();
        if (prefersParallel != tries) {
            // A caller that submits now and then is better off without threads that must be woken each time.
            boolean parked = !tries && gap > parallel.typical() + PARKED_NANOS;
            mode = parked && isSmall() && here && inSubmit ? Mode.INLINE : Mode.PARALLEL;
            timer.times(mode == Mode.PARALLEL);
        } else {
            mode = here && (isSmall() || !inSubmit) ? Mode.INLINE : Mode.SERIAL;
        }
        return mode;
    }

    private boolean isTrial() {
        if (!inTrial && isTrialDue()) {
            inTrial = true;
            trial.begin();
            tried().startAnew();
        }
        return inTrial;
    }

    /** Returns the times of the mode that a trial tries. */
    private MedianWindow tried() {
        return prefersParallel ? serial : parallel;
    }

    private boolean isTrialDue() {
        if (alone || hasSharedBody || !schedule.isDue()) {
            return false;
        }
        if (!prefersParallel) {
            return serial.typical() >= PARALLEL_FROM_NANOS;
        }
        // A serial run is taken to last as much longer as it did when both were timed.
        return serial.isKnown()
                ? (double) serial.best() / parallelThen * parallel.best() < SERIAL_LIMIT_NANOS
                : parallel.isKnown() && parallel.best() < longestTry;
    }

    /** Returns how long before the run that {@link #next} was asked about the last one ended, in nanoseconds. */
    public long idle() {
        return timer.idle();
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
        if (timer.isTimed()) {
            ended(timer.ends(), together);
            timer.startAnew(serial.typical());
            inline = walkable && !prefersParallel && !inTrial && isSmall() && !isTrialDue();
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
        MedianWindow like = mode == Mode.PARALLEL ? parallel : serial;
        long undisturbed = like.isKnown() ? Math.min(took, like.typical()) : took;
        schedule.passes(timer.weight() * took, timer.weight() * undisturbed);
        if (mode == Mode.PARALLEL) {
            parallel.add(took);
            countRegret(took);
        } else {
            addSerial(took);
        }
        if (alone) {
            prefersParallel = (mode == Mode.PARALLEL ? parallel : serial).best() >= SERIAL_LIMIT_NANOS;
        }
    }

    private void addSerial(long took) {
        if (took > INLINE_LIMIT_NANOS && serial.typical() <= PARALLEL_FROM_NANOS) {
            // Most of these are not timed: a submit must not take long for several of those that are.
            serial.startAnew();
        }
        serial.add(took);
        prefersParallel = serial.best() >= SERIAL_LIMIT_NANOS;
        parallelThen = Math.max(1, parallel.best());
        lookForNews();
    }

    /**
     * Begins a new trial if code became much faster or slower since the last one, as it was compiled or has more to do.
     */
    private void lookForNews() {
        long now = serial.typical();
        if (schedule.isSettled() && (now < serialThen - serialThen / 4 || now > serialThen + serialThen / 2)) {
            serialThen = now;
            schedule.hasNews();
        }
    }

    private void tried(long took, boolean together) {
        trial.loses(took - (prefersParallel ? parallel : serial).typical());
        boolean unjoined = mode == Mode.PARALLEL && !together;
        if (unjoined && trial.waits(took)) {
            return;
        }
        if (unjoined && trial.isEmpty() && isSmall()) {
            inTrial = false;
            schedule.missed(trial.lost());
            return;
        }
        schedule.joined();
        tried().add(took);
        trial.add(took);
        if (trial.hasEnoughRuns() && isTrialEnough() || took >= SERIAL_LIMIT_NANOS) {
            inTrial = false;
            trialEnds();
        }
    }

    private boolean isTrialEnough() {
        return prefersParallel || isParallelBetter() || !schedule.isFree() || trial.isLong();
    }

    private void trialEnds() {
        boolean before = prefersParallel;
        parallelThen = Math.max(1, parallel.best());
        serialThen = serial.typical();
        prefersParallel = before ? !isSerialBetter() : isParallelBetter();
        if (prefersParallel && !before) {
            regretBudget.grant(serial.typical());
            schedule.wentParallel();
        } else {
            schedule.ended(before, prefersParallel != before, trial.lost());
        }
    }

    private boolean isParallelBetter() {
        long one = serial.typical();
        return serial.best() >= SERIAL_LIMIT_NANOS || trial.best() < one - one / 16;
    }

    /** Equal times are the serial mode's, as it leaves the other threads to others. */
    private boolean isSerialBetter() {
        return trial.best() < PARALLEL_FROM_NANOS
                || trial.best() < SERIAL_LIMIT_NANOS && trial.best() <= parallel.typical();
    }

    /**
     * Counts what a parallel run has gained or lost, and goes back to serial runs if too much is lost. Beside other
     * work threads are preempted in both modes, so that a run is compared with the average serial one.
     */
    private void countRegret(long took) {
        if (alone || hasSharedBody || !serial.isKnown() || serial.best() >= SERIAL_LIMIT_NANOS) {
            return;
        }
        regretBudget.add(timer.weight() * (serialNanos() - took), serial.typical());
        if (regretBudget.isOverdrawn()) {
            prefersParallel = false;
            schedule.regrets(regretBudget.wasFull(), regretBudget.overdraft());
        }
    }

    /** Returns what a serial run takes with preemptions, if those leave its thread a third of a core. */
    private long serialNanos() {
        long average = serialAverage.nanos();
        long typical = serial.typical();
        return average < 3 * typical ? Math.max(average, typical) : typical;
    }

    /** Returns about how long a run takes one thread, whether so many threads share it or not. */
    public long workNanos(int threads) {
        if (serial.isKnown()) {
            return serial.typical();
        }
        return parallel.isKnown() ? threads * parallel.typical() : MedianWindow.UNKNOWN_WORK_NANOS;
    }

    /**
     * Returns words for people.
     *
     * @param alone why no run can be shared, in words, or null
     */
    public String describe(@Nullable String alone) {
        if (!walkable) {
            return "shared among threads; it waits for something outside of the graph";
        } else if (!timer.hasRun()) {
            return "not run yet";
        } else if (alone != null) {
            return "done by one thread, as " + alone;
        } else if (mode == Mode.PARALLEL) {
            return "shared among threads";
        }
        boolean tried = parallel.isKnown() && serial.typical() >= PARALLEL_FROM_NANOS;
        return "done by one thread, as "
                + (tried ? "that took " + micros(serial) + ", and shared " + micros(parallel) : "it is short");
    }

    private static String micros(MedianWindow runs) {
        return String.format(Locale.ROOT, "%.1f us", runs.typical() / 1e3);
    }
}
