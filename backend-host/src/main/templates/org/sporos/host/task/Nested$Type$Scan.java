[@perType reductions; t]
package org.sporos.host.task;

[#if t.real]
import java.util.Arrays;
[/#if]
import org.sporos.policy.${t.Type}Contribution;
import org.sporos.policy.${t.Type}ScanBody;

/**
 * The scans of ${t.type}s inside a team, tile by tile, in the order of scans for every team size. Two tiles alternate:
 * member 0 fills one while others still read sums of the other.
 */
final class Nested${t.Type}Scan {
[#if t.real]
    /** The levels for the tiles of all ints. */
    private static final int LEVELS = 4;

    private final ${t.type}[] bases = new ${t.type}[LEVELS];
[/#if]
    private final Team team;
    private ${t.type}[][] tiles = new ${t.type}[0][];
    /** For each of the two tiles, the sum of all earlier indexes. */
    private final ${t.type}[] before = new ${t.type}[2];

    private ${t.type} total;

    Nested${t.Type}Scan(Team team) {
        this.team = team;
    }

    /** Returns the sum of all contributions. Member 0 scans each tile after all members have contributed to it. */
    ${t.type} scan(
            int rank, boolean inclusive, int n, ${t.Type}Contribution.Range contribution, ${t.Type}ScanBody.Range consumer) {
        Object call = inclusive ? "an inclusive ${t.type} scan" : "an exclusive ${t.type} scan";
        team.check(rank, call, n);
        int count = (int) Order.tiles(Math.max(0, n));
        for (int tile = 0; tile < count; tile++) {
            fill(rank, tile, n, contribution);
            team.meet(rank, call, n);
            if (rank == 0) {
                sum(tile, n);
            }
            take(rank, tile, n, inclusive, consumer);
        }
        team.meet(rank, call, n);
        return count == 0 ? 0 : total;
    }

    /** Evaluates a member's contributions to a tile. Member 0 runs first. */
    private void fill(int rank, int tile, int n, ${t.Type}Contribution.Range contribution) {
        if (tiles.length == 0) {
            tiles = new ${t.type}[2][Order.TILE];
        }
        ${t.type}[] a = tiles[tile % 2];
        int from = tile * Order.TILE;
        int length = Math.min(Order.TILE, n - from);
        for (int k = rank; k < length; k += team.size()) {
            a[k] = contribution.at(from + k);
        }
    }

    /** Replaces the contributions of a tile by their prefix sums. */
    private void sum(int tile, int n) {
        ${t.type}[] a = tiles[tile % 2];
        int length = Math.min(Order.TILE, n - tile * Order.TILE);
        total = tile == 0 ? 0 : total;
        before[tile % 2] = total;
[#if t.real]
        if (tile == 0) {
            Arrays.fill(bases, 0);
        }
        Arrays.fill(a, length, Order.room(length), 0);
        ${t.Type}Scan.prefixes(a, length, tile, bases);
        total = a[length - 1];
[#else]
        for (int k = 0; k < length; k++) {
            total += a[k];
            a[k] = total;
        }
[/#if]
    }

    /** Passes a member's prefix sums of a tile to the consumer. */
    private void take(int rank, int tile, int n, boolean inclusive, ${t.Type}ScanBody.Range consumer) {
        ${t.type}[] a = tiles[tile % 2];
        int from = tile * Order.TILE;
        int length = Math.min(Order.TILE, n - from);
        for (int k = rank; k < length; k += team.size()) {
            consumer.at(from + k, inclusive ? a[k] : k == 0 ? before[tile % 2] : a[k - 1]);
        }
    }
}
[/@perType]
