package org.sporos.host.tune;

import java.util.Locale;

/**
 * Decides between serial and shared execution of a graph's runs or a body's iterations: a cost model forecasts,
 * measured times confirm or refute. The times drift, as in the explore-exploit problem with two arms. Pure: times are
 * passed in. Used by one thread at a time.
 *
 * <p><b>Measurements.</b> A measurement is three serial runs, two of which may be timed step by step, followed by
 * shared runs for 0.4 ms, three at least, if the forecast for those steps predicts a gain. After shared runs, serial
 * ones also last 0.4 ms, as the first ones load data from the caches of other cores. The best run of each half counts,
 * as disturbances only lengthen runs. A measurement is due after the first run, after the total time of runs
 * has grown fourfold since the last one (compiled code is faster), and when runs have become twice as fast or slow.
 *
 * <p><b>Regret.</b> The best run is too optimistic, so shared runs have a budget: each adds its gain over a serial run,
 * up to a limit, or subtracts its loss, stalls of preempted threads included. Once the budget is spent the forecast
 * counts as refuted: runs are serial until the next measurement, which is due soon at first, and later each time.
 *
 * <p><b>Guarantees.</b> Measurements cost a fiftieth of the time, besides the first ones. A machine that becomes busy
 * costs 20 ms. A machine that becomes idle is detected after 16 ms of runs or, after large losses of shared runs, half
 * a second. {@code ModeDeciderTest} checks these bounds on simulated machines.
 */
public final class ModeDecider {
    /** Longer runs are always shared: a serial one would delay other runs. */
    static final long SERIAL_LIMIT_NANOS = 10_000_000;
    /** Shorter runs are never shared. */
    static final long SHARED_FROM_NANOS = 1_500;
    /** The longest run, summed over all threads, that is measured serially without any known time. */
    private static final long LONGEST_TRY_NANOS = 40_000_000;
    /**
     * The largest forecast of shared time, relative to serial time: a smaller gain is not worth occupying other
     * threads.
     */
    private static final double MOST_OF_SERIAL = 0.9;

    /** The fewest runs in each half of a measurement. */
    private static final int RUNS = 3;
    /** The least time of a half that changes the mode: threads wake up, join, and load data into their caches. */
    private static final long HALF_NANOS = 400_000;
    /** The growth of the total time of runs until the next measurement. */
    private static final int GROWTH = 4;
    /** The reciprocal of the part of the time that measurements may lose. */
    private static final int LOSS_PART = 50;
    /** The least and the most wait after a refuted forecast; a single stall may have refuted it. */
    private static final long FIRST_WAIT_NANOS = 1_000_000;

    private static final long FIRST_OWED_NANOS = 32_000_000;
    /** Both waits double with each consecutive refutation, at most this often. */
    private static final int MOST_DOUBLINGS = 4;

    private static final long MOST_OWED_NANOS = FIRST_OWED_NANOS << MOST_DOUBLINGS;

    private static final long BUDGET_NANOS = 20_000_000;
    /** The initial budget, and its least limit, in serial runs: one stall of a long run must not spend it. */
    private static final int BUDGET_RUNS = 10;

    private enum Phase {
        SETTLED,
        SERIAL,
        SHARED
    }

    private final boolean canShare;
    private final long longestTry;
    private final MedianWindow serial = new MedianWindow();
    private final MedianWindow shared = new MedianWindow();
    private boolean prefersShared;

    /** The forecast: whether sharing gains, and the shared time relative to the serial time. */
    private boolean gains = true;

    private double foreseenPart;

    private Phase phase = Phase.SETTLED;
    private boolean wantsSteps;
    /** The number of runs in this half of the measurement. */
    private int runs;

    private long lost;
    private long spent;
    /** The best shared run of the measurement. */
    private long best;

    /** The total time of all runs, and the total at which steps are measured again. */
    private long worked;

    private long due;
    /** The time of runs that must amortize losses before the next measurement. */
    private long owed;
    /** The number of consecutive refuted forecasts. */
    private int refuted;
    /** The typical time of a run at the last comparison, 0 before the first measurement. */
    private long then;
    /** The ratio of serial to shared time at the last measurement. */
    private double slowdown;

    private long budget;
    private boolean wasFull;

    /** @param threads the largest number of threads that share a run, at least 1 */
    public ModeDecider(int threads) {
        this.longestTry = LONGEST_TRY_NANOS / threads;
        this.canShare = threads > 1;
        this.prefersShared = canShare;
    }

    /** Sets the forecast of the cost model: the serial and the shared time of a run. */
    public void foresee(double serialNanos, double sharedNanos) {
        foreseenPart = sharedNanos / serialNanos;
        gains = foreseenPart < MOST_OF_SERIAL;
    }

    /** Returns whether threads can share runs, with a gain by the forecast. */
    public boolean gains() {
        return canShare && gains;
    }

    /** Returns whether threads share the next run. */
    public boolean sharesNext() {
        return isMeasuring() ? phase == Phase.SHARED : prefersShared;
    }

    /** Returns whether the next runs are a measurement. */
    public boolean isMeasuring() {
        return phase != Phase.SETTLED;
    }

    /** Returns whether the next two serial runs are to be timed step by step. */
    public boolean wantsSteps() {
        return wantsSteps && phase == Phase.SERIAL && runs == 0;
    }

    /** Returns the times of serial runs. */
    public MedianWindow serial() {
        return serial;
    }

    /** Returns the times of shared runs. */
    public MedianWindow shared() {
        return shared;
    }

