package org.sporos.samples.bench;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

/**
 * The mean time of one repetition of some work, in microseconds, over enough repetitions for the resolution of CPU
 * times.
 *
 * @param wall the wall time
 * @param cpu the CPU time of all threads of this process
 */
record Turn(double wall, double cpu) {
    private static final long NANOS = 400_000_000L;
    private static final double MICRO = 1e-3;

    /** Returns the turns of each work, measured one after another in each round; the first round is discarded. */
    static Turn[][] inTurns(int rounds, Runnable... works) {
        return inTurns(
                rounds,
                Arrays.stream(works).<Supplier<Turn>>map(work -> () -> of(work)).toList());
    }

    /** Returns the turns of works that measure themselves, as in {@link #inTurns(int, Runnable...)}. */
    static Turn[][] inTurns(int rounds, List<Supplier<Turn>> works) {
        Turn[][] turns = new Turn[works.size()][rounds];
        for (int round = -1; round < rounds; round++) {
            for (int k = 0; k < works.size(); k++) {
                Turn turn = works.get(k).get();
                if (round >= 0) {
                    turns[k][round] = turn;
                }
            }
        }
        return turns;
    }

    /** Measures one turn. */
    static Turn of(Runnable work) {
        return of(work, NANOS);
    }

    /** Measures one turn of a least duration in nanoseconds. */
    static Turn of(Runnable work, long nanos) {
        Duration used = cpuTime();
        long begin = System.nanoTime();
        int repetitions = 0;
        while (System.nanoTime() - begin < nanos) {
            work.run();
            repetitions++;
        }
        double wall = (System.nanoTime() - begin) * MICRO;
        return new Turn(wall / repetitions, cpuTime().minus(used).toNanos() * MICRO / repetitions);
    }

    /** Returns the CPU time of all threads of this process so far. */
    static Duration cpuTime() {
        return ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO);
    }

    static double median(Turn[] turns, ToDoubleFunction<Turn> time) {
        return Clock.median(Arrays.stream(turns).mapToDouble(time).toArray());
    }

    /** Returns a column of a table with the ratio of two medians. */
    static String ratio(Turn[] mine, Turn[] theirs, ToDoubleFunction<Turn> time) {
        return String.format(Locale.ROOT, " | %.2f", median(mine, time) / median(theirs, time));
    }
}
