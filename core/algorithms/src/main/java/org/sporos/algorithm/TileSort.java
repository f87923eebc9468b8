package org.sporos.algorithm;

import org.sporos.policy.TeamMember;
import org.sporos.view.IntView;

/**
 * The stable sort of one tile by a team in scratch memory: kernel code. An item packs the digit and the index of a key
 * into an int, so that keys of all types share the code.
 *
 * <p>Each member owns an odd number of consecutive items, which avoids bank conflicts. It counts its items by half
 * digit, with two 16-bit counters in an int. A scan over the counters, by half digit, then member, gives the offset of
 * the first item of each (D. Merrill, A. Grimshaw, "High performance and scalable radix sorting", 2011). An item also
 * stores its rank among items of the same member and half digit.
 */
final class TileSort {
    /** The number of digits at most. */
    static final int DIGITS = 256;

    /** The items per member at most; also the mask of the rank in an item. */
    static final int MOST_ITEMS = 15;

    /** The rows of counters; half digits with equal low three bits share an int. */
    private static final int ROWS = 8;

    /** A row is padded after each 32 members, which avoids bank conflicts in the scan. */
    private static final int ROW = TeamScan.MEMBERS + TeamScan.MEMBERS / 32;

    static final int COUNTS = ROWS * ROW;

    /** The bits of an item: 12 of the index, 4 of the rank, 8 of the digit. */
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

    /** Returns the index of an item, clamped below the number of items. */
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

    /** Replaces the counters by their exclusive prefix sums. Each member scans consecutive counters of a row. */
    private static void scan(TeamMember team, IntView counts, IntView sums) {
        int t = team.teamRank();
        int first = (t & 31) * ROWS;
        int begin = (t >>> 5) * ROW + first + (first >>> 5);
        int sum = 0;
        for (int k = 0; k < ROWS; k++) {
            sum += counts.get(begin + k);
        }
        int offset = TeamScan.exclusive(team, sums, sum);
        offset += TeamScan.total(sums) << COUNTER_BITS;
        for (int k = 0; k < ROWS; k++) {
            int counter = counts.get(begin + k);
            counts.set(begin + k, offset);
            offset += counter;
        }
        team.barrier();
    }
}
