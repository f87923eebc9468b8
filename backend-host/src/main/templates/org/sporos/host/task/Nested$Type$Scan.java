//#if reduction
package org.sporos.host.task;

//#if real
import java.util.Arrays;
//#end
import org.sporos.policy.$Type$Contribution;
import org.sporos.policy.$Type$ScanBody;

//#if real
/**
 * The steps of scans of $type$s inside of a team, tile by tile, in the order of scans, whatever the team's size. There
 * are two tiles, used in turns: member 0 fills one while others still take sums out of the other.
 */
//#else
/**
 * The steps of scans of $type$s inside of a team, tile by tile. There are two tiles, used in turns: member 0 fills one
 * while others still take sums out of the other.
 */
//#end
final class Nested$Type$Scan {
//#if real
    /** As many levels as the tiles of all ints have, and those above. */
    private static final int LEVELS = 4;

    private final $type$[] bases = new $type$[LEVELS];
//#end
    private $type$[][] tiles = new $type$[0][];
    /** For each of the two tiles, the sum of all indexes before it. */
    private final $type$[] before = new $type$[2];

    private $type$ total;

    /** Evaluates what a member contributes to a tile. Member 0 comes first. */
    void fill(int rank, int size, int tile, int n, $Type$Contribution.Range contribution) {
        if (tiles.length == 0) {
            tiles = new $type$[2][Order.TILE];
        }
        $type$[] a = tiles[tile % 2];
        int from = tile * Order.TILE;
        int length = Math.min(Order.TILE, n - from);
        for (int k = rank; k < length; k += size) {
            a[k] = contribution.at(from + k);
        }
    }

    /** Turns the contributions to a tile into their sums. */
    void sum(int tile, int n) {
        $type$[] a = tiles[tile % 2];
        int length = Math.min(Order.TILE, n - tile * Order.TILE);
        total = tile == 0 ? 0 : total;
        before[tile % 2] = total;
//#if real
        if (tile == 0) {
            Arrays.fill(bases, 0);
        }
        Arrays.fill(a, length, Order.room(length), 0);
        $Type$Scan.prefixes(a, length, tile, bases);
        total = a[length - 1];
//#else
        for (int k = 0; k < length; k++) {
            total += a[k];
            a[k] = total;
        }
//#end
    }

    /** Hands on the sums of the indexes of a tile that a member has. */
    void take(int rank, int size, int tile, int n, boolean inclusive, $Type$ScanBody.Range consumer) {
        $type$[] a = tiles[tile % 2];
        int from = tile * Order.TILE;
        int length = Math.min(Order.TILE, n - from);
        for (int k = rank; k < length; k += size) {
            consumer.at(from + k, inclusive ? a[k] : k == 0 ? before[tile % 2] : a[k - 1]);
        }
    }

    /** Returns the sum of all indexes of the last scan, which had some. */
    $type$ total() {
        return total;
    }
}
//#end
