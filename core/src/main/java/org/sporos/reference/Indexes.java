package org.sporos.reference;

import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.sporos.policy.IndexAxis;
import org.sporos.policy.IndexSet;
import org.sporos.policy.LongRangePolicy;
import org.sporos.policy.MDRangePolicy;
import org.sporos.policy.Policy;
import org.sporos.policy.RangePolicy;
import org.sporos.view.IntView;

/**
 * The indexes of a policy in one run by position from 0, row-major for a box. Dynamic bounds are read at creation;
 * beyond their limits the range is empty.
 *
 * @param set the index set, or null
 * @param axes the begin and the extent of each dimension
 */
@SuppressWarnings("ArrayRecordComponent")
record Indexes(@Nullable IndexSet set, long[][] axes) {

    static Indexes of(Policy policy) {
        List<IndexAxis> live = policy.axes();
        if (!live.isEmpty()) {
            return new Indexes(null, live.stream().map(Indexes::now).toArray(long[][]::new));
        } else if (policy instanceof IndexSet set) {
            return new Indexes(set, new long[][] {{0, set.size()}});
        } else if (policy instanceof MDRangePolicy box) {
            return new Indexes(
                    null,
                    IntStream.range(0, box.rank())
                            .mapToObj(d -> new long[] {box.begin(d), box.extent(d)})
                            .toArray(long[][]::new));
        }
        return new Indexes(null, new long[][] {{begin(policy), policy.size()}});
    }

    private static long[] now(IndexAxis axis) {
        long begin = axis.beginNow();
        long end = axis.endNow();
        boolean fits = begin >= axis.begin() && begin <= end && end <= axis.end();
        return new long[] {begin, fits ? end - begin : 0};
    }

    private static long begin(Policy policy) {
        if (policy instanceof RangePolicy range) {
            return range.begin();
        }
        return policy instanceof LongRangePolicy range ? range.begin() : 0;
    }

    /** Returns the number of indexes. */
    long size() {
        long size = 1;
        for (long[] axis : axes) {
            size *= axis[1];
        }
        return size;
    }

    /** Returns the index at a position of a one-dimensional policy. */
    long at(long position) {
        if (set == null) {
            return axes[0][0] + position;
        }
        IntView promised = set.view();
        return promised != null ? promised.get((int) position) : set.element((int) position);
    }

    /** Returns the index along a dimension at a position. */
    int at(long position, int dimension) {
        long row = position;
        for (int d = axes.length - 1; d > dimension; d--) {
            row /= axes[d][1];
        }
        return (int) (axes[dimension][0] + row % axes[dimension][1]);
    }

    /** Returns the location that reductions report for a position: the index, or for a box the position. */
    long location(long position) {
        return axes.length == 1 ? at(position) : position;
    }
}
