package org.sporos.host.schedule;

import org.jspecify.annotations.Nullable;

/**
 * A schedule each queue of which is a chain: each task in it waits for the one before it, maybe by way
 * of other queues. Then stealing cannot help, and the owner of a queue may claim all of it at once. Immutable.
 */
public final class FixedChains {
    /** The bits of a set of tasks. */
    private static final int MOST_TASKS = Long.SIZE;

    private final boolean[] last;

    private FixedChains(boolean[] last) {
        this.last = last;
    }

    /**
     * Returns what is known of a schedule, or null if a queue is no chain, or there are more than a few tasks.
     *
     * @param longest the most tasks of a queue
     */
    public static @Nullable FixedChains of(StaticSchedule schedule, int longest) {
        if (schedule.tasks() > MOST_TASKS) {
            return null;
        }
        long[] before = before(schedule);
        boolean[] last = new boolean[schedule.queues()];
        for (int slot = 0; slot < last.length; slot++) {
            int begin = schedule.firstOfQueue()[slot];
            int end = schedule.firstOfQueue()[slot + 1];
            if (end - begin > longest) {
                return null;
            }
            for (int place = begin + 1; place < end; place++) {
                if ((before[schedule.order()[place]] >>> schedule.order()[place - 1] & 1) == 0) {
                    return null;
                }
            }
            last[slot] = end > begin && Long.bitCount(before[schedule.order()[end - 1]]) == schedule.tasks() - 1;
        }
        return new FixedChains(last);
    }

    /** Returns the set of all that each task waits for. */
    private static long[] before(StaticSchedule schedule) {
        long[] before = new long[schedule.tasks()];
        for (int task = 0; task < before.length; task++) {
            int step = schedule.step()[task];
            for (int e = schedule.firstBefore()[step]; e < schedule.firstBefore()[step + 1]; e++) {
                int from = schedule.before()[e];
                boolean aligned = schedule.aligned()[e];
                int begin = schedule.first()[from] + (aligned ? schedule.piece()[task] : 0);
                int end = aligned ? begin + 1 : schedule.first()[from + 1];
                for (int b = begin; b < end; b++) {
                    before[task] |= before[b] | 1L << b;
                }
            }
        }
        return before;
    }

    /** Returns whether the last task of a queue waits for all others: all is done when it is. */
    public boolean endsWith(int slot) {
        return last[slot];
    }
}
