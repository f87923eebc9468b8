package org.sporos.contract;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * The memory of a {@link Program} for plain loops. The arrays of several states may be exchanged, as those of an
 * executable are by {@code rebind}.
 */
final class ProgramState {
    static final int N = 300;
    static final int ARRAYS = 5;
    static final int SCALARS = 3;
    static final int MIRRORS = 2;
    static final int COUNTERS = 4;
    static final int LONGS = 3;
    static final int TOTALS = 3;
    static final int SIZES = 2;
    /** Ring r has r + 2 levels. */
    static final int RINGS = 2;

    // The numbers of what edges follow: of scalars and arrays, and behind these of what rebind cannot exchange.
    static final int SCALAR = ARRAYS;
    static final int COUNTER = SCALAR + SCALARS;
    static final int LONG = COUNTER + COUNTERS;
    static final int TOTAL = LONG + LONGS;
    static final int SIZE = TOTAL + TOTALS;
    static final int LIST = SIZE + SIZES;
    static final int BINDABLE = LIST + 1;
    static final int MIRROR = BINDABLE;
    static final int RING = MIRROR + MIRRORS;
    static final int RECORD = RING + RINGS;
    static final int EMPTY = RECORD + 1;
    static final int RESOURCES = EMPTY + 1;

    final double[][] arrays = new double[ARRAYS][N];
    final double[][] scalars = new double[SCALARS][1];
    final int[][] counters = new int[COUNTERS][1];
    final long[][] longs = new long[LONGS][N];
    final long[][] totals = new long[TOTALS][1];
    final int[][] sizes = new int[SIZES][1];
    final int[][] list = new int[1][N];
    final double[][] mirrors;
    final Ring[] rings;
    final ProgramSteps.Affine[] record;
    /** The value of the param, as a run that is submitted now sees it. */
    final long[] factor;
    /** The memory of the arrays that parts were captured of. */
    final ProgramState captured;

    /** The memories of a ring, and the one that is level 0. */
    static final class Ring {
        final long[][] memories;
        int position;

        Ring(int levels) {
            memories = new long[levels][N];
        }

        long[] level(int j) {
            return memories[(position + j) % memories.length];
        }

        void turn() {
            position = (position + 1) % memories.length;
        }

        /** Has the same levels at another position. */
        void restore(int wanted) {
            long[][] levels =
                    IntStream.range(0, memories.length).mapToObj(this::level).toArray(long[][]::new);
            position = wanted;
            for (int j = 0; j < levels.length; j++) {
                memories[(wanted + j) % levels.length] = levels[j];
            }
        }
    }

    ProgramState() {
        mirrors = new double[MIRRORS][N];
        rings = new Ring[RINGS];
        Arrays.setAll(rings, r -> new Ring(r + 2));
        record = new ProgramSteps.Affine[] {new ProgramSteps.Affine(0, 0, 0)};
        factor = new long[] {1};
        captured = this;
    }

    private ProgramState(ProgramState captured) {
        mirrors = captured.mirrors;
        rings = captured.rings;
        record = captured.record;
        factor = captured.factor;
        this.captured = captured;
        for (int r = 0; r < BINDABLE; r++) {
            bind(r, captured);
        }
    }

    /** Runs something and has the rings at the positions from before it. */
    void restoringRings(Runnable run) {
        int[] positions = Arrays.stream(rings).mapToInt(ring -> ring.position).toArray();
        run.run();
        for (int r = 0; r < positions.length; r++) {
            rings[r].restore(positions[r]);
        }
    }

    /** Returns a state of the same memory, whose arrays may be exchanged. */
    ProgramState bindable() {
        return new ProgramState(this);
    }

    /** Has the array or scalar of another state stand in the place of one. */
    void bind(int resource, ProgramState other) {
        Object[][] mine = bindables();
        Object[][] others = other.bindables();
        int at = resource;
        int kind = 0;
        while (at >= mine[kind].length) {
            at -= mine[kind++].length;
        }
        mine[kind][at] = others[kind][at];
    }

    private Object[][] bindables() {
        return new Object[][] {arrays, scalars, counters, longs, totals, sizes, list};
    }
}
