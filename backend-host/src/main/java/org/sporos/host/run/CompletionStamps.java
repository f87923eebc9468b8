package org.sporos.host.run;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import org.sporos.host.schedule.StaticSchedule;

/**
 * Tells which tasks of a run are done, for run after run. Each run has a number, its epoch, and a task that is done is
 * stamped with it, so that nothing is reset between runs.
 *
 * <p><b>Memory order.</b> A task is stamped by a release after it has run, and looked at by an acquire: a thread that
 * sees a task done sees what it wrote, and by way of the stamps that the task itself waited for, what all before it
 * wrote. This is the only order between a task and those that it waits for; claims and queues add none. The counts of
 * how far a thread has looked ({@code waitsDone}, {@code chunksDone}) are written by a release too: they pass on what
 * their writer acquired to threads that acquire the count alone. Two threads may write a count at once and the smaller
 * one may stay; then stamps are looked at twice, and nothing is missed.
 *
 * <p>A stamp that one thread waits for lies on the cache line of the stamps beside it. Where a run has a few tasks,
 * each waited for by a spinning thread, stamps lie on cache lines of their own, which prevents false sharing.
 */
public final class CompletionStamps {
    private static final VarHandle INTS = MethodHandles.arrayElementVarHandle(int[].class);
    private static final VarHandle LONGS = MethodHandles.arrayElementVarHandle(long[].class);

    /** The group of a step of which each chunk waits for something of its own. */
    private static final int NO_GROUP = -1;

    /** From this many predecessors on, how far a thread has looked is kept for the threads that look next. */
    private static final int MANY_PREDECESSORS = 8;

    /** The most tasks whose stamps have cache lines of their own. */
    private static final int PADDED_TASKS = 8;

    private final int tasks;
    private final int[] step;
    private final int[] piece;
    private final int[] first;
    private final int[] firstBefore;
    private final int[] before;
    private final boolean[] aligned;
    private final boolean[] many;
    /** For each step: the first of the steps right before it that wait for the same. */
    private final int[] group;

    private final int[] done;
    /** The binary logarithm of the distance between two stamps. */
    private final int shift;
    /** For each step: the epoch, and how many of its chunks are known to be done. */
    private final long[] chunksDone;
    /** For each step: the epoch, and how many of those that it waits for are known to be done. */
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

    /** Returns whether one task is ready whenever another one is. */
    boolean waitAlike(int one, int other) {
        int found = group[step[one]];
        return found != NO_GROUP && found == group[step[other]];
    }

    /** Returns the last of the tasks that a task waits for, or -1 if there is none. */
    int lastBefore(int task) {
        int s = step[task];
        int last = -1;
        for (int e = firstBefore[s]; e < firstBefore[s + 1]; e++) {
            int from = before[e];
            last = Math.max(last, aligned[e] ? first[from] + piece[task] : first[from + 1] - 1);
        }
        return last;
    }

    /** Returns the first task from one on that is not done, or the number of tasks. */
    int doneFrom(int task, int epoch) {
        int at = task;
        while (at < tasks && isStamped(at, epoch)) {
            at++;
        }
        return at;
    }

    /** Says that a task is done. */
    public void finish(int task, int epoch) {
        // Release, paired with the acquire of isStamped: a thread that waits for the task sees what it wrote.
        INTS.setRelease(done, task << shift, epoch);
    }

    /** Returns whether all is done that a task waits for. */
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

    /** The known completed tasks are the same for each chunk, as long as no chunk waits for its own number alone. */
    private boolean isReadyAfterMany(int s, int epoch) {
        int begin = firstBefore[s];
        int end = firstBefore[s + 1];
        int known = known(waitsDone, s, epoch);
        int at = begin + known;
        while (at < end && isDone(at, first[s], epoch)) {
            at++;
        }
        if (at - begin != known) {
            // Release: a thread that acquires the count alone sees all that this thread acquired from the stamps. Two
            // threads may write it at once, and the smaller count may win: then the next one reads some stamps again.
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
        // Acquire: all that the writer of the count had seen to be done is seen by this thread, too.
        long word = (long) LONGS.getAcquire(counts, at);
        return (int) (word >>> 32) == epoch ? (int) word : 0;
    }
}
