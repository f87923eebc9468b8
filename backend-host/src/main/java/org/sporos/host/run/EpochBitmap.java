package org.sporos.host.run;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

/**
 * Tells which tasks of the queues of a run are claimed: a bit for each place of a queue, in words of 32 that also hold
 * the epoch, the number of the run. So nothing is reset between runs, several tasks are claimed by one compare-and-set,
 * and a thread that looks for unclaimed ones sees 32 at once. Each queue has words on cache lines of its own, which
 * prevents false sharing.
 *
 * <p><b>What it guarantees.</b> In one epoch each bit is set by one thread. A thread of an older run claims nothing
 * once a claim of a newer one stands in the word.
 *
 * <p><b>Why it is right.</b> A claim replaces the whole word by a volatile compare-and-set, so claims of one word have
 * one order, and each sees the bits of those before it. A word of an older epoch counts as empty, and its first claim
 * of the new epoch overwrites it; as epochs only grow, a thread that comes late with an older epoch sees the newer one
 * and gives up.
 *
 * <p><b>Memory order.</b> Claims order nothing but claims. What a task reads was acquired from {@link
 * CompletionStamps}.
 */
public final class EpochBitmap {
    /** The places of a word. */
    public static final int WIDTH = Integer.SIZE;

    private static final VarHandle WORDS = MethodHandles.arrayElementVarHandle(long[].class);

    private final long[] words;
    private final int[] firstWord;
    private final int[] endWord;
    private final int[] first;
    private final int[] end;

    /**
     * @param first where each queue begins, and at the end the number of places
     */
    EpochBitmap(int[] first) {
        int slots = first.length - 1;
        this.first = first.clone();
        this.end = new int[slots];
        this.firstWord = new int[slots];
        this.endWord = new int[slots];
        int word = 0;
        for (int slot = 0; slot < slots; slot++) {
            end[slot] = first[slot + 1];
            firstWord[slot] = word;
            endWord[slot] = word + (end[slot] - first[slot] + WIDTH - 1) / WIDTH;
            word = (endWord[slot] / CacheLinePadded.LONGS + 2) * CacheLinePadded.LONGS;
        }
        this.words = new long[word];
        // Threads look for work before the first run begins, too: all of the run before it is claimed.
        Arrays.fill(words, Integer.toUnsignedLong(-1));
    }

    int firstWord(int slot) {
        return firstWord[slot];
    }

    int endWord(int slot) {
        return endWord[slot];
    }

    /** Returns the place that the lowest bit of a word of a queue stands for. */
    int place(int slot, int word) {
        return first[slot] + (word - firstWord[slot]) * WIDTH;
    }

    /** Returns the bits of a word of a queue that nobody has claimed in a run: none if a later one has begun. */
    int free(int slot, int word, int epoch) {
        // Acquire: the caller compares the epoch with its own, and must not read what belongs to an older one after it.
        // The stamps of tasks order what those tasks wait for; this read does not.
        long now = (long) WORDS.getAcquire(words, word);
        int behind = (int) (now >>> 32) - epoch;
        if (behind > 0) {
            return 0;
        }
        int all = all(slot, word);
        return behind < 0 ? all : all & ~(int) now;
    }

    /** Returns the bits of a word of a queue that stand for places. */
    int all(int slot, int word) {
        int rest = end[slot] - place(slot, word);
        return rest >= WIDTH ? -1 : (1 << rest) - 1;
    }

    /** Claims some bits of a word in a run; returns false if one of them is claimed already. */
    boolean claim(int word, int bits, int epoch) {
        while (true) {
            // Acquire: a first guess, which the exchange checks. The exchange is volatile: claims of one word have one
            // order.
            long now = (long) WORDS.getAcquire(words, word);
            int behind = (int) (now >>> 32) - epoch;
            int claimed = behind == 0 ? (int) now : 0;
            if (behind > 0 || (claimed & bits) != 0) {
                return false;
            }
            long next = (long) epoch << 32 | Integer.toUnsignedLong(claimed | bits);
            if (WORDS.compareAndSet(words, word, now, next)) {
                return true;
            }
        }
    }
}