    /** Returns the approximate serial time of a run, estimated from the number of sharing threads if unknown. */
    public long workNanos(int threads) {
        if (serial.isKnown()) {
            return serial.typical();
        }
        return shared.isKnown() ? threads * shared.typical() : MedianWindow.UNKNOWN_WORK_NANOS;
    }

    /** Describes the times of both modes for reports; empty if sharing is not considered. */
    public String describe() {
        if (!canShare || serial.typical() < SHARED_FROM_NANOS) {
            return "";
        } else if (!gains) {
            return String.format(
                    Locale.ROOT, "that took %s, and sharing would take %.1f times that", micros(serial), foreseenPart);
        }
        return shared.isKnown() ? "that took " + micros(serial) + ", and shared " + micros(shared) : "";
    }

    private static String micros(MedianWindow runs) {
        return String.format(Locale.ROOT, "%.1f us", runs.typical() / 1e3);
    }

    /**
     * Records a run.
     *
     * @param wasShared whether it was offered to several threads
     * @param together whether more than one thread participated
     * @param weight the number of runs that it stands for
     */
    public void ended(boolean wasShared, boolean together, long took, int weight) {
        worked += weight * took;
        if (phase == Phase.SETTLED) {
            settled(wasShared ? shared : serial, took, weight);
        } else if (wasShared != sharesNext()) {
            return;
        } else if (wasShared) {
            measuredShared(took, together);
        } else {
            measuredSerial(took);
        }
        if (isDue()) {
            beginMeasurement();
        }
    }

    private void beginMeasurement() {
        phase = Phase.SERIAL;
        wantsSteps = worked >= due;
        runs = 0;
        lost = 0;
        spent = 0;
        best = Long.MAX_VALUE;
        if (prefersShared) {
            serial.startAnew();
        }
    }

    private void settled(MedianWindow like, long took, int weight) {
        // Preempted time amortizes nothing.
        owed -= weight * (like.isKnown() ? Math.min(took, like.typical()) : took);
        like.add(took);
        if (!gains()) {
            prefersShared = like.best() >= SERIAL_LIMIT_NANOS;
        } else if (like == serial) {
            prefersShared |= serial.best() >= SERIAL_LIMIT_NANOS;
        } else if (serial.isKnown() && serial.best() < SERIAL_LIMIT_NANOS) {
            countRegret(took, weight);
        }
        if ((like == shared) == prefersShared) {
            compare(like.typical());
        }
    }

    /**
     * Makes a measurement due if runs have become much faster or slower, as code was compiled or the work has changed.
     * Each measurement builds a new schedule, which is costly for large graphs.
     */
    private void compare(long now) {
        if (then > 0 && (now < then / 2 || now > 2 * then)) {
            due = worked;
            // Losses are amortized over a number of runs.
            owed = (long) Math.min(MOST_OWED_NANOS, (double) owed / then * now);
            then = now;
        }
    }

    private boolean isDue() {
        if (!canShare || isMeasuring() || owed > 0) {
            return false;
        } else if (!prefersShared) {
            return serial.typical() >= SHARED_FROM_NANOS && (gains || worked >= due);
        } else if (!serial.isKnown()) {
            return shared.isKnown() && shared.best() < longestTry;
        }
        return worked >= due && slowdown * shared.best() < SERIAL_LIMIT_NANOS;
    }

    private void measuredSerial(long took) {
        lost += prefersShared ? Math.max(0, took - shared.typical()) : 0;
        spent += took;
        serial.add(took);
        boolean isLong = serial.best() >= SERIAL_LIMIT_NANOS;
        // Two runs suffice for the times of steps.
        if (++runs < (isLong ? 2 : RUNS) || prefersShared && spent <= HALF_NANOS) {
            return;
        }
        if (isLong || !gains || serial.best() < SHARED_FROM_NANOS) {
            settle(isLong);
        } else {
            phase = Phase.SHARED;
            runs = 0;
            spent = 0;
            shared.startAnew();
        }
    }

    private void measuredShared(long took, boolean together) {
        lost += Math.max(0, took - serial.typical());
        spent += took;
        if (together || spent > HALF_NANOS) {
            shared.add(took);
            best = Math.min(best, took);
            runs++;
        }
        if (runs >= RUNS && spent > HALF_NANOS || took >= SERIAL_LIMIT_NANOS) {
            settle(best < serial.best() - serial.best() / 16);
        }
    }

    private void settle(boolean shares) {
        boolean isFirst = due == 0;
        phase = Phase.SETTLED;
        if (wantsSteps) {
            due = GROWTH * worked;
        }
        if (!shares) {
            refute(lost);
            return;
        }
        if (!prefersShared) {
            budget = BUDGET_RUNS * serial.typical();
            wasFull = false;
        }
        prefersShared = true;
        then = shared.typical();
        slowdown = (double) serial.best() / then;
        refuted = 0;
        owed = isFirst ? 0 : Math.min(MOST_OWED_NANOS, LOSS_PART * lost);
    }

    private void countRegret(long took, int weight) {
        long limit = Math.max(BUDGET_NANOS, BUDGET_RUNS * serial.typical());
        budget = Math.min(limit, budget + weight * (serial.typical() - took));
        wasFull |= budget == limit;
        if (budget < 0) {
            refuted = wasFull ? -1 : refuted;
            refute(wasFull ? 0 : -budget);
        }
    }

    /** Makes runs serial until their time has amortized a loss, within bounds. */
    private void refute(long loss) {
        prefersShared = false;
        then = serial.typical();
        refuted++;
        int doublings = Math.min(refuted, MOST_DOUBLINGS);
        owed = Math.max(FIRST_WAIT_NANOS << doublings, Math.min(LOSS_PART * loss, FIRST_OWED_NANOS << doublings));
    }
}
