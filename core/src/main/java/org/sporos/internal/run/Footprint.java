package org.sporos.internal.run;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.sporos.internal.space.StridedRegion;

/**
 * A set of elements of one allocation: all sums of an offset and of each stride times a step from 0 to its extent,
 * exclusive. Normalised, so that equal sets of the usual kinds are equal: strides are positive and descending, extents
 * are at least 2, contiguous dimensions are merged. Immutable.
 */
public final class Footprint implements Comparable<Footprint> {
    /** The result of an overlap test of two sets. */
    public enum Meeting {
        NEVER,
        MAYBE,
        ALWAYS
    }

    private static final Footprint EMPTY = new Footprint(0, new long[0], new long[0], true);

    private final long offset;
    private final long last;
    private final long[] extents;
    private final long[] strides;
    private final boolean empty;

    private Footprint(long offset, long[] extents, long[] strides, boolean empty) {
        this.offset = offset;
        this.extents = extents;
        this.strides = strides;
        this.empty = empty;
        long reach = offset;
        for (int d = 0; d < extents.length; d++) {
            reach += (extents[d] - 1) * strides[d];
        }
        this.last = reach;
    }

    /** Returns the elements of a region. */
    public static Footprint of(StridedRegion region) {
        return of(region.offset(), region.extents(), region.strides());
    }

    /**
     * Returns the set of an offset, extents and strides, which may be negative, zero or in any order.
     *
     * @throws ArithmeticException if an element's offset does not fit into a long
     */
    public static Footprint of(long offset, long[] extents, long[] strides) {
        long first = offset;
        long[] e = new long[extents.length];
        long[] s = new long[extents.length];
        int rank = 0;
        for (int d = 0; d < extents.length; d++) {
            if (extents[d] <= 0) {
                return EMPTY;
            }
            long reach = Math.multiplyExact(extents[d] - 1, strides[d]);
            if (reach != 0) {
                first = Math.addExact(first, Math.min(0, reach));
                insert(e, s, rank++, extents[d], Math.abs(strides[d]));
            }
        }
        rank = merge(e, s, rank);
        return new Footprint(first, Arrays.copyOf(e, rank), Arrays.copyOf(s, rank), false);
    }

    /** Inserts a dimension in descending order of strides. */
    private static void insert(long[] e, long[] s, int at, long extent, long stride) {
        int to = at;
        while (to > 0 && s[to - 1] < stride) {
            e[to] = e[to - 1];
            s[to] = s[to - 1];
            to--;
        }
        e[to] = extent;
        s[to] = stride;
    }

    /** Merges adjacent dimensions without gaps; returns the rank. */
    private static int merge(long[] e, long[] s, int rank) {
        int kept = rank;
        for (int d = rank - 2; d >= 0; d--) {
            boolean below = d + 1 < kept;
            if (below && s[d] % s[d + 1] == 0 && s[d] / s[d + 1] <= e[d + 1]) {
                e[d] = Math.addExact(Math.multiplyExact(s[d] / s[d + 1], e[d] - 1), e[d + 1]);
                s[d] = s[d + 1];
                System.arraycopy(e, d + 2, e, d + 1, kept - d - 2);
                System.arraycopy(s, d + 2, s, d + 1, kept - d - 2);
                kept--;
            }
        }
        return kept;
    }

    /** Returns the offset of its first element. */
    public long first() {
        return offset;
    }

    /** Returns the offset of its last element. */
    public long last() {
        return last;
    }

    /** Returns whether it has no elements. */
    public boolean isEmpty() {
        return empty;
    }

    /**
     * Returns whether its strides are nested: then index tuples map to distinct elements, and membership is decided
     * dimension by dimension.
     */
    boolean isNested() {
        return isNested(extents, strides);
    }

    private static boolean isNested(long[] extents, long[] strides) {
        long reach = 0;
        for (int d = extents.length - 1; d >= 0; d--) {
            if (strides[d] <= reach) {
                return false;
            }
            reach += (extents[d] - 1) * strides[d];
        }
        return true;
    }

    private boolean isInterval() {
        return extents.length == 0 || (extents.length == 1 && strides[0] == 1);
    }

    /** Returns whether two sets share an element; MAYBE if a decision would take too long. */
    public Meeting meets(Footprint other) {
        if (empty || other.empty || last < other.offset || other.last < offset) {
            return Meeting.NEVER;
        }
        boolean exact = isNested() && other.isNested();
        if (exact && isInterval()) {
            return answer(other.reaches(offset, last));
        }
        if (exact && other.isInterval()) {
            return answer(reaches(other.offset, other.last));
        }
        return exact ? FootprintPair.meeting(this, other) : FootprintPair.byDivisor(this, other);
    }

