package org.sporos.host.natives;

import java.util.Arrays;
import java.util.function.ToIntBiFunction;

/**
 * One kernel of a library, or several that run as one, with its arguments in one node. Any threads may call it. A call
 * returns false if it did nothing, as the arrays could not be had; it throws what Java code would at an index that is
 * outside of its view and at a divisor of zero.
 */
public final class NativeLoop {
    private static final int DONE = 0;
    private static final int TILE = 2048;
    private static final int ROOM =
            LaunchTemplate.HEAD + 2 * JniStub.MOST_ARGUMENTS + LaunchTemplate.ERROR_LONGS + 2 * JniStub.MOST_ARRAYS;
    private static final ThreadLocal<long[]> ROOMS = ThreadLocal.withInitial(() -> new long[ROOM]);

    /** For each number of arrays, those of a call that is given one. */
    private static final ThreadLocal<Object[][]> ARRAYS = ThreadLocal.withInitial(NativeLoop::emptyArrays);

    private final ToIntBiFunction<Object, Object> function;
    private final LaunchTemplate template;
    private final ParamReader params;

    NativeLoop(ToIntBiFunction<Object, Object> function, LaunchTemplate template) {
        this.function = function;
        this.template = template;
        this.params = new ParamReader(template.params());
    }

    private long[] room() {
        long[] room = ROOMS.get();
        template.copyTo(room);
        for (int p = 0; p < params.count(); p++) {
            template.param(room, p, params.bits(p));
        }
        return room;
    }

    /** Runs the body for indexes {@code [begin, end)} */
    public boolean run(long begin, long end) {
        long[] room = room();
        template.bound(room, 0, begin);
        template.bound(room, 1, end);
        return call(room);
    }

    /** Runs the body for a box. Dimensions that it does not have are {@code [0, 1)}. */
    public boolean run(int i, int iEnd, int j, int jEnd, int k, int kEnd, int l, int lEnd) {
        long[] room = room();
        int bounds = template.boundCount();
        template.bound(room, 0, i);
        template.bound(room, 1, iEnd);
        template.bound(room, 2, j);
        template.bound(room, 3, jEnd);
        if (bounds > 4) {
            template.bound(room, 4, k);
            template.bound(room, 5, kEnd);
        }
        if (bounds > 6) {
            template.bound(room, 6, l);
            template.bound(room, 7, lEnd);
        }
        return call(room);
    }

    /** Folds whole tiles from a first index and puts their results into the arrays from a place. */
    public boolean tiles(long begin, int count, int place) {
        return tiles(begin, TILE, count, place);
    }

    /** Folds one tile of at most the length of the others. */
    public boolean tile(long begin, int length, int place) {
        return tiles(begin, length, 1, place);
    }

    private boolean tiles(long begin, int length, int count, int place) {
        long[] room = room();
        template.bound(room, 0, length);
        template.bound(room, 1, begin);
        template.tiles(room, 1, count, place);
        boolean done = call(room);
        if (done) {
            template.widen(place, count);
        }
        return done;
    }

    /**
     * Runs the body for n indexes of a row from a first one, each with an element of an array, from an offset on.
     *
     * @param i the first index of a box
     * @param j the second index of a box of rank 3 or more
     * @param k the third index of a box of rank 4
     */
    public boolean row(int i, int j, int k, long begin, int n, Object array, int at) {
        long[] room = room();
        int last = outer(room, i, j, k);
        template.bound(room, last, begin);
        template.bound(room, last + 1, n);
        for (int d = 1; d <= last; d++) {
            template.bound(room, last + 2 * d, begin);
            template.bound(room, last + 2 * d + 1, begin + n);
        }
        return call(room, array, at);
    }

    /**
     * Runs the body for n indexes of a box, row by row, each with an element of an array, from an offset on.
     *
     * @param i the indexes of the first row, as for {@link #row}
     * @param sides the begin and end of each dimension but the first
     */
    public boolean rows(int i, int j, int k, int begin, int n, int[] sides, Object array, int at) {
        long[] room = room();
        int last = outer(room, i, j, k);
        template.bound(room, last, begin);
        template.bound(room, last + 1, n);
        for (int s = 0; s < sides.length; s++) {
            template.bound(room, last + 2 + s, sides[s]);
        }
        return call(room, array, at);
    }

    /** Returns the bounds of code that is called along rows: an index for each dimension, a count, and all sides. */
    static int boundsOfRows(int rank) {
        return 3 * rank - 1;
    }

    /** Sets the indexes that are the same in a row, and returns their number. */
    private int outer(long[] room, int i, int j, int k) {
        int last = (template.boundCount() + 1) / 3 - 1;
        if (last > 0) {
            template.bound(room, 0, i);
        }
        if (last > 1) {
            template.bound(room, 1, j);
        }
        if (last > 2) {
            template.bound(room, 2, k);
        }
        return last;
    }

    /**
     * Hands the prefix sums of n indexes from a first one, which begins a tile, to the consumer.
     *
     * @param sums the sums of each level before that tile from a place on, which become those behind its last one
     */
    public boolean scan(long begin, int n, long tile, int levels, Object sums, int at) {
        return scan(begin, n, tile, levels, 1, sums, at);
    }

    /** Puts the totals of the tiles of n indexes from a first one into an array, from a place on. */
    public boolean totals(long begin, int n, Object totals, int at) {
        return scan(begin, n, 0, 0, 0, totals, at);
    }

    private boolean scan(long begin, int n, long tile, int levels, int passes, Object sums, int at) {
        long[] room = room();
        template.bound(room, 0, begin);
        template.bound(room, 1, n);
        template.bound(room, 2, tile);
        template.bound(room, 3, levels);
        template.bound(room, 4, passes);
        return call(room, sums, at);
    }

    private boolean call(long[] room, Object array, int at) {
        Object[] arrays = ARRAYS.get()[template.arrayCount()];
        template.row(room, arrays, array, at);
        try {
            return call(room, arrays);
        } finally {
            Arrays.fill(arrays, null);
        }
    }

    private static Object[][] emptyArrays() {
        Object[][] arrays = new Object[JniStub.MOST_ARRAYS + 1][];
        Arrays.setAll(arrays, Object[]::new);
        return arrays;
    }

    private boolean call(long[] room) {
        if (!template.hasLevels()) {
            return call(room, template.arrays());
        }
        Object[] arrays = ARRAYS.get()[template.arrayCount()];
        template.levels(arrays);
        try {
            return call(room, arrays);
        } finally {
            Arrays.fill(arrays, null);
        }
    }

    private boolean call(long[] room, Object[] arrays) {
        if (function.applyAsInt(arrays, room) != DONE) {
            return false;
        }
        FaultSite failed = template.failed(room);
        if (failed != null) {
            RuntimeException failure = failed.failure(template.failedIndexes(room));
            throw template.failure(room, template.isMerged() ? MemberFailure.of(failed.member(), failure) : failure);
        }
        return true;
    }
}
