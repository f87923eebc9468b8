package org.sporos.host.run;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import org.sporos.host.schedule.StaticSchedule;

/**
 * Which tasks of some tapes are done, for run after run. Each run has a number, its epoch; a task is stamped with it, so
 * nothing is ever reset.
 */
public final class CompletionStamps {
    private static final VarHandle INTS = MethodHandles.arrayElementVarHandle(int[].class);
    private static final VarHandle LONGS = MethodHandles.arrayElementVarHandle(long[].class);

    /** The group of a step of which each chunk waits for something of its own. */
    private static final int NO_GROUP = -1;

    /** From so many on, how far a thread has looked is kept for those who look next. */
    private static final int MANY = 8;

    /** So few tasks have stamps in cache lines of their own. */
    private static final int FEW = 8;
    /** The binary logarithm of the ints in two cache lines. */
    private static final int APART = 5;

    private final int tasks;
    private final int[] step;
    private final int[] chunk;
    private final int[] first;
    private final int[] firstBefore;
    private final int[] before;
    private final boolean[] aligned;
    private final boolean[] many;
    /** For each step: the first of the steps right before it that wait for the same. */
    private final int[] group;

    private final int[] done;
    /** How far the stamps are from each other: who waits for one of a few tasks must not take the line of another away. */
    private final int apart;
    /** For each step: the epoch, and how many of its chunks are known to be done. */
    private final long[] chunksDone;
    /** For each step: the epoch, and how many of those that it waits for are known to be done. */
    private final long[] waitsDone;

    public CompletionStamps(StaticSchedule schedule) {
        this.step = schedule.step();
        this.chunk = schedule.chunk();
        this.first = schedule.first();
        this.firstBefore = schedule.firstBefore();
        this.before = schedule.before();
        this.aligned = schedule.aligned();
        this.many = many(schedule);
        this.group = groups();
        this.tasks = schedule.tasks();
        this.apart = tasks <= FEW ? APART : 0;
        this.done = new int[tasks << apart];
        this.chunksDone = new long[first.length];
        this.waitsDone = new long[first.length];
    }

    private static boolean[] many(StaticSchedule schedule) {
        boolean[] many = new boolean[schedule.first().length];
        for (int s = 0; s < many.length - 1; s++) {
            int begin = schedule.firstBefore()[s];
            int end = schedule.firstBefore()[s + 1];
            many[s] = end - begin >= MANY && !isAny(schedule.aligned(), begin, end);
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
            last = Math.max(last, aligned[e] ? first[from] + chunk[task] : first[from + 1] - 1);
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
        // Release, paired with the acquire of isStamped: who waits for the task sees what it wrote.
        INTS.setRelease(done, task << apart, epoch);
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

    /** What is known to be done is the same for each chunk, as long as none waits for its like alone. */
    private boolean isReadyAfterMany(int s, int epoch) {
        int begin = firstBefore[s];
        int end = firstBefore[s + 1];
        int known = known(waitsDone, s, epoch);
        int at = begin + known;
        while (at < end && isDone(at, first[s], epoch)) {
            at++;
        }
        if (at - begin != known) {
            // Release: passes on what this thread acquired from the stamps, to who acquires the count alone. Two
            // threads may
            // write it at once, and the smaller count may win: then the next one looks at some stamps again.
            LONGS.setRelease(waitsDone, s, (long) epoch << 32 | at - begin);
        }
        return at == end;
    }

    private boolean isDone(int edge, int task, int epoch) {
        int from = before[edge];
        int begin = first[from];
        int end = first[from + 1];
        if (aligned[edge]) {
            return isStamped(begin + chunk[task], epoch);
        }
        return end - begin == 1 ? isStamped(begin, epoch) : areStamped(from, begin, end, epoch);
    }

    private boolean isStamped(int task, int epoch) {
        // Acquire: see finish.
        return (int) INTS.getAcquire(done, task << apart) == epoch;
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