    /** Returns whether it is known to have all elements of another set. */
    public boolean covers(Footprint other) {
        return other.empty || equals(other) || !empty && isInterval() && offset <= other.offset && other.last <= last;
    }

    private static Meeting answer(boolean yes) {
        return yes ? Meeting.ALWAYS : Meeting.NEVER;
    }

    /** Returns whether a nested set has an element in an inclusive interval. */
    private boolean reaches(long low, long high) {
        long next = next(0, low - offset);
        return next >= 0 && offset + next <= high;
    }

    /**
     * Returns the least element, relative to the offset, of the dimensions from d on that is at least the given one, or
     * -1.
     */
    private long next(int d, long least) {
        if (least <= 0) {
            return 0;
        }
        if (d == extents.length) {
            return -1;
        }
        long step = least / strides[d];
        if (step >= extents[d]) {
            return -1;
        }
        long inner = next(d + 1, least - step * strides[d]);
        if (inner >= 0) {
            return step * strides[d] + inner;
        }
        return step + 1 < extents[d] ? (step + 1) * strides[d] : -1;
    }

    /** Returns whether a nested set has an element. */
    boolean contains(long position) {
        return position >= offset && position <= last && reaches(position, position);
    }

    /** Returns the number of its index tuples. */
    long size() {
        long size = empty ? 0 : 1;
        for (long extent : extents) {
            size *= extent;
        }
        return size;
    }

    int rank() {
        return extents.length;
    }

    long extent(int d) {
        return extents[d];
    }

    long stride(int d) {
        return strides[d];
    }

    /** Returns the extents padded to a larger, ascending list of strides, with 1 for missing ones. */
    long[] extentsFor(long[] wanted) {
        long[] padded = new long[wanted.length];
        Arrays.fill(padded, 1);
        for (int d = 0; d < strides.length; d++) {
            padded[Arrays.binarySearch(wanted, strides[d])] = extents[d];
        }
        return padded;
    }

    @Override
    public boolean equals(Object other) {
        return this == other
                || other instanceof Footprint that
                        && offset == that.offset
                        && empty == that.empty
                        && Arrays.equals(extents, that.extents)
                        && Arrays.equals(strides, that.strides);
    }

    /** Orders by the first element, then by the others. */
    @Override
    public int compareTo(Footprint other) {
        if (offset != other.offset || this == other) {
            return Long.compare(offset, other.offset);
        }
        int order = Boolean.compare(empty, other.empty);
        order = order == 0 ? Arrays.compare(extents, other.extents) : order;
        return order == 0 ? Arrays.compare(strides, other.strides) : order;
    }

    @Override
    public int hashCode() {
        // Offsets of neighbours differ by multiples of their size, so they are hashed to avoid collisions.
        int first = (int) (offset * 0x9E3779B97F4A7C15L >>> 32);
        return (first * 31 + Arrays.hashCode(extents)) * 31 + Arrays.hashCode(strides);
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(empty ? "none" : Long.toString(offset));
        for (int d = 0; d < extents.length; d++) {
            text.append(" + ")
                    .append(strides[d])
                    .append("*[0, ")
                    .append(extents[d])
                    .append(')');
        }
        return text.toString();
    }

    /**
     * The number of elements in the union of footprints of one allocation: exact for few contiguous runs, else that of
     * the largest footprint.
     *
     * @param size the number, or a lower bound
     * @param isExact whether it is exact
     */
    public record Union(long size, boolean isExact) {
        /** The most contiguous runs that are listed: sorting them takes about as long as a profiled run. */
        private static final long MOST_RUNS = 1 << 19;

        /** Returns the number of elements in the union of footprints. */
        public static Union of(List<Footprint> all) {
            List<Footprint> sets =
                    all.stream().filter(set -> !set.isEmpty()).distinct().toList();
            if (sets.isEmpty()) {
                return new Union(0, true);
            } else if (sets.size() == 1 && sets.get(0).isNested()) {
                return new Union(sets.get(0).size(), true);
            }
            long step = step(sets);
            long runs = sets.stream().mapToLong(set -> runs(set, step)).sum();
            return runs <= MOST_RUNS ? new Union(listed(sets, step), true) : largest(sets);
        }

        private static Union largest(List<Footprint> sets) {
            long most = 1;
            for (Footprint set : sets) {
                most = set.isNested() ? Math.max(most, set.size()) : most;
            }
            return new Union(most, false);
        }

        /** Returns the greatest common divisor of all offsets of the sets, relative to the first one. */
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

        /** Adds the start and the end of each contiguous run, in steps. */
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
}
