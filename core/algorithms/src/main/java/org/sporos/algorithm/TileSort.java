package org.sporos.algorithm;

import org.sporos.policy.TeamMember;
import org.sporos.view.IntView;

/**
 * The stable sort of one tile by a team in scratch memory: kernel code. An item is an int with the digit and the index
 * of a key in its tile, so that keys of all types are sorted by the same code.
 *
 * <p>Each member takes an odd number of neighbouring items, so that members of a warp use different banks of the
 * memory. It counts its items by half digit, with two counters of 16 bits in an int. A scan over the counters, half
 * digit by half digit and member by member, gives the place of the first item of each (D. Merrill, A. Grimshaw, "High
 * performance and scalable radix sorting", 2011). The number of items before an item of the same member and half digit
 * is kept in the item.
 */
final class TileSort {
    /** The most digits. */
    static final int DIGITS = 256;

    /** The most items of a member, all bits of a number that is kept in an item. */
    static final int MOST_ITEMS = 15;

    /** The counters of half digits with the same low bits lie in one int. */
    private static final int ROWS = 8;

    /** A row has a gap after each 32 members, so that members of a warp that scan neighbours use different banks. */
    private static final int ROW = TeamScan.MEMBERS + TeamScan.MEMBERS / 32;

    static final int COUNTS = ROWS * ROW;

    /** The bits of an item: 12 of the index, 4 of the number of items before, 8 of the digit. */
    private static final int INDEX_MASK = (1 << 12) - 1;

    private static final int BEFORE_BITS = 12;
    private static final int DIGIT_BITS = 16;
    private static final int HALF_BITS = 4;
    private static final int COUNTER_BITS = 16;
    private static final int COUNTER_MASK = (1 << COUNTER_BITS) - 1;

    private TileSort() {}

    static int item(int digit, int index) {
        return digit << DIGIT_BITS | index;
    }

    static int digit(int item) {
        return item >>> DIGIT_BITS & DIGITS - 1;
    }

    /** Returns the index of an item, below the number of items. */
    static int index(int item, int n) {
        return Math.min(item & INDEX_MASK, n - 1);
    }

    /** Sorts by the lower half of the digits, 0, or the upper one, 1: collective, and ends with a barrier. */
    static void byHalf(TeamMember team, IntView items, int each, IntView counts, IntView sums, int half) {
        int t = team.teamRank();
        int column = t + (t >>> 5);
        int shift = DIGIT_BITS + HALF_BITS * half;
        int[] mine = new int[MOST_ITEMS];
        for (int r = 0; r < ROWS; r++) {
            counts.set(r * ROW + column, 0);
        }
        for (int k = 0; k < each; k++) {
            int item = items.get(t * each + k);
            int digit = item >>> shift;
            int upper = (digit >>> 3 & 1) * COUNTER_BITS;
            int at = (digit & ROWS - 1) * ROW + column;
            int count = counts.get(at);
            counts.set(at, count + (1 << upper));
            int before = count >>> upper & MOST_ITEMS;
            mine[k] = item & ~(MOST_ITEMS << BEFORE_BITS) | before << BEFORE_BITS;
        }
        team.barrier();
        scan(team, counts, sums);
        for (int k = 0; k < each; k++) {
            int digit = mine[k] >>> shift;
            int upper = (digit >>> 3 & 1) * COUNTER_BITS;
            int first = counts.get((digit & ROWS - 1) * ROW + column) >>> upper & COUNTER_MASK;
            int before = mine[k] >>> BEFORE_BITS & MOST_ITEMS;
            items.set(Math.min(first + before, each * TeamScan.MEMBERS - 1), mine[k]);
        }
        team.barrier();
    }

    /** Replaces the counters by the sums of those before them. Each member takes neighbours in a row. */
    private static void scan(TeamMember team, IntView counts, IntView sums) {
        int t = team.teamRank();
        int first = (t & 31) * ROWS;
        int begin = (t >>> 5) * ROW + first + (first >>> 5);
        int sum = 0;
        for (int k = 0; k < ROWS; k++) {
            sum += counts.get(begin + k);
        }
        int place = TeamScan.exclusive(team, sums, sum);
        place += TeamScan.total(sums) << COUNTER_BITS;
        for (int k = 0; k < ROWS; k++) {
            int counter = counts.get(begin + k);
            counts.set(begin + k, place);
            place += counter;
        }
        team.barrier();
    }
}
