package org.sporos.host.tune;

import java.util.Random;
import java.util.function.DoubleUnaryOperator;

/**
 * A machine of two cores that exists only as a clock and a model of what runs cost: the time of a run by one thread,
 * that of a shared one while the second thread is awake and has a core, and other processes that take cores away for
 * slices of a few milliseconds. Repeatable: the same seed gives the same slices.
 */
final class SimulatedMachine {
    private static final double WAKING = 60_000;
    private static final double AWAKE = 100_000;
    private static final double CALL = 7_000;
    private static final double OVERHEAD = 1.02;
    private static final double SLICE = 4_000_000;

    private final Random random;
    /** Nanoseconds that one thread takes for a run, by the time. */
    private final DoubleUnaryOperator work;
    /** The part of that time that two threads take, by the time. */
    private final DoubleUnaryOperator share;
    /** The other processes, by the time. */
    private final DoubleUnaryOperator others;

    private final Thread caller = new Thread();
    private final Thread helper = new Thread();
    double now = 1;
    /** The additional nanoseconds of a serial run whose data lies in the caches of both cores. */
    private double coldNanos;

    private double cold;
    private double helperComes;
    private double helperIdle = -1e12;
    private boolean together;

    /** A thread that has its core until some time, and then not for a while. */
    private static final class Thread {
        private double until;
        private boolean on = true;
    }

    SimulatedMachine(long seed, DoubleUnaryOperator work, double share, DoubleUnaryOperator others) {
        this(seed, work, t -> share, others);
    }

    SimulatedMachine(long seed, DoubleUnaryOperator work, DoubleUnaryOperator share, DoubleUnaryOperator others) {
        this.random = new Random(seed);
        this.work = work;
        this.share = share;
        this.others = others;
    }

    static SimulatedMachine quiet(double work, double share) {
        return new SimulatedMachine(1, t -> work, share, t -> 0);
    }

    static SimulatedMachine busy(double work, double share, double others) {
        return new SimulatedMachine(1, t -> work, share, t -> others);
    }

    /** Lets the first serial run after a shared one take this much longer, and each further one half of that. */
    SimulatedMachine withCaches(double nanos) {
        coldNanos = nanos;
        return this;
    }

    /** Does a run; returns the nanoseconds that it took. */
    double run(boolean shared) {
        double begin = now;
        double alone = work.applyAsDouble(now);
        together = false;
        if (!shared) {
            spend(caller, alone + cold, 1);
            cold /= 2;
        } else {
            shareIt(alone);
            cold = together ? coldNanos : cold;
        }
        return now - begin;
    }

    private void shareIt(double alone) {
        if (now - helperIdle > AWAKE && now > helperComes) {
            // It sleeps: to wake it costs the caller time.
            helperComes = now + CALL + WAKING;
            now += CALL;
        }
        double left = alone;
        double stalled = 0;
        while (left > 0) {
            step(helper, 2);
            boolean helps = now >= helperComes && helper.on;
            double change = now < helperComes ? helperComes : helper.until;
            double speed = helps ? 1 / share.applyAsDouble(now) : 1 / OVERHEAD;
            double step = Math.min(left, Math.max(1, (change - now) * speed));
            spend(caller, step / speed, 2);
            left -= step;
            together |= helps;
            step(helper, 2);
            if (helps && !helper.on) {
                // It was preempted in the midst of a task, which no other thread can end.
                stalled = helper.until;
            }
        }
        now = Math.max(now, stalled);
        helperIdle = helper.on ? Math.max(now, helperComes) : helperIdle;
    }

    /** Returns whether both threads took part in the last run. */
    boolean together() {
        return together;
    }

    /** Lets a thread compute for so long, with the times that it is kept from its core. */
    private void spend(Thread thread, double nanos, int threads) {
        double left = nanos;
        while (true) {
            step(thread, threads);
            if (!thread.on) {
                now = thread.until;
            } else if (thread.until - now >= left) {
                now += left;
                return;
            } else {
                left -= thread.until - now;
                now = thread.until;
            }
        }
    }

    /** Brings the slices of a thread up to now. */
    private void step(Thread thread, int threads) {
        double load = others.applyAsDouble(now);
        double part = Math.min(1, 2 / (load + threads));
        if (part == 1) {
            thread.on = true;
            thread.until = now + 1_000_000;
        }
        while (thread.until <= now) {
            thread.on = !thread.on;
            double length = thread.on ? SLICE : SLICE * (1 - part) / part;
            thread.until = Math.max(thread.until, now - SLICE) - Math.log(1 - random.nextDouble()) * length;
        }
    }
}
