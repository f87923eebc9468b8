package org.sporos.internal.run;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * The number of elements that some footprints of one allocation have together: exact where they are few runs of
 * neighbours, else that of the largest.
 *
 * @param size the number, or less
 * @param isExact whether it is the number
 */
public record FootprintUnion(long size, boolean isExact) {
    /** Runs beyond this are not listed: sorting so many takes about as long as a profiled run. */
    private static final long MOST_RUNS = 1 << 19;

    /** Returns the number of elements that some footprints have together. */
    public static FootprintUnion of(List<Footprint> all) {
        List<Footprint> sets =
                all.stream().filter(set -> !set.isEmpty()).distinct().toList();
        if (sets.isEmpty()) {
            return new FootprintUnion(0, true);
        } else if (sets.size() == 1 && sets.get(0).isNested()) {
            return new FootprintUnion(sets.get(0).size(), true);
        }
        long step = step(sets);
        long runs = sets.stream().mapToLong(set -> runs(set, step)).sum();
        return runs <= MOST_RUNS ? new FootprintUnion(listed(sets, step), true) : largest(sets);
    }

    private static FootprintUnion largest(List<Footprint> sets) {
        long most = 1;
        for (Footprint set : sets) {
            most = set.isNested() ? Math.max(most, set.size()) : most;
        }
        return new FootprintUnion(most, false);
    }

    /** Returns the greatest number that all positions of the sets are a multiple of, from the first position on. */
    private static long step(List<Footprint> sets) {
        long step = 0;
        for (Footprint set : sets) {
            step = divisor(step, set.first() - sets.get(0).first());
            for (int d = 0; d < set.rank(); d++) {
                step = divisor(step, set.stride(d));
            }
        }
        return Math.max(1, step);
    }

    private static long divisor(long a, long b) {
        long x = Math.abs(a);
        long y = Math.abs(b);
        while (y != 0) {
            long rest = x % y;
            x = y;
            y = rest;
        }
        return x;
    }

    private static boolean hasRuns(Footprint set, long step) {
        return set.rank() > 0 && set.stride(set.rank() - 1) == step;
    }

    private static long runs(Footprint set, long step) {
        long size = set.size();
        return hasRuns(set, step) ? size / set.extent(set.rank() - 1) : size;
    }

    private static long listed(List<Footprint> sets, long step) {
        List<long[]> runs = new ArrayList<>();
        for (Footprint set : sets) {
            int outer = hasRuns(set, step) ? set.rank() - 1 : set.rank();
            long length = hasRuns(set, step) ? set.extent(set.rank() - 1) : 1;
            list(set, outer, length, step, runs);
        }
        runs.sort(Comparator.comparingLong(run -> run[0]));
        long size = 0;
        long end = Long.MIN_VALUE;
        for (long[] run : runs) {
            size += Math.max(0, run[1] - Math.max(end, run[0]));
            end = Math.max(end, run[1]);
        }
        return size;
    }

    /** Adds the begin and the end of each run, in steps. */
    private static void list(Footprint set, int outer, long length, long step, List<long[]> runs) {
        long[] at = new long[outer];
        boolean more = true;
        while (more) {
            long position = set.first();
            for (int d = 0; d < outer; d++) {
                position += at[d] * set.stride(d);
            }
            long begin = Math.floorDiv(position, step);
            runs.add(new long[] {begin, begin + length});
            more = false;
            for (int d = outer - 1; d >= 0 && !more; d--) {
                more = ++at[d] < set.extent(d);
                if (!more) {
                    Arrays.fill(at, d, outer, 0);
                }
            }
        }
    }
}
