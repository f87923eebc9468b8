package org.sporos.host.tune;

import java.util.Locale;

/**
 * Decides whether one thread does the runs of a graph, or the iterations of a body, or several threads share them: a
 * cost model forecasts, measured times confirm or refute. The times drift, as in the explore-exploit problem with two
 * arms. Pure: times are passed in. Used by one thread at a time.
 *
 * <p><b>Measurements.</b> A measurement is three runs on one thread, two of which may be timed step by step, and then
 * shared ones for 0.4 ms, three at least, if the forecast for those steps gains by sharing. The best run of each half
 * counts, as disturbances make runs longer. A measurement is due after the first run, when the time of all runs has
 * grown fourfold since the last one (compiled code is faster), and when runs take half or twice as long as then.
 *
 * <p><b>Regret.</b> The best run is too optimistic, so shared runs have a budget: each adds its gain over a run on one
 * thread, up to a limit, or takes its loss from it, stalls of preempted threads included. Without budget the forecast
 * is refuted: one thread does the runs until the next measurement, which is due soon at first, and later each time.
 *
 * <p><b>What it guarantees.</b> Measurements cost a fiftieth of the time, besides the first ones. A machine that
 * becomes busy costs 20 ms. A machine that becomes idle is noticed after 16 ms of runs or, where shared runs had lost
 * much, after half a second. {@code ModeDeciderTest} checks these bounds on simulated machines.
 */
public final class ModeDecider {
    /** Longer runs are always shared: on one thread they would delay other runs. */
    static final long SERIAL_LIMIT_NANOS = 10_000_000;
    /** A shorter run is never shared. */
    static final long SHARED_FROM_NANOS = 1_500;
    /** The longest run, over all threads, that one thread measures if nothing is known of it. */
    private static final long LONGEST_TRY_NANOS = 40_000_000;
    /** The most of the time of one thread that a forecast may take: equal times leave threads to others. */
    private static final double MOST_OF_SERIAL = 0.9;

    /** The least runs of each half of a measurement. */
    private static final int RUNS = 3;
    /** The least time of its shared half: other threads wake up and join, and get data into their caches. */
    private static final long SHARED_HALF_NANOS = 400_000;
    /** The growth of the time of all runs until the next measurement. */
    private static final int GROWTH = 4;
    /** The part of the time that measurements may lose: a fiftieth. */
    private static final int LOSS_PART = 50;
    /** The least wait after a refuted forecast, and the most, as a stall may have refuted it. */
    private static final long FIRST_WAIT_NANOS = 1_000_000;

    private static final long FIRST_OWED_NANOS = 32_000_000;
    /** Both double for each in a row, at most this often. */
    private static final int MOST_DOUBLINGS = 4;

    private static final long MOST_OWED_NANOS = FIRST_OWED_NANOS << MOST_DOUBLINGS;

    private static final long BUDGET_NANOS = 20_000_000;
    /** The first budget, and the least limit, in serial runs: one stall of a long run does not end it. */
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

    /** By forecast: whether threads gain by sharing, and the part of the time of one thread that they take. */
    private boolean gains = true;

    private double foreseenPart;

    private Phase phase = Phase.SETTLED;
    private boolean wantsSteps;
    /** The runs in this half of the measurement. */
    private int runs;

    private long lost;
    private long spent;
    /** The best shared run of it. */
    private long best;

    /** The time of all runs, and that at which steps are measured again. */
    private long worked;

    private long due;
    /** The time of runs that must pay for losses before the next measurement. */
    private long owed;
    /** The refuted forecasts in a row. */
    private int refuted;
    /** The usual time of a run when it was last compared with that of others, 0 before the first measurement. */
    private long then;
    /** How many times longer a run took one thread when both were measured. */
    private double slowdown;

    private long budget;
    private boolean wasFull;

    /**
     * @param threads how many threads could share a run, at least 1
     */
    public ModeDecider(int threads) {
        this.longestTry = LONGEST_TRY_NANOS / threads;
        this.canShare = threads > 1;
        this.prefersShared = canShare;
    }

    /** Takes the forecast of the cost model: how long a run takes one thread, and several that share it. */
    public void foresee(double serialNanos, double sharedNanos) {
        foreseenPart = sharedNanos / serialNanos;
        gains = foreseenPart < MOST_OF_SERIAL;
    }

    /** Returns whether threads can share runs, and gain by that as far as the forecast says. */
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

    /** Returns whether the next two runs, on one thread, are to be timed step by step. */
    public boolean wantsSteps() {
        return wantsSteps && phase == Phase.SERIAL && runs == 0;
    }

    /** Returns the times of runs on one thread. */
    public MedianWindow serial() {
        return serial;
    }

    /** Returns the times of shared runs. */
    public MedianWindow shared() {
        return shared;
    }

    /** Returns about how long a run takes one thread, whether so many threads share it or not. */
    public long workNanos(int threads) {
        if (serial.isKnown()) {
            return serial.typical();
        }
        return shared.isKnown() ? threads * shared.typical() : MedianWindow.UNKNOWN_WORK_NANOS;
    }

    /** Returns words on the times of both ways, for people; or the empty string where sharing is not considered. */
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
     * Takes note of a run.
     *
     * @param wasShared whether it was offered to several threads
     * @param together whether more than one of them took part
     * @param weight how many runs it stands for
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
        // Time without a core pays for nothing.
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
     * Makes a measurement due if runs have become much faster or slower, as code was compiled or has more to do. Each
     * measurement takes a new schedule, which large graphs feel.
     */
    private void compare(long now) {
        if (then > 0 && (now < then / 2 || now > 2 * then)) {
            due = worked;
            // Losses are paid for by a number of runs.
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
        serial.add(took);
        boolean isLong = serial.best() >= SERIAL_LIMIT_NANOS;
        // Two runs tell the times of steps.
        if (++runs < (isLong ? 2 : RUNS)) {
            return;
        }
        if (isLong || !gains || serial.best() < SHARED_FROM_NANOS) {
            settle(isLong);
        } else {
            phase = Phase.SHARED;
            runs = 0;
            shared.startAnew();
        }
    }

    private void measuredShared(long took, boolean together) {
        lost += Math.max(0, took - serial.typical());
        spent += took;
        if (together || spent > SHARED_HALF_NANOS) {
            shared.add(took);
            best = Math.min(best, took);
            runs++;
        }
        if (runs >= RUNS && spent > SHARED_HALF_NANOS || took >= SERIAL_LIMIT_NANOS) {
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

    /** Has one thread do the runs until these have paid for a loss, within bounds. */
    private void refute(long loss) {
        prefersShared = false;
        then = serial.typical();
        refuted++;
        int doublings = Math.min(refuted, MOST_DOUBLINGS);
        owed = Math.max(FIRST_WAIT_NANOS << doublings, Math.min(LOSS_PART * loss, FIRST_OWED_NANOS << doublings));
    }
}
