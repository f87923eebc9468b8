package org.sporos.host.run;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import org.sporos.host.schedule.StaticSchedule;

/**
 * The completed tasks of each run. Each run has a number, its epoch, and stamps its completed tasks with it, so that
 * nothing is reset between runs.
 *
 * <p><b>Memory order.</b> A task is stamped by a release after it has run, and the stamp is read by an acquire: a
 * thread that sees a task complete sees its writes and, through the stamps that the task itself acquired, the writes of
 * all its predecessors. This is the only order between a task and its predecessors; claims and queues add none. The
 * cached progress of a thread ({@code waitsDone}, {@code chunksDone}) is written by a release too: it publishes
 * everything that its writer acquired to threads that acquire the count alone. Two threads may write a count at once
 * and the smaller one may win; then some stamps are read twice, and nothing is missed.
 *
 * <p>Stamps share cache lines. Runs of few tasks, each awaited by a spinning thread, have padded stamps, which prevents
 * false sharing.
 */
public final class CompletionStamps {
    private static final VarHandle INTS = MethodHandles.arrayElementVarHandle(int[].class);
    private static final VarHandle LONGS = MethodHandles.arrayElementVarHandle(long[].class);

    /** The group of a step whose chunks have predecessors of their own. */
    private static final int NO_GROUP = -1;

    /** From this number of predecessors on, the count of complete ones is cached for later readers. */
    private static final int MANY_PREDECESSORS = 8;

    /** The largest number of tasks with padded stamps. */
    private static final int PADDED_TASKS = 8;

    private final int tasks;
    private final int[] step;
    private final int[] piece;
    private final int[] first;
    private final int[] firstBefore;
    private final int[] before;
    private final boolean[] aligned;
    private final boolean[] many;
    /** For each step: the first of the directly preceding steps with equal predecessors. */
    private final int[] group;

    private final int[] done;
    /** The binary logarithm of the distance between two stamps. */
    private final int shift;
    /** For each step: the epoch, and the number of its chunks that are known to be complete. */
    private final long[] chunksDone;
    /** For each step: the epoch, and the number of its predecessors that are known to be complete. */
    private final long[] waitsDone;

    public CompletionStamps(StaticSchedule schedule) {
        this.step = schedule.step();
        this.piece = schedule.piece();
        this.first = schedule.first();
        this.firstBefore = schedule.firstBefore();
        this.before = schedule.before();
        this.aligned = schedule.aligned();
        this.many = many(schedule);
        this.group = groups();
        this.tasks = schedule.tasks();
        this.shift = tasks <= PADDED_TASKS ? CacheLinePadded.INTS_SHIFT : 0;
        this.done = new int[tasks << shift];
        this.chunksDone = new long[first.length];
        this.waitsDone = new long[first.length];
    }

    private static boolean[] many(StaticSchedule schedule) {
        boolean[] many = new boolean[schedule.first().length];
        for (int s = 0; s < many.length - 1; s++) {
            int begin = schedule.firstBefore()[s];
            int end = schedule.firstBefore()[s + 1];
            many[s] = end - begin >= MANY_PREDECESSORS && !isAny(schedule.aligned(), begin, end);
        }
        return many;
    }

    private static boolean isAny(boolean[] flags, int begin, int end) {
        int at = begin;
        while (at < end && !flags[at]) {
            at++;
        }
        return at < end;
    }

    private int[] groups() {
        int[] groups = new int[first.length];
        for (int s = 0; s < groups.length - 1; s++) {
            int begin = firstBefore[s];
            int end = firstBefore[s + 1];
            if (isAny(aligned, begin, end)) {
                groups[s] = NO_GROUP;
            } else if (s > 0
                    && groups[s - 1] != NO_GROUP
                    && Arrays.equals(before, firstBefore[s - 1], begin, before, begin, end)) {
                groups[s] = groups[s - 1];
            } else {
                groups[s] = s;
            }
        }
        return groups;
    }

    /** Returns whether two tasks always become ready together. */
    boolean waitAlike(int one, int other) {
        int found = group[step[one]];
        return found != NO_GROUP && found == group[step[other]];
    }

    /** Returns the last predecessor of a task, or -1 if there is none. */
    int lastBefore(int task) {
        int s = step[task];
        int last = -1;
        for (int e = firstBefore[s]; e < firstBefore[s + 1]; e++) {
            int from = before[e];
            last = Math.max(last, aligned[e] ? first[from] + piece[task] : first[from + 1] - 1);
        }
        return last;
    }

    /** Returns the first incomplete task at or after an index, or the number of tasks. */
    int doneFrom(int task, int epoch) {
        int at = task;
        while (at < tasks && isStamped(at, epoch)) {
            at++;
        }
        return at;
    }

    /** Stamps a task as complete. */
    public void finish(int task, int epoch) {
        // Release, paired with the acquire of isStamped: a thread that sees the stamp sees the writes of the task.
        INTS.setRelease(done, task << shift, epoch);
    }

    /** Returns whether all predecessors of a task are complete. */
    public boolean isReady(int task, int epoch) {
        int s = step[task];
        if (many[s]) {
            return isReadyAfterMany(s, epoch);
        }
        for (int e = firstBefore[s]; e < firstBefore[s + 1]; e++) {
            if (!isDone(e, task, epoch)) {
                return false;
            }
        }
        return true;
    }

    /** All chunks share one count of complete predecessors, as no edge is aligned. */
    private boolean isReadyAfterMany(int s, int epoch) {
        int begin = firstBefore[s];
        int end = firstBefore[s + 1];
        int known = known(waitsDone, s, epoch);
        int at = begin + known;
        while (at < end && isDone(at, first[s], epoch)) {
            at++;
        }
        if (at - begin != known) {
            // Release: a thread that acquires the count alone sees everything that this thread acquired from the
            // stamps. Two threads may write it at once, and the smaller count may win: then later readers read some
            // stamps again.
            LONGS.setRelease(waitsDone, s, (long) epoch << 32 | at - begin);
        }
        return at == end;
    }

    private boolean isDone(int edge, int task, int epoch) {
        int from = before[edge];
        int begin = first[from];
        int end = first[from + 1];
        if (aligned[edge]) {
            return isStamped(begin + piece[task], epoch);
        }
        return end - begin == 1 ? isStamped(begin, epoch) : areStamped(from, begin, end, epoch);
    }

    private boolean isStamped(int task, int epoch) {
        // Acquire: see finish.
        return (int) INTS.getAcquire(done, task << shift) == epoch;
    }

    private boolean areStamped(int from, int begin, int end, int epoch) {
        int known = known(chunksDone, from, epoch);
        int at = begin + known;
        while (at < end && isStamped(at, epoch)) {
            at++;
        }
        if (at - begin != known) {
            // Release: as with waitsDone.
            LONGS.setRelease(chunksDone, from, (long) epoch << 32 | at - begin);
        }
        return at == end;
    }

    private static int known(long[] counts, int at, int epoch) {
        // Acquire: this thread sees everything that the writer of the count acquired.
        long word = (long) LONGS.getAcquire(counts, at);
        return (int) (word >>> 32) == epoch ? (int) word : 0;
    }
}
