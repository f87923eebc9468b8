package org.sporos.host.natives;

import java.util.Arrays;
import java.util.function.ToIntBiFunction;
import org.sporos.backend.FaultSite;

/**
 * A kernel of a library, or fused kernels, with the arguments of one node. A call returns false if it did nothing
 * because arrays could not be pinned, and throws Java's exceptions for indexes out of bounds and zero divisors.
 * Thread-safe.
 */
public final class NativeLoop {
    private static final int DONE = 0;
    private static final int TILE = 2048;
    private static final int BUFFER_LONGS =
            LaunchTemplate.HEAD + 2 * JniStub.MOST_ARGUMENTS + LaunchTemplate.ERROR_LONGS + 2 * JniStub.MOST_ARRAYS;
    private static final ThreadLocal<long[]> BUFFERS = ThreadLocal.withInitial(() -> new long[BUFFER_LONGS]);

    /** Reused arrays of a call, one for each number of arrays. */
    private static final ThreadLocal<Object[][]> ARRAYS = ThreadLocal.withInitial(NativeLoop::emptyArrays);

    private final ToIntBiFunction<Object, Object> function;
    private final LaunchTemplate template;
    private final ParamReader params;

    NativeLoop(ToIntBiFunction<Object, Object> function, LaunchTemplate template) {
        this.function = function;
        this.template = template;
        this.params = new ParamReader(template.params());
    }

    private long[] buffer() {
        long[] buffer = BUFFERS.get();
        template.copyTo(buffer);
        for (int p = 0; p < params.count(); p++) {
            template.param(buffer, p, params.bits(p));
        }
        return buffer;
    }

    /** Runs the body for indexes {@code [begin, end)} */
    public boolean run(long begin, long end) {
        long[] buffer = buffer();
        template.bound(buffer, 0, begin);
        template.bound(buffer, 1, end);
        return call(buffer);
    }

    /** Runs the body for a box. Missing dimensions are {@code [0, 1)}. */
    public boolean run(int i, int iEnd, int j, int jEnd, int k, int kEnd, int l, int lEnd) {
        long[] buffer = buffer();
        int bounds = template.boundCount();
        template.bound(buffer, 0, i);
        template.bound(buffer, 1, iEnd);
        template.bound(buffer, 2, j);
        template.bound(buffer, 3, jEnd);
        if (bounds > 4) {
            template.bound(buffer, 4, k);
            template.bound(buffer, 5, kEnd);
        }
        if (bounds > 6) {
            template.bound(buffer, 6, l);
            template.bound(buffer, 7, lEnd);
        }
        return call(buffer);
    }

    /** Folds whole tiles and stores their results from an index of the arrays on. */
    public boolean tiles(long begin, int count, int index) {
        return tiles(begin, TILE, count, index);
    }

    /** Folds one tile, which may be shorter. */
    public boolean tile(long begin, int length, int index) {
        return tiles(begin, length, 1, index);
    }

    private boolean tiles(long begin, int length, int count, int index) {
        long[] buffer = buffer();
        template.bound(buffer, 0, length);
        template.bound(buffer, 1, begin);
        template.tiles(buffer, 1, count, index);
        boolean done = call(buffer);
        if (done) {
            template.widen(index, count);
        }
        return done;
    }

    /**
     * Runs the body for n indexes of a row, each with an element of an array, from an offset on.
     *
     * @param i the first index of a box
     * @param j the second index of a box of rank 3 or more
     * @param k the third index of a box of rank 4
     */
    public boolean row(int i, int j, int k, long begin, int n, Object array, int at) {
        long[] buffer = buffer();
        int last = outer(buffer, i, j, k);
        template.bound(buffer, last, begin);
        template.bound(buffer, last + 1, n);
        for (int d = 1; d <= last; d++) {
            template.bound(buffer, last + 2 * d, begin);
            template.bound(buffer, last + 2 * d + 1, begin + n);
        }
        return call(buffer, array, at);
    }

    /**
     * Runs the body for n indexes of a box, row by row, each with an element of an array, from an offset on.
     *
     * @param i the indexes of the first row, as for {@link #row}
     * @param sides the begin and end of each dimension except the first
     */
    public boolean rows(int i, int j, int k, int begin, int n, int[] sides, Object array, int at) {
        long[] buffer = buffer();
        int last = outer(buffer, i, j, k);
        template.bound(buffer, last, begin);
        template.bound(buffer, last + 1, n);
        for (int s = 0; s < sides.length; s++) {
            template.bound(buffer, last + 2 + s, sides[s]);
        }
        return call(buffer, array, at);
    }

    /**
     * Returns the number of bounds of row code: an index per dimension, a count, and the sides of all dimensions except
     * the first.
     */
    static int boundsOfRows(int rank) {
        return 3 * rank - 1;
    }

    /** Sets the outer indexes of a row, and returns their number. */
    private int outer(long[] buffer, int i, int j, int k) {
        int last = (template.boundCount() + 1) / 3 - 1;
        if (last > 0) {
            template.bound(buffer, 0, i);
        }
        if (last > 1) {
            template.bound(buffer, 1, j);
        }
        if (last > 2) {
            template.bound(buffer, 2, k);
        }
        return last;
    }

    /**
     * Runs the consumer with the prefix sums of n indexes; the first begins a tile.
     *
     * @param sums the sums of each level before the tile, from an offset on, updated to those after the last index
     */
    public boolean scan(long begin, int n, long tile, int levels, Object sums, int at) {
        return scan(begin, n, tile, levels, 1, sums, at);
    }

    /** Stores the totals of the tiles of n indexes into an array, from an offset on. */
    public boolean totals(long begin, int n, Object totals, int at) {
        return scan(begin, n, 0, 0, 0, totals, at);
    }

    private boolean scan(long begin, int n, long tile, int levels, int passes, Object sums, int at) {
        long[] buffer = buffer();
        template.bound(buffer, 0, begin);
        template.bound(buffer, 1, n);
        template.bound(buffer, 2, tile);
        template.bound(buffer, 3, levels);
        template.bound(buffer, 4, passes);
        return call(buffer, sums, at);
    }

    private boolean call(long[] buffer, Object array, int at) {
        Object[] arrays = ARRAYS.get()[template.arrayCount()];
        template.row(buffer, arrays, array, at);
        try {
            return call(buffer, arrays);
        } finally {
            Arrays.fill(arrays, null);
        }
    }

    private static Object[][] emptyArrays() {
        Object[][] arrays = new Object[JniStub.MOST_ARRAYS + 1][];
        Arrays.setAll(arrays, Object[]::new);
        return arrays;
    }

    private boolean call(long[] buffer) {
        if (!template.hasLevels()) {
            return call(buffer, template.arrays());
        }
        Object[] arrays = ARRAYS.get()[template.arrayCount()];
        template.fillLevels(arrays);
        try {
            return call(buffer, arrays);
        } finally {
            Arrays.fill(arrays, null);
        }
    }

    private boolean call(long[] buffer, Object[] arrays) {
        if (function.applyAsInt(arrays, buffer) != DONE) {
            return false;
        }
        FaultSite failed = template.failed(buffer);
        if (failed != null) {
            RuntimeException failure = failed.failure(template.failedIndexes(buffer));
            throw template.failure(buffer, template.isMerged() ? MemberFailure.of(failed.member(), failure) : failure);
        }
        return true;
    }
}
