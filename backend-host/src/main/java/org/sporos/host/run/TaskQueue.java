package org.sporos.host.run;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLongArray;
import org.sporos.host.schedule.StaticSchedule;

/**
 * The tasks of one worker in the order of the schedule, and the owner of the queue. Any thread may claim tasks of any
 * queue; the owner is the one expected to. Thread-safe.
 *
 * <p><b>Guarantees.</b> A task is claimed by one thread per run, and only when it is ready. A thread that is preempted
 * before a claim delays no other thread; after a claim it delays its claimed tasks alone. One thread owns the queue at
 * a time, and the next owner sees the plain fields of the previous one.
 *
 * <p><b>No lost task.</b> Tasks are in topological order, so all predecessors of the first unclaimed task of a run are
 * claimed. It is ready as soon as the threads that claimed those have run them. The look-ahead is bounded, but it
 * begins at the first unclaimed task, so it never misses that one. A thread that finds no task gives up its queue and
 * searches once more after a full fence (see {@link ScheduledRun#turn}).
 *
 * <p><b>Memory order.</b> Ownership is a volatile compare-and-set and a volatile write: the plain fields of the
 * dispatcher and of the counters that belong to the queue pass from owner to owner. Claims are ordered by {@link
 * EpochBitmap}, the inputs of a task by {@link CompletionStamps} and not by its claim. HEAD and PROGRESS are opaque:
 * HEAD is a hint for the search, PROGRESS shows other threads whether the owner makes progress, and nothing is
 * published by either.
 */
final class TaskQueue {
    /** The result of {@link #claim} without a ready task. */
    static final long NONE = 0;
    /** The result of {@link #tryOwn(TaskQueue[], int)} if all are owned. */
    static final int NO_QUEUE = -1;

    private static final int NOTHING = -1;

    /** The number of unclaimed tasks that a search checks for readiness. */
    private static final int LOOK_AHEAD = 32;

    private static final int FREE = 0;
    private static final int TAKEN = 1;

    /** The offset of the flag of ownership. */
    private static final int OWNED = CacheLinePadded.LONGS;
    /** The offset of the epoch and of a word before which all tasks are claimed: a hint. */
    private static final int HEAD = 2 * CacheLinePadded.LONGS;
    /** The offset of the number of tasks that owners have completed, in all runs. */
    private static final int PROGRESS = 3 * CacheLinePadded.LONGS;

    private final int slot;
    private final int[] order;
    /** The last predecessor of the task at each index, relative to the first index of this queue. */
    private final int[] lastBefore;
    /** The maximum of those in each word. */
    private final int[] lastBeforeWord;

    private final int queueStart;
    private final EpochBitmap bitmap;
    private final CompletionStamps state;
    private final int begin;
    private final int end;

    /**
     * OWNED, HEAD and PROGRESS, each on cache lines of its own: this prevents false sharing among them and with other
     * queues.
     */
    private final AtomicLongArray shared = new AtomicLongArray(4 * CacheLinePadded.LONGS);

    TaskQueue(int slot, StaticSchedule schedule, EpochBitmap bitmap, CompletionStamps state) {
        this.slot = slot;
        this.order = schedule.order();
        this.bitmap = bitmap;
        this.state = state;
        this.begin = bitmap.firstWord(slot);
        this.end = bitmap.endWord(slot);
        this.queueStart = schedule.firstOfQueue()[slot];
        this.lastBefore = new int[schedule.firstOfQueue()[slot + 1] - queueStart];
        this.lastBeforeWord = new int[end - begin];
        Arrays.fill(lastBeforeWord, NOTHING);
        for (int at = 0; at < lastBefore.length; at++) {
            int word = at / EpochBitmap.WIDTH;
            lastBefore[at] = state.lastBefore(order[queueStart + at]);
            lastBeforeWord[word] = Math.max(lastBeforeWord[word], lastBefore[at]);
        }
        shared.set(HEAD, begin);
    }

    boolean isUnowned() {
        return shared.get(OWNED) == FREE;
    }

    boolean tryOwn() {
        // Volatile: the owner acquires everything that disown of the previous one released, such as the fields of the
        // dispatcher.
        return isUnowned() && shared.compareAndSet(OWNED, FREE, TAKEN);
    }

    /** Owns one of the queues, the preferred one if it is unowned; returns its index, or {@link #NO_QUEUE}. */
    static int tryOwn(TaskQueue[] queues, int wish) {
        int slot = wish;
        for (int i = 0; i < queues.length; i++) {
            if (queues[slot].tryOwn()) {
                return slot;
            }
            slot = slot + 1 == queues.length ? 0 : slot + 1;
        }
        return NO_QUEUE;
    }

    void disown() {
        shared.set(OWNED, FREE);
    }

    /** Publishes the number of tasks that the owner has completed. */
    void progresses(long progress) {
        // Opaque: other threads only compare it. Nothing is published by it.
        shared.setOpaque(PROGRESS, progress);
    }

    long progress() {
        return shared.getOpaque(PROGRESS);
    }

    /** Returns the index in the queue of the lowest bit of a word. */
    int firstIndex(int word) {
        return bitmap.firstIndex(slot, word);
    }

    /** Returns the task at an index. */
    int task(int index) {
        return order[index];
    }

