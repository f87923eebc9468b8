package org.sporos.host.run;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

/**
 * The claimed tasks of all queues of a run: a bit for each index of a queue, in words of 32 bits beside the epoch, the
 * number of the run. So nothing is reset between runs, several tasks are claimed by one compare-and-set, and one read
 * shows 32 of them. The words of each queue have cache lines of their own, which prevents false sharing.
 *
 * <p><b>Guarantees.</b> In one epoch each bit is set by one thread. A thread of an older run claims nothing once the
 * word holds a claim of a newer run.
 *
 * <p><b>Correctness.</b> A claim replaces the whole word by a volatile compare-and-set, so claims of one word have a
 * total order, and each sees the bits of earlier ones. A word of an older epoch counts as empty, and its first claim of
 * the new epoch overwrites it; epochs only grow, so a late thread with an older epoch sees the newer one and gives up.
 *
 * <p><b>Memory order.</b> Claims order nothing but claims. The inputs of a task are acquired from {@link
 * CompletionStamps}.
 */
public final class EpochBitmap {
    /** The number of indexes in a word. */
    public static final int WIDTH = Integer.SIZE;

    private static final VarHandle WORDS = MethodHandles.arrayElementVarHandle(long[].class);

    private final long[] words;
    private final int[] firstWord;
    private final int[] endWord;
    private final int[] first;
    private final int[] end;

    /** @param first the first index of each queue, followed by the number of indexes */
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
        // Threads search for work before the first run begins, too: its predecessor counts as fully claimed.
        Arrays.fill(words, Integer.toUnsignedLong(-1));
    }

    int firstWord(int slot) {
        return firstWord[slot];
    }

    int endWord(int slot) {
        return endWord[slot];
    }

    /** Returns the index of the lowest bit of a word. */
    int firstIndex(int slot, int word) {
        return first[slot] + (word - firstWord[slot]) * WIDTH;
    }

    /** Returns the unclaimed bits of a word in a run, or 0 if a later run has begun. */
    int free(int slot, int word, int epoch) {
        // Acquire: the caller compares the epoch with its own, and must not read state of an older one afterwards. The
        // inputs of tasks are ordered by stamps, not by this read.
        long now = (long) WORDS.getAcquire(words, word);
        int behind = (int) (now >>> 32) - epoch;
        if (behind > 0) {
            return 0;
        }
        int all = all(slot, word);
        return behind < 0 ? all : all & ~(int) now;
    }

    /** Returns the bits of a word that are indexes of the queue. */
    int all(int slot, int word) {
        int rest = end[slot] - firstIndex(slot, word);
        return rest >= WIDTH ? -1 : (1 << rest) - 1;
    }

    /** Claims bits of a word in a run; returns false if one of them is claimed already. */
    boolean claim(int word, int bits, int epoch) {
        while (true) {
            // Acquire: a first guess, validated by the exchange. The exchange is volatile: claims of one word have a
            // total order.
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
