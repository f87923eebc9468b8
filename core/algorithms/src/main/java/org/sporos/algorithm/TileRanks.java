package org.sporos.algorithm;

import org.sporos.policy.TeamMember;
import org.sporos.view.IntView;

/**
 * The stable ranks of the keys of a tile by one digit, by a team in scratch memory: kernel code. An item packs the digit
 * and the rank of a key into an int, so that keys of all types share the code.
 *
 * <p>A group of 16 members has consecutive keys, which it ranks row by row, one key of each member at a time. It owns a
 * word of scratch memory per digit: the lower half counts the keys of earlier rows; the upper half has one bit for each
 * member whose key of this row has the digit. Each member sets its bit by an atomic addition, and ranks its key by the
 * count and the bits of lower members (A. Adinets, D. Merrill, "Onesweep: A faster least significant digit radix sort
 * for GPUs", arXiv:2206.01784, 2022, whose warps exchange such masks).
 */
final class TileRanks {
    /** The number of digits at most. */
    static final int DIGITS = 256;

    /** The keys per member. */
    static final int ITEMS = 16;

    /** The keys of a tile. */
    static final int SIZE = ITEMS * TeamScan.MEMBERS;

    /** The members of a group, limited by the bits of half a word. */
    private static final int GROUP = 16;

    private static final int GROUPS = TeamScan.MEMBERS / GROUP;

    /** The ints of scratch memory. */
    static final int WORDS = GROUPS * DIGITS;

    private static final int HALF_BITS = 16;
    private static final int COUNT_MASK = (1 << HALF_BITS) - 1;

    private TileRanks() {}

    /** Returns the index in the tile of a member's key. */
    static int index(int member, int k) {
        return (member / GROUP * ITEMS + k) * GROUP + member % GROUP;
    }

    static int item(int digit) {
        return digit << HALF_BITS;
    }

    private static int digit(int item) {
        return item >>> HALF_BITS & DIGITS - 1;
    }

    /** Returns the rank of a key in its tile. */
    static int rank(int item) {
        return item & SIZE - 1;
    }

    /** Clears the counters; a barrier must follow. */
    static void clear(TeamMember team, IntView words) {
        for (int g = 0; g < GROUPS; g++) {
            words.set(g * DIGITS + team.teamRank(), 0);
        }
    }

    /** Adds to each item its rank among those of its group and digit, and counts the digits: collective. */
    static void inGroups(TeamMember team, IntView words, int[] items) {
        int row = team.teamRank() / GROUP * DIGITS;
        int lane = team.teamRank() % GROUP;
        int lower = (1 << lane) - 1;
        for (int k = 0; k < ITEMS; k++) {
            int at = row + digit(items[k]);
            words.atomicAdd(at, 1 << HALF_BITS + lane);
            team.barrier();
            int word = words.get(at);
            team.barrier();
            int before = word & COUNT_MASK;
            int peers = word >>> HALF_BITS;
            items[k] += before + Integer.bitCount(peers & lower);
            if (peers >>> lane == 1) {
                words.set(at, before + Integer.bitCount(peers));
            }
            team.barrier();
        }
    }

    /**
     * Adds to each item the number of keys of lower digits and of lower groups: collective. Each member sums up one
     * digit.
     *
     * @param first the first rank of each digit
     */
    static void inTile(TeamMember team, IntView words, IntView first, IntView sums, int[] items) {
        int t = team.teamRank();
        int sum = 0;
        for (int g = 0; g < GROUPS; g++) {
            int count = words.get(g * DIGITS + t);
            words.set(g * DIGITS + t, sum);
            sum += count;
        }
        first.set(t, TeamScan.exclusive(team, sums, sum));
        team.barrier();
        int row = t / GROUP * DIGITS;
        for (int k = 0; k < ITEMS; k++) {
            int digit = digit(items[k]);
            items[k] += words.get(row + digit) + first.get(digit);
        }
        team.barrier();
    }
}
