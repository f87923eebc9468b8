package org.sporos.host.exec;

import org.jspecify.annotations.Nullable;

/**
 * What is known of tapes each list of which is a chain: each task in it waits for the one before it, maybe by way of other
 * lists. Then nobody could take a task from a thread that gets on, and who holds a list may claim all of it at once.
 * Immutable.
 */
final class Chains {
    /** The bits of a set of tasks. */
    private static final int MOST_TASKS = Long.SIZE;

    private final boolean[] last;

    private Chains(boolean[] last) {
        this.last = last;
    }

    /** Returns what is known of tapes, or null if a list is no chain, or they are more than a few tasks. */
    static @Nullable Chains of(Tapes tapes) {
        if (tapes.tasks() > MOST_TASKS) {
            return null;
        }
        long[] before = before(tapes);
        boolean[] last = new boolean[tapes.slots()];
        for (int slot = 0; slot < last.length; slot++) {
            int begin = tapes.firstOfSlot()[slot];
            int end = tapes.firstOfSlot()[slot + 1];
            if (end - begin > Claims.WIDTH) {
                return null;
            }
            for (int place = begin + 1; place < end; place++) {
                if ((before[tapes.tape()[place]] >>> tapes.tape()[place - 1] & 1) == 0) {
                    return null;
                }
            }
            last[slot] = end > begin && Long.bitCount(before[tapes.tape()[end - 1]]) == tapes.tasks() - 1;
        }
        return new Chains(last);
    }

    /** Returns the set of all that each task waits for. */
    private static long[] before(Tapes tapes) {
        long[] before = new long[tapes.tasks()];
        for (int task = 0; task < before.length; task++) {
            int step = tapes.step()[task];
            for (int e = tapes.firstBefore()[step]; e < tapes.firstBefore()[step + 1]; e++) {
                int from = tapes.before()[e];
                boolean aligned = tapes.aligned()[e];
                int begin = tapes.first()[from] + (aligned ? tapes.chunk()[task] : 0);
                int end = aligned ? begin + 1 : tapes.first()[from + 1];
                for (int b = begin; b < end; b++) {
                    before[task] |= before[b] | 1L << b;
                }
            }
        }
        return before;
    }

    /** Returns whether the last task of a list waits for all others: all is done when it is. */
    boolean endsWith(int slot) {
        return last[slot];
    }
}
