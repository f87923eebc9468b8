package org.sporos.host.run;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLongArray;
import org.sporos.host.schedule.StaticSchedule;

/**
 * One list of the tasks of a run: who holds it, and which of its tasks can be claimed. A task is claimed only when it is
 * ready, so one who stalls before that holds up nobody. Thread-safe.
 */
final class TaskQueue {
    /** What {@link #claim} returns if it has claimed nothing. */
    static final long NONE = 0;
    /** What {@link #tryOwn(TaskQueue[], int)} returns if all are held. */
    static final int NO_QUEUE = -1;

    private static final int NOTHING = -1;

    /** So many tasks ahead one looks for some that are ready. */
    private static final int AHEAD = 32;

    private static final int FREE = 0;
    private static final int TAKEN = 1;

    private static final int APART = 16;
    /** Whether somebody holds it. */
    private static final int OWNED = APART;
    /** The epoch, and a word before which all is claimed: a hint. */
    private static final int HEAD = 2 * APART;
    /** How much the threads that held it have done, in all runs. */
    private static final int PROGRESS = 3 * APART;

    private final int slot;
    private final int[] order;
    /** The last task that the task at each place waits for, from the first place of this list on. */
    private final int[] lastBefore;
    /** The same for all places of each word together. */
    private final int[] lastBeforeWord;

    private final int firstPlace;
    private final EpochBitmap bitmap;
    private final CompletionStamps state;
    private final int begin;
    private final int end;

    /** What follows, far enough from each other and from other lists to share no cache line. */
    private final AtomicLongArray shared = new AtomicLongArray(4 * APART);

    TaskQueue(int slot, StaticSchedule schedule, EpochBitmap bitmap, CompletionStamps state) {
        this.slot = slot;
        this.order = schedule.order();
        this.bitmap = bitmap;
        this.state = state;
        this.begin = bitmap.firstWord(slot);
        this.end = bitmap.endWord(slot);
        this.firstPlace = schedule.firstOfQueue()[slot];
        this.lastBefore = new int[schedule.firstOfQueue()[slot + 1] - firstPlace];
        this.lastBeforeWord = new int[end - begin];
        Arrays.fill(lastBeforeWord, NOTHING);
        for (int at = 0; at < lastBefore.length; at++) {
            int word = at / EpochBitmap.WIDTH;
            lastBefore[at] = state.lastBefore(order[firstPlace + at]);
            lastBeforeWord[word] = Math.max(lastBeforeWord[word], lastBefore[at]);
        }
        shared.set(HEAD, begin);
    }

    boolean isUnowned() {
        return shared.get(OWNED) == FREE;
    }

    boolean tryOwn() {
        // Volatile: the holder acquires what the one before released by letGo, such as the plain fields of its hand.
        return isUnowned() && shared.compareAndSet(OWNED, FREE, TAKEN);
    }

    /** Holds one of some lists, the wished one if that is free; returns its place among them, or {@link #NO_QUEUE}. */
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

    /** Says how far who holds it has come. */
    void goesOn(long progress) {
        // Opaque: others only look whether it changes. Nothing is published by it.
        shared.setOpaque(PROGRESS, progress);
    }

    long progress() {
        return shared.getOpaque(PROGRESS);
    }

    /** Returns the place in the list that the lowest bit of a word stands for. */
    int place(int word) {
        return bitmap.place(slot, word);
    }

    /** Returns the task at a place. */
    int task(int place) {
        return order[place];
    }

    /** Returns whether there is a task that is ready and that nobody has claimed. */
    boolean hasReady(int epoch) {
        int seen = 0;
        for (int word = head(epoch); word < end && seen < AHEAD; word++) {
            int free = bitmap.free(slot, word, epoch);
            if (ready(word, free, epoch, 0, 1) != 0) {
                return true;
            }
            seen += Integer.bitCount(free);
        }
        return false;
    }

    /**
     * Claims some of the first tasks that are ready: a word full of them at a time, and half of what is there where no more
     * is in sight, so that there is something left for others who come to its end sooner.
     *
     * @param done so many of the first tasks are done
     * @param most how many at most
     * @param piece how many are not worth to be halved
     * @return the word in the high half and its bits in the low half, or {@link #NONE}
     */
    long claim(int epoch, int done, int most, int piece) {
        int seen = 0;
        for (int word = head(epoch); word < end && seen < AHEAD; word++) {
            int free = bitmap.free(slot, word, epoch);
            int bits = ready(word, free, epoch, done, most);
            if (bits == 0) {
                seen += Integer.bitCount(free);
                continue;
            }
            int part = part(word, free, bits, epoch, done, most, piece);
            if (bitmap.claim(word, part, epoch)) {
                return packed(word, part);
            }
            word--;
        }
        return NONE;
    }

    /**
     * Claims like {@link #claim}, but only what waits for none but the first tasks, and only where the first free ones are:
     * so nothing is looked at that others write.
     */
    long claimKnown(int epoch, int done, int most, int piece) {
        int word = head(epoch);
        if (word == end) {
            return NONE;
        }
        int free = bitmap.free(slot, word, epoch);
        int bits = known(word, free, done, most);
        if (bits == 0) {
            return NONE;
        }
        int part = part(word, free, bits, epoch, done, most, piece);
        return bitmap.claim(word, part, epoch) ? packed(word, part) : NONE;
    }

    /** Returns a claim of all tasks of a list of one word. */
    long whole() {
        return packed(begin, bitmap.all(slot, begin));
    }

    /** Claims all tasks of a list of one word, if nobody has claimed one of them; returns as above. */
    long claimWhole(int epoch) {
        int all = bitmap.all(slot, begin);
        return bitmap.free(slot, begin, epoch) == all && bitmap.claim(begin, all, epoch) ? packed(begin, all) : NONE;
    }

    /** Claims all tasks of a list of one word for a run of which others do not know yet. */
    void claimAhead(int epoch) {
        bitmap.claimAhead(begin, bitmap.all(slot, begin), epoch);
    }

    private int part(int word, int free, int bits, int epoch, int done, int most, int piece) {
        int count = Integer.bitCount(bits);
        boolean more = bits == free ? isNextReady(word, epoch, done) : count == most;
        return more || count <= piece ? bits : lowest(bits, count - count / 2);
    }

    private int known(int word, int free, int done, int most) {
        if (lastBeforeWord[word - begin] < done) {
            return lowest(free, most);
        }
        int first = bitmap.place(slot, word) - firstPlace;
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

    /** EpochBitmap the last ready task that one can see, the farthest from who works on the list; returns as above. */
    long stealTail(int epoch, int done) {
        int seen = 0;
        int last = 0;
        int bits = 0;
        for (int word = head(epoch); word < end && seen < AHEAD; word++) {
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
        int place = bitmap.place(slot, word);
        int bits = 0;
        int count = 0;
        int before = NOTHING;
        boolean ready = false;
        for (int rest = free; rest != 0 && count < most; rest &= rest - 1) {
            int at = place + Integer.numberOfTrailingZeros(rest);
            boolean isReady = lastBefore[at - firstPlace] < done;
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
        // Opaque, one word with its epoch: a hint from where to look. All words before it were seen full by someone,
        // and words
        // of an epoch only fill up, so that an old value costs time alone.
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