    /** Returns whether a task is ready and unclaimed. */
    boolean hasReady(int epoch) {
        int seen = 0;
        for (int word = head(epoch); word < end && seen < LOOK_AHEAD; word++) {
            int free = bitmap.free(slot, word, epoch);
            if (ready(word, free, epoch, 0, 1) != 0) {
                return true;
            }
            seen += Integer.bitCount(free);
        }
        return false;
    }

    /**
     * Claims some of the first ready tasks: up to a word at a time, and half of them if no more are in sight, so that
     * threads with shorter queues find some.
     *
     * @param done the length of the known completed prefix of the run
     * @param most the most tasks to claim
     * @return the word in the high half and its bits in the low half, or {@link #NONE}
     */
    long claim(int epoch, int done, int most) {
        int seen = 0;
        for (int word = head(epoch); word < end && seen < LOOK_AHEAD; word++) {
            int free = bitmap.free(slot, word, epoch);
            int bits = ready(word, free, epoch, done, most);
            if (bits == 0) {
                seen += Integer.bitCount(free);
                continue;
            }
            int part = part(word, free, bits, epoch, done, most);
            if (bitmap.claim(word, part, epoch)) {
                return packed(word, part);
            }
            word--;
        }
        return NONE;
    }

    /**
     * Claims like {@link #claim}, but only tasks with predecessors in the completed prefix, and only in the word of the
     * first unclaimed task. So it reads no stamps of other threads.
     */
    long claimKnown(int epoch, int done, int most) {
        int word = head(epoch);
        if (word == end) {
            return NONE;
        }
        int free = bitmap.free(slot, word, epoch);
        int bits = known(word, free, done, most);
        if (bits == 0) {
            return NONE;
        }
        int part = part(word, free, bits, epoch, done, most);
        return bitmap.claim(word, part, epoch) ? packed(word, part) : NONE;
    }

    private int part(int word, int free, int bits, int epoch, int done, int most) {
        int count = Integer.bitCount(bits);
        boolean more = bits == free ? isNextReady(word, epoch, done) : count == most;
        return more ? bits : lowest(bits, count - count / 2);
    }

    private int known(int word, int free, int done, int most) {
        if (lastBeforeWord[word - begin] < done) {
            return lowest(free, most);
        }
        int first = bitmap.firstIndex(slot, word) - queueStart;
        int bits = 0;
        int count = 0;
        for (int rest = free; rest != 0 && count < most; rest &= rest - 1) {
            if (lastBefore[first + Integer.numberOfTrailingZeros(rest)] < done) {
                bits |= rest & -rest;
                count++;
            }
        }
        return bits;
    }

    private boolean isNextReady(int word, int epoch, int done) {
        return word + 1 < end && ready(word + 1, bitmap.free(slot, word + 1, epoch), epoch, done, 1) != 0;
    }

    private static int lowest(int bits, int count) {
        int some = bits;
        for (int leave = Integer.bitCount(bits) - count; leave > 0; leave--) {
            some &= ~Integer.highestOneBit(some);
        }
        return some;
    }

    /** Steals the last ready task in sight, the farthest from the current task of the owner; returns as above. */
    long stealTail(int epoch, int done) {
        int seen = 0;
        int last = 0;
        int bits = 0;
        for (int word = head(epoch); word < end && seen < LOOK_AHEAD; word++) {
            int free = bitmap.free(slot, word, epoch);
            int ready = ready(word, free, epoch, done, EpochBitmap.WIDTH);
            if (ready != 0) {
                last = word;
                bits = Integer.highestOneBit(ready);
            }
            seen += Integer.bitCount(free);
        }
        return bits != 0 && bitmap.claim(last, bits, epoch) ? packed(last, bits) : NONE;
    }

    private static long packed(int word, int bits) {
        return (long) word << 32 | Integer.toUnsignedLong(bits);
    }

    private int ready(int word, int free, int epoch, int done, int most) {
        if (lastBeforeWord[word - begin] < done) {
            return lowest(free, most);
        }
        return free == 0 ? 0 : readyOneByOne(word, free, epoch, done, most);
    }

    private int readyOneByOne(int word, int free, int epoch, int done, int most) {
        int first = bitmap.firstIndex(slot, word);
        int bits = 0;
        int count = 0;
        int before = NOTHING;
        boolean ready = false;
        for (int rest = free; rest != 0 && count < most; rest &= rest - 1) {
            int at = first + Integer.numberOfTrailingZeros(rest);
            boolean isReady = lastBefore[at - queueStart] < done;
            if (!isReady) {
                int task = order[at];
                if (before == NOTHING || !state.waitAlike(before, task)) {
                    ready = state.isReady(task, epoch);
                    before = task;
                }
                isReady = ready;
            }
            if (isReady) {
                bits |= rest & -rest;
                count++;
            }
        }
        return bits;
    }

    private int head(int epoch) {
        // Opaque, one word with its epoch: a hint for the search. All earlier words were seen full, and words of an
        // epoch only fill up, so that an old value costs only time.
        long hint = shared.getOpaque(HEAD);
        int from = (int) (hint >>> 32) == epoch ? (int) hint : begin;
        int word = from;
        while (word < end && bitmap.free(slot, word, epoch) == 0) {
            word++;
        }
        if (word != from) {
            shared.setOpaque(HEAD, (long) epoch << 32 | word);
        }
        return word;
    }
}
